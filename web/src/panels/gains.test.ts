import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { compileEngine, Engine } from "../../../js/src/engine";
import type { TableView } from "../game/model";
import de from "../words/core.de";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { gainsOf, gainsWords } from "./gains";
import { namesOf } from "./log";
import { seatsOfSides } from "./sides";

let engine: Engine;

before(async () => {
  engine = await Engine.load(await compileEngine(await readFile(process.env.PAGE_WASM ?? "")));
});

const people = ["Anna", "Ben"].map((name, index) => ({ number: index + 1, name }));

/** The text about the gains of a move for the player to move, in the position after these words. */
function told(words: string, move: string, aids = true): string {
  engine.newGame({ game: "classic", players: 2, first: 1, seed: 1 });
  for (const word of words.split(" ")) {
    if (word.includes("@")) engine.move(word);
    else engine.draw(word);
  }
  const before = engine.state();
  const view = { state: before, segments: engine.segments(), setup: { aids } } as unknown as TableView;
  const text = gainsWords(gainsOf(move, view, engine), view, namesOf(people as never, seatsOfSides(before)));
  assert.deepEqual(engine.state(), before, "the engine stands where it stood");
  return text;
}

test("a turn tells what it scores at once and how realms change, for whom", () => {
  useCatalogue("en", en);
  const road = "U U@1,0r0=meeple:road.E U";
  assert.equal(told(road, "U@2,0r0=none"), "Anna: road 2 to 3");
  assert.equal(told(`${road} U@2,0r0=none V`, "V@3,0r0=none"), "road 3 to 4");
  assert.equal(told(`${road} U@2,0r0=none V`, "V@3,0r0=none", false), "Nothing is scored yet.");
  assert.equal(told("E E@0,-1r2=meeple:city.S U", "U@1,0r0=none"), "Nothing is scored yet.");
  useCatalogue("de", de);
  assert.equal(told(road, "U@2,0r0=none"), "Anna: Straße von 2 auf 3");
});

test("the points of an arrow are those of the player on turn", () => {
  useCatalogue("en", en);
  const state = { options: [], colours: ["black", "red"], seat: 2 };
  const view = { state, setup: { aids: true } } as unknown as TableView;
  const arrow = { event: "arrow", seat: 2, tile: "A", did: "points", points: 3, x: 1, y: 0 } as const;
  const gains = { events: [arrow], scored: [], battle: false, growth: [], segments: [] };
  assert.equal(gainsWords(gains, view, namesOf(people as never, [[1], [2]])), "+3 now");
});

test("a meeple on what the tile completes brings its points, and on what stays open the worth of it", () => {
  useCatalogue("en", en);
  assert.equal(told("E", "E@0,-1r2=meeple:city.S"), "+4 now");
  assert.equal(told("U", "U@1,0r0=meeple:road.E"), "road worth 2");
});

test("the final scoring is not told before the last turn is made", () => {
  const scored = (final: boolean) => ({ event: "scored", final, points: 3, sides: [1] });
  const events = [{ event: "placed" }, scored(false), { event: "over" }, scored(true)];
  const engine = { move: () => events, state: () => ({ phase: "over", realms: [] }), segments: () => [], undo() {} };
  const gains = gainsOf("U", {} as TableView, engine as unknown as Engine);
  assert.equal(gains.scored.length, 1);
  assert.deepEqual(gains.events, events.slice(0, 3));
});
