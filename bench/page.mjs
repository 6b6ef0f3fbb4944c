// Times what the page asks of its module, median and slowest: node bench/page.mjs build/wasm/page.wasm
import { readFile } from "node:fs/promises";
import { load } from "../tests/wasm/session.mjs";

const TURNS = 30;
const HINT_PLAYOUTS = 600; // as in web/src/screens/table.ts
const REPEATS = 100;
const GAMES = {
  "Star Wars, 2 players": "newgame game=star-wars players=2 seed=21",
  "classic with fields, 4 players": "newgame game=classic players=4 fields=on seed=22",
};
const THEMES = { "star-wars": "space", classic: "meadow" };

const { engine, open, json } = await load(await WebAssembly.compile(await readFile(process.argv[2])));

/** How long each of these lines takes a session, in milliseconds. */
function time(ask, lines) {
  return lines.map((line) => {
    const start = performance.now();
    ask(line);
    return performance.now() - start;
  });
}

function show(what, times) {
  times.sort((a, b) => a - b);
  const [median, slowest] = [times[times.length >> 1], times.at(-1)];
  console.log(`${what}: ${median.toFixed(2)} ms, at most ${slowest.toFixed(2)}, of ${times.length}`);
}

/** Plays the first turns by the search, with as many playouts as a hint has; the time of each search. */
function playTurns(ask) {
  const times = [];
  for (let turn = 1; turn <= TURNS; turn++) {
    ask("draw");
    const start = performance.now();
    const advice = json(ask, `advise mcts ${HINT_PLAYOUTS} ${turn}`);
    times.push(performance.now() - start);
    ask(`move ${advice.candidates[0].move}`);
    while (ask("legal")[0] === "throw") ask("throw");
  }
  return times;
}

for (const [name, newgame] of Object.entries(GAMES)) {
  const ask = open();
  ask(newgame);
  show(`${name}: advise mcts ${HINT_PLAYOUTS} in ${TURNS} turns`, playTurns(ask));
  for (const line of ["state json", "segments"])
    show(`${name}: ${line} after them`, time(ask, Array(REPEATS).fill(line)));
}

const ask = open();
const tiles = json(ask, "sets").flatMap(({ game, kinds }) =>
  kinds.flatMap(({ id }) => [0, 1, 2, 3].map((rotation) => ({ theme: THEMES[game], name: `${id} r${rotation}` }))),
);
const pictures = tiles.map(({ name, theme }) => `tile ${name} ${theme}`);
const maps = tiles.map(({ name }) => `map ${name}`);
show("tile in each kind and rotation", time(ask, pictures));
show("map of each kind and rotation", time(ask, maps));
console.log(`memory: ${(engine.memory.buffer.byteLength / 2 ** 20).toFixed(1)} MiB`);
