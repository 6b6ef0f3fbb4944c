/** The panels that are not visible when a game begins: one chunk, loaded when the first of them is opened. */
export { chat } from "./chat";
export { finalScoring } from "./final-scoring";
export { hintCard, hintList, hintsOf, hintsSaid } from "./hint";
export { scoreChart } from "./score-chart";
export { tilesLeft } from "./tiles-left";
