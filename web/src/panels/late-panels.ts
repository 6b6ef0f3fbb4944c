/** What is not seen when a game begins: one chunk, which comes when the first of it is looked at. */
export { chat } from "./chat";
export { finalScoring } from "./final-scoring";
export { hintCard, hintList, hintsOf, hintsSaid } from "./hint";
export { scoreChart } from "./score-chart";
export { tilesLeft } from "./tiles-left";
