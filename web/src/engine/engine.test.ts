import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { compileEngine, Engine, EngineError, newGameLine } from "../../../js/src/engine";
import { itemsOf, OPTIONS, type OptionItem, type OptionRow, valueIn } from "../../../js/src/options";
import type { GameEvent } from "../../../js/src/types";

let module: WebAssembly.Module;

before(async () => {
  module = await compileEngine(await readFile(process.env.PAGE_WASM ?? ""));
});

/** Plays the first legal choice until the game is over, and returns all events. */
function playOut(engine: Engine): GameEvent[] {
  const events: GameEvent[] = [];
  for (;;) {
    const { phase, tile } = engine.phase();
    if (phase === "over") return events;
    if (phase === "draw") events.push(...engine.draw());
    else if (phase === "throw") events.push(...engine.throwDice());
    else {
      assert.ok(tile);
      events.push(...engine.move(engine.advise("greedy", 1, 1).candidates[0]?.move ?? ""));
    }
  }
}

test("the line that begins a game", () => {
  assert.equal(newGameLine({ game: "classic" }), "newgame game=classic");
  assert.equal(
    newGameLine({ game: "classic", options: ["fields", "river"], colours: ["blue", "red"], first: 2, seed: 5n }),
    "newgame game=classic colours=blue,red first=2 seed=5 fields=on river=on",
  );
  const options = ["fields", "river=river-20"] as OptionItem[];
  assert.equal(newGameLine({ game: "classic", options }), "newgame game=classic fields=on river=river-20");
});

test("the options are those of the engine, each for its game", async () => {
  const engine = await Engine.load(module);
  const newgame = engine.command("list_commands").find((line) => line.startsWith("newgame ")) ?? "";
  const listed = [...newgame.matchAll(/\[(\w+)=([^\]]*)\|off\]/g)].map(([, word, values]) => [word, values]);
  assert.deepEqual(
    OPTIONS.map(({ word, values }) => [word, values.join("|")]),
    listed,
  );
  for (const row of OPTIONS) {
    for (const value of row.values) {
      const options = itemsOf([row], () => value);
      engine.newGame({ game: row.game, options, players: 4 });
      assert.deepEqual(engine.state().options, options);
      assert.equal(valueIn(engine.state().options, row), value);
      const other = row.game === "classic" ? "star-wars" : "classic";
      assert.throws(() => engine.newGame({ game: other, options, players: 4 }), EngineError);
    }
  }
});

test("an option of several values is an item with its value, but for the first", () => {
  const river: OptionRow = { word: "river", game: "classic", values: ["river-1", "river-20"], usual: false };
  assert.deepEqual(
    ["off", "river-1", "river-20"].map((value) => itemsOf([river], () => value)),
    [[], ["river"], ["river=river-20"]],
  );
  assert.deepEqual(
    [["fields"], ["river", "fields"], ["fields", "river=river-20"]].map((items) => valueIn(items, river)),
    ["off", "river-1", "river-20"],
  );
});

test("the odds of a battle", async () => {
  const engine = await Engine.load(module);
  const [one, two] = engine.odds([2, 1]);
  assert.ok(Math.abs(one - 125 / 180) < 1e-9 && Math.abs(two - 55 / 180) < 1e-9);
  assert.deepEqual(engine.odds([1, 1, 1, 1]), [0.25, 0.25, 0.25, 0.25]);
  assert.throws(() => engine.odds([1]), EngineError);
});

test("a refusal has its code and changes nothing", async () => {
  const engine = await Engine.load(module);
  assert.throws(
    () => engine.state(),
    (error) => error instanceof EngineError && error.code === "no-game",
  );
  engine.newGame({ game: "star-wars", seed: 1 });
  const { hash } = engine.state();
  assert.throws(
    () => engine.draw("NOTHING"),
    (error) => error instanceof EngineError && error.code === "bad-tile",
  );
  assert.equal(engine.state().hash, hash);
});

test("a game from beginning to end, its words and its record", async () => {
  const engine = await Engine.load(module);
  engine.newGame({ game: "classic", options: ["fields", "abbot", "river"], players: 3, seed: 4 });
  const events = playOut(engine);
  const state = engine.state();
  assert.equal(state.phase, "over");
  assert.deepEqual(events[events.length - 1], { event: "over", scores: state.scores });
  assert.equal(events.filter(({ event }) => event === "placed").length, state.board.length - 1);
  const [game] = engine.readRecord(engine.record());
  assert.deepEqual(game?.words, engine.words());
  assert.equal(game?.result, state.scores.join("-"));
  const other = await Engine.load(module);
  other.command(game?.newgame ?? "");
  other.position("startpos", game?.words);
  assert.equal(other.state().hash, state.hash);
});

test("what a move would bring leaves the game as it is", async () => {
  const engine = await Engine.load(module);
  engine.newGame({ game: "star-wars" });
  engine.draw("R2S");
  const tried = engine.tryMove("R2S@1,0r0=small:route.E");
  assert.deepEqual(
    tried.map(({ event }) => event),
    ["placed", "meeple"],
  );
  assert.equal(engine.phase().phase, "place");
  assert.deepEqual(engine.move("R2S@1,0r0=small:route.E"), tried);
});

test("segments, cells and holes", async () => {
  const engine = await Engine.load(module);
  engine.newGame({ game: "star-wars" });
  engine.position("startpos", ["R2S@1,0r0=none"]);
  assert.deepEqual(engine.segments(), [["asteroids.N@0,0"], ["route.E@0,0", "route.E@1,0"]]);
  assert.equal(engine.segments().length, engine.state().realms.length);
  assert.equal(engine.cells().length, 6);
  assert.deepEqual(engine.holes(), []);
});

test("pictures", async () => {
  const engine = await Engine.load(module);
  const [set] = engine.sets();
  assert.equal(set?.id, "star-wars");
  assert.match(engine.scene("space"), /id="space-/);
  const tile = engine.tile("START", 1, "space");
  assert.equal(tile.size, 1000);
  assert.doesNotMatch(tile.svg, /href="#(?!space-)/);
  assert.deepEqual(
    engine.map("START", 1).features.map(({ realm }) => realm),
    ["asteroids.E", "route.N"],
  );
  assert.equal(engine.meepleShape("abbot", "yellow").anchor.length, 2);
  engine.newGame({ game: "classic" });
  assert.match(engine.picture("parchment", 40), /^<\?xml/);
});

test("a record with an error is refused with its line", async () => {
  const engine = await Engine.load(module);
  engine.newGame({ game: "star-wars" });
  engine.position("startpos", ["R2S@1,0r0=none"]);
  const record = engine.record();
  assert.throws(() => engine.readRecord(record.replace("R2S@1,0", "R2S@9,0")), /line \d+, move 1/);
  assert.equal(engine.readRecord(record)[0]?.turns[0]?.eval, null);
});
