import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "../../../js/src/types";
import de from "../words/core.de";
import en from "../words/core.en";
import it from "../words/core.it";
import { useCatalogue } from "../words/words";
import { type Battle, battleAfter, type Sides } from "./battle";
import { verdictWords } from "./phrases";

const sides: Sides = {
  name: (side) => `side ${side}`,
  seats: (side) => [{ seat: side, colour: "red" }],
  odds: (dice) => dice.map((count) => count / 4),
  symbol: (side) => side === 2,
};
const at = { realm: "planet", x: 0, y: 0 };

function fight(events: GameEvent[]): Battle {
  return events.reduce<Battle | null>((battle, event) => battleAfter(battle, event, sides), null)!;
}

function shown(battle: Battle) {
  return battle.fighters.map(({ side, faces, state, points }) => [side, faces, state, points]);
}

test("three sides, a tie, two losers", () => {
  const begun = [
    { event: "battle", ...at, dice: { 1: 2, 2: 1, 3: 1 } },
    { event: "throw", ...at, dice: { 1: [5, 2], 2: [5], 3: [3] } },
    { event: "tie", ...at, sides: [1, 2], points: 1 },
    { event: "lost", ...at, side: 3, points: 1 },
  ] as GameEvent[];
  assert.deepEqual(shown(fight(begun)), [
    [1, [5, 2], "ties", 1],
    [2, [5], "ties", 1],
    [3, [3], "lost", 1],
  ]);
  const over = [
    { event: "throw", ...at, dice: { 1: [1, 2], 2: [6] } },
    { event: "lost", ...at, side: 1, points: 2 },
  ] as GameEvent[];
  assert.deepEqual(shown(fight([...begun, ...over])), [
    [1, [1, 2], "lost", 3],
    [2, [6], "won", 1],
    [3, [3], "lost", 1],
  ]);
});

test("who has won is said, by the highest dice of the throw that decided", () => {
  const three = [
    { event: "battle", ...at, dice: { 1: 2, 2: 1, 3: 1 } },
    { event: "throw", ...at, dice: { 1: [5, 6], 2: [4], 3: [2] } },
    { event: "lost", ...at, side: 2, points: 1 },
    { event: "lost", ...at, side: 3, points: 1 },
  ] as GameEvent[];
  useCatalogue("en", en);
  assert.equal(verdictWords(fight(three.slice(0, 3))), "", "two are left");
  assert.equal(verdictWords(fight(three)), "side 1 won with 6 against 4 and 2.");
  useCatalogue("de", de);
  assert.equal(verdictWords(fight(three)), "Sieg für side 1: 6 gegen 4 und 2.");
  useCatalogue("it", it);
  assert.equal(verdictWords(fight(three)), "Vittoria di side 1: 6 contro 4 e 2.");
  const again = [
    { event: "battle", ...at, dice: { 1: 2, 2: 1, 3: 1 } },
    { event: "throw", ...at, dice: { 1: [5, 2], 2: [5], 3: [3] } },
    { event: "tie", ...at, sides: [1, 2], points: 1 },
    { event: "lost", ...at, side: 3, points: 1 },
    { event: "throw", ...at, dice: { 1: [1, 2], 2: [3] } },
    { event: "lost", ...at, side: 1, points: 2 },
  ] as GameEvent[];
  useCatalogue("en", en);
  assert.equal(verdictWords(fight(again)), "side 2 won with 3 against 2.", "who was out before did not throw");
});

test("the odds and the symbol are known before the throw", () => {
  const { fighters, spot } = fight([{ event: "battle", ...at, dice: { 1: 2, 2: 1, 3: 1 } } as GameEvent]);
  assert.deepEqual(
    fighters.map(({ chance, symbol, state }) => [chance, symbol, state]),
    [
      [0.5, false, "fights"],
      [0.25, true, "fights"],
      [0.25, false, "fights"],
    ],
  );
  assert.equal(spot.realm, "planet");
});

test("without a battle nothing is shown", () => {
  assert.equal(battleAfter(null, { event: "lost", ...at, side: 1, points: 2 }, sides), null);
});
