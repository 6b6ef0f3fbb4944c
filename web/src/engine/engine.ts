export * from "../../../js/src/engine.js";
