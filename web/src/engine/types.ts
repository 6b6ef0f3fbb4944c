export * from "../../../js/src/types.js";
