// Checks the module of the page and plays games in it: page.mjs page.wasm
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { load } from "./session.mjs";

// Where the module is cached after the first visit, a second of a slow line; pictures take about a fifth of it.
const GZIP_LIMIT = 102_400;
const EXPORTS = [
  "_initialize",
  "memory",
  "page_buffer",
  "page_close",
  "page_line",
  "page_load",
  "page_open",
  "page_read_record",
  "page_reply_length",
  "page_verify",
];
const THEMES = { "star-wars": ["space", "chart"], classic: ["meadow", "parchment"] };
const GAMES = [
  ["newgame game=star-wars players=3 seed=11", "star-wars"],
  ["newgame game=star-wars players=4 teams=on seed=12", "star-wars"],
  ["newgame game=classic players=2 fields=on abbot=on river=on seed=13", "classic"],
];

const bytes = await readFile(process.argv[2]);
const packed = gzipSync(bytes, { level: 9 }).length;
assert.ok(packed <= GZIP_LIMIT, `the module has ${packed} bytes after gzip, more than ${GZIP_LIMIT}`);
const module = await WebAssembly.compile(bytes);
assert.deepEqual(WebAssembly.Module.imports(module), [], "the module needs nothing of its host");
assert.deepEqual(
  WebAssembly.Module.exports(module)
    .map((entry) => entry.name)
    .sort(),
  EXPORTS,
);

const { engine, open, json } = await load(module);
let state = 1;
const random = (below) => {
  state = (state * 48271) % 2147483647;
  return state % below;
};

/** The word of a step that `legal` lists; chance is the engine's. */
function stepOf(legal) {
  const [word, ...rest] = legal[random(legal.length)].split(" ");
  return word === "draw" || word === "throw" ? word : [word, ...rest].join(" ");
}

/** Plays at random to the end; now and then the turn that the search advises. */
function play(ask) {
  for (let steps = 0; ; steps++) {
    const legal = ask("legal");
    if (legal.length === 0) return steps;
    const advised =
      legal[0].startsWith("place") && steps % 40 === 1 ? json(ask, "advise mcts 100 1").candidates[0].move : null;
    ask(advised ? `move ${advised}` : stepOf(legal));
  }
}

/** What was played is the same game from its words, on another session, and from its record. */
function checkAgain(ask, newgame) {
  const words = json(ask, "words");
  const other = open();
  other(newgame);
  other(`position startpos moves ${words.join(" ")}`);
  assert.deepEqual(other("hash"), ask("hash"));
  const record = ask("record")
    .map((line) => line.slice("record ".length))
    .join("\n");
  const [game] = other(`${record}\n`, engine.page_read_record).map((line) => JSON.parse(line));
  assert.deepEqual(game.words, words);
  assert.equal(game.result, json(ask, "state json").scores.join("-"));
}

for (const [newgame, game] of GAMES) {
  const ask = open();
  ask(newgame);
  const steps = play(ask);
  assert.equal(json(ask, "state json").phase, "over");
  assert.equal(json(ask, "segments").length, json(ask, "state json").realms.length);
  checkAgain(ask, newgame);
  assert.ok(json(ask, `picture ${THEMES[game][0]}`).svg.endsWith("</svg>\n"));
  console.log(`${newgame}: ${steps} steps`);
}

const finished = await readFile(new URL("../chance/finished.txt", import.meta.url), "utf8");
const verify = (text) => JSON.parse(open()(text, engine.page_verify)[0]);
assert.deepEqual(verify(finished), { ok: true, games: 4, draws: 336, throws: 5, firsts: 3 });
assert.deepEqual(verify(finished.replace('Secret "09', 'Secret "0a')), {
  ok: false,
  text: "line 12: the commitment is not that of the secret",
});

const ask = open();
let tiles = 0;
for (const { game, kinds } of json(ask, "sets"))
  for (const { id } of kinds)
    for (let rotation = 0; rotation < 4; rotation++, tiles++) {
      for (const theme of THEMES[game]) assert.ok(json(ask, `tile ${id} r${rotation} ${theme}`).svg.length > 200);
      assert.ok(json(ask, `map ${id} r${rotation}`).features.every(({ path }) => /^M.*Z$/.test(path)));
    }
console.log(
  `${bytes.length} bytes, gzip ${packed}, brotli ${brotliCompressSync(bytes).length}; ${tiles} tiles and rotations`,
);
