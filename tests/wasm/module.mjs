// Checks the engine's module and plays a game in it: module.mjs tessera.wasm
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

/** Bytes: both games with both rivers and the arrows; the tiles and rules of the anniversary box take 11,000. */
const LIMIT = 73000;
const OVER = 4;
const bytes = await readFile(process.argv[2]);
assert.ok(bytes.length <= LIMIT, `the module has ${bytes.length} bytes, more than ${LIMIT}`);

const module = await WebAssembly.compile(bytes);
assert.deepEqual(WebAssembly.Module.imports(module), [], "the module needs nothing of its host");
const header = await readFile(new URL("../../include/tessera/tessera.h", import.meta.url), "utf8");
const declared = [...header.matchAll(/^TESS_API [^(]*?(tess_\w+)\(/gm)].map((match) => match[1]);
const exported = WebAssembly.Module.exports(module).map((entry) => entry.name);
assert.ok(declared.length > 40);
for (const name of declared) assert.ok(exported.includes(name), `${name} is not exported`);

const engine = (await WebAssembly.instantiate(module)).exports;
engine._initialize();
const memory = () => new DataView(engine.memory.buffer);
const text = (string) => {
  const at = engine.malloc(string.length + 1);
  new Uint8Array(engine.memory.buffer, at).set(new TextEncoder().encode(`${string}\0`));
  return at;
};
const count = engine.malloc(4);
const tiles = engine.tess_builtin_tiles(text("star-wars"), count);
const set = engine.malloc(engine.tess_set_size());
const fault = engine.malloc(128);
assert.equal(engine.tess_set_build(set, tiles, memory().getUint32(count, true), fault), 0);
const options = engine.malloc(64);
engine.tess_options_default(options, 0);
const game = engine.malloc(engine.tess_game_size());
assert.equal(engine.tess_game_new(game, set, options), 0);
const placement = engine.malloc(8);
const decisions = engine.malloc(3 * 32);
let turns = 0;
while (engine.tess_game_phase(game) !== OVER) {
  assert.equal(engine.tess_game_draw(game, -1, 0, 0), 0);
  if (engine.tess_game_phase(game) !== 1) continue;
  engine.tess_game_placement_at(placement, game, 0);
  assert.equal(engine.tess_game_place(game, placement, 0, 0), 0);
  const last = engine.tess_game_decisions(game, decisions) - 1;
  assert.equal(engine.tess_game_meeple(game, decisions + 3 * last, 0, 0), 0);
  while (engine.tess_game_phase(game) === 3) assert.equal(engine.tess_game_throw(game, 0, 0, 0), 0);
  turns++;
}
assert.ok(turns > 60 && turns <= 75, `${turns} turns`);
console.log(`${bytes.length} bytes, ${declared.length} functions, a game of ${turns} turns`);
