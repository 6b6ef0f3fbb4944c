// Bad input to the installed npm package: an EngineError with the engine's sentence, and nothing changed; no crash in any
// order of calls, nor after the end. Run in a folder where the package is installed.
import assert from "node:assert/strict";
import { Engine, EngineError, openEngine } from "tessera-engine";

const refused = (call, code, text) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof EngineError, `${error}`);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, text);
    return true;
  });

const engine = await openEngine();
refused(() => engine.state(), "no-game", /newgame/);
refused(() => engine.newGame({ game: "chess" }), "syntax", /star-wars or classic/);
refused(() => engine.newGame({ game: "classic", players: 9 }), "syntax", /2 to 5/);
refused(() => engine.newGame({ game: "classic set=river" }), "syntax", /blank/);
refused(() => engine.newGame({ game: "classic", seed: -1 }), "syntax", /seed/);
refused(() => engine.newGame({ game: "classic", option: ["fields"] }), "syntax", /expected game, set.*'option'/);
refused(() => engine.newGame({ game: "classic", options: "fields" }), "syntax", /expected game, set.*'f'/);
for (const name of ["set", "players", "colours", "first", "seed"]) {
  refused(() => engine.newGame({ game: "classic", [name]: "" }), "syntax", /./);
  refused(() => engine.newGame({ game: "classic", [name]: null }), name === "set" ? "bad-set" : "syntax", /null/);
}
refused(() => engine.newGame({ game: "classic", players: 0 }), "syntax", /2 to 5, not '0'/);
refused(() => engine.newGame({ game: "classic", first: 0 }), "syntax", /first: .*'0'/);
engine.newGame({ game: "classic", seed: 3 });
engine.draw();
const before = engine.state().hash;
refused(() => engine.draw(), "bad-phase", /draw/);
refused(() => engine.move("nonsense"), "syntax", /TILE@x,y/);
refused(() => engine.move(undefined), "syntax", /undefined/);
refused(() => engine.undo(99), "nothing-to-undo", /1 steps were taken/);
refused(() => engine.advise("nobody", 10, 1), "syntax", /nobody/);
refused(() => engine.advise("mcts", 1e9, 1), "syntax", /playouts|1 to/i);
refused(() => engine.command("\u0000"), "too-long", /zero byte/);
refused(() => engine.command("x".repeat(1 << 23)), "too-long", /bytes/);
refused(() => engine.readRecord('[Game "classic"]\n'), "syntax", /./);
assert.equal(engine.state().hash, before);

// A game that was saved goes on by the same tiles and dice in another engine, and its steps can be taken back; what is no
// saved game changes nothing.
function finish(of) {
  for (let { phase } = of.phase(); phase !== "over"; { phase } = of.phase()) {
    if (phase === "draw") of.draw();
    else if (phase === "throw") of.throwDice();
    else of.move(of.advise("greedy", 1, 1).candidates[0].move);
  }
  return of.record();
}
for (const game of [
  { game: "star-wars", seed: 5, players: 3 },
  { game: "classic", seed: 6, options: ["fields", "river=river-20", "arrows"] },
]) {
  const first = await openEngine();
  first.newGame(game);
  for (let i = 0; i < 30; i++) {
    const { phase } = first.phase();
    if (phase === "draw") first.draw();
    else if (phase === "throw") first.throwDice();
    else first.move(first.advise("random", 1, i).candidates[0].move);
  }
  assert.doesNotMatch(first.record(), /Seed/, "the record of a running game tells nothing of what comes");
  const saved = first.save();
  const again = await openEngine();
  again.loadGame(saved);
  assert.deepEqual(again.state(), first.state());
  assert.equal(again.save(), saved);

  // Tags that say nothing to the engine stay with the game, in their order, until another takes its place.
  const tags = '[Player1 "Änne \\"A\\""]\n[Event "club"]\n';
  again.loadGame(saved.replace("[Result", `${tags}[Result`));
  assert.ok(again.save().includes(tags) && again.record().includes(tags));
  refused(() => again.loadGame(""), "syntax", /expected a record/);
  assert.deepEqual(again.readRecord(again.save())[0].tags.Event, "club");
  again.loadGame(saved);
  assert.equal(again.save(), saved);
  const steps = again.words().length;
  again.undo();
  assert.ok(again.words().length <= steps);
  again.loadGame(saved);
  const whole = finish(first);
  assert.match(whole, /^\[Seed "/m);
  assert.equal(finish(again), whole.replace(/^\[Seed.*\n/m, ""));
  refused(() => again.loadGame(""), "syntax", /expected a record/);
  refused(() => again.loadGame(saved + saved), "syntax", /another after it/);
  refused(() => again.loadGame(saved.replace(/\[Chance ".*"\]/, '[Chance "nonsense"]')), "syntax", /Chance/);
  const another = saved.replace(/\[Set "([^:]*):.*"\]/, '[Set "$1:0000000000000000"]');
  refused(() => again.loadGame(another), "bad-set", /is another/);
  refused(() => again.readRecord(another), "bad-set", /is another/);
  assert.equal(again.phase().phase, "over");
}

// Two engines of one module do not touch each other; a closed one answers nothing, however it is asked.
const other = await openEngine();
other.newGame({ game: "star-wars" });
engine.close();
engine.close();
for (const call of ["draw", "state", "legal", "record", "words", "phase", "sets", "holes", "save"])
  refused(() => engine[call](), "closed", /closed/);
refused(() => engine.loadGame(other.save()), "closed", /closed/);
assert.equal(other.phase().phase, "draw");

// Seeded nonsense in any order.
let seed = 1;
function pick(list) {
  seed = (seed * 48271) % 2147483647;
  return list[seed % list.length];
}
const words = [
  "draw",
  "move",
  "throw",
  "undo",
  "position",
  "startpos",
  "moves",
  "newgame",
  "game=classic",
  "advise",
  "mcts",
  "1",
];
const more = [
  "-1",
  "A@0,0r0=none",
  "[1:1 2:2]",
  "\ud800",
  "é",
  "\n",
  "9".repeat(40),
  "picture",
  "space",
  "tile",
  "D",
  "r9",
  "state",
];
const methods = [
  "loadGame",
  "readRecord",
  "verifyRecord",
  "move",
  "draw",
  "undo",
  "throwDice",
  "newGame",
  "position",
  "tile",
];
const values = [
  undefined,
  null,
  NaN,
  -1,
  2 ** 53,
  "",
  "[Game",
  [],
  {},
  { game: "classic", players: {} },
  Symbol.iterator,
  () => 1,
];
for (let i = 0; i < 2000; i++) {
  const method = pick(methods);
  const given = [pick(values), pick(values)];
  try {
    other[method](...given);
  } catch (error) {
    const typed = error instanceof TypeError; // of JavaScript itself, before the engine is asked
    assert.ok(typed || (error instanceof EngineError && error.code !== "broken"), `${method}: ${error.stack}`);
  }
}
for (let i = 0; i < 2000; i++) {
  const line = Array.from({ length: 1 + (i % 5) }, () => pick([...words, ...more])).join(" ");
  try {
    other.command(line);
  } catch (error) {
    assert.ok(error instanceof EngineError && error.code !== "broken", `${JSON.stringify(line)}: ${error}`);
  }
}
await assert.rejects(Engine.load(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
