import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "../../../js/src/types";
import { type Battle, battleAfter, type Sides } from "./battle";

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
