import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "../../../js/src/types";
import de from "../words/core.de";
import en from "../words/core.en";
import it from "../words/core.it";
import { useCatalogue } from "../words/words";
import { type Battle, battleAfter, diceOf, outcomeOf, type Sides } from "./battle";
import { attackWords, verdictWords } from "./phrases";

const sides: Sides = {
  name: (side) => `side ${side}`,
  seats: (side) => [{ seat: side, colour: "red" }],
  meeples: (side) => [{ piece: side === 1 ? "large" : "small", colour: "red" }],
  mine: (side) => side === 2,
  mover: () => ({ side: 1, name: "Anna" }),
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

const DUEL = [
  { event: "battle", ...at, dice: { 1: 2, 2: 1 } },
  { event: "throw", ...at, dice: { 1: [5, 2], 2: [6] } },
  { event: "lost", ...at, side: 1, points: 2 },
] as GameEvent[];

test("a battle is won or lost for the one side of the person here", () => {
  const outcome = (mine: number[], count = DUEL.length) =>
    outcomeOf(
      DUEL.slice(0, count).reduce<Battle | null>(
        (battle, event) => battleAfter(battle, event, { ...sides, mine: (side) => mine.includes(side) }),
        null,
      )!,
    );
  assert.deepEqual([outcome([2]), outcome([1]), outcome([1, 2]), outcome([])], ["won", "lost", "", ""]);
  assert.equal(outcome([2], 2), "", "before anybody has lost");
});

test("Rebels throw red dice, the Empire green ones, others what is left", () => {
  const colours = (...sides: ["red" | "black" | "orange", number][]) => {
    const all = sides.map(([colour, dice]) => ({ colour, dice }));
    return all.map(({ colour }) => diceOf(colour, all));
  };
  assert.deepEqual(colours(["red", 2], ["black", 1]), ["red", "green"]);
  assert.deepEqual(colours(["red", 2], ["orange", 1]), ["red", "green"]);
  assert.deepEqual(colours(["orange", 2], ["black", 1]), ["red", "green"]);
  assert.deepEqual(colours(["orange", 1], ["black", 1], ["red", 2]), ["green", "green", "red"]);
});

test("the attacker is said, or the player that has set others at each other", () => {
  useCatalogue("en", en);
  assert.equal(attackWords(fight(DUEL)), "Anna attacks side 2: planet");
  const others = { event: "battle", ...at, dice: { 2: 2, 3: 1 } } as GameEvent;
  assert.equal(attackWords(fight([others])), "Anna sets off a battle: planet");
});
