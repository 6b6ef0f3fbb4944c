export * from "../../../js/src/options.js";
