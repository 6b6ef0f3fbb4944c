import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "../../../js/src/types";
import type { Step } from "../game/model";
import { battlesOf } from "./battles";
import { judge, loss, summarize, type TurnFigures } from "./judgement";

function near(actual: number, expected: number, what: string): void {
  assert.ok(Math.abs(actual - expected) < 1e-9, `${what}: ${actual}, expected ${expected}`);
}

function turn(side: number, lost: number, more: Partial<TurnFigures> = {}): TurnFigures {
  const best = { win: 0.6, diff: 5 };
  const played = lost === 0 ? best : { win: 0.6 - lost, diff: 5 - 50 * lost };
  return { seat: side, side, best, played, first: lost === 0, counted: true, draw: null, dice: null, ...more };
}

test("judgements by the probability of winning that was given away", () => {
  assert.deepEqual(
    [0, 0.01, 0.021, 0.051, 0.101].map((lost) => judge(turn(1, lost))),
    ["best", "good", "inaccuracy", "mistake", "blunder"],
  );
  assert.equal(judge(JSON.parse(JSON.stringify(turn(1, 0)))), "best", "also when it was kept in the browser");
  assert.deepEqual(loss({ best: { win: 0.5, diff: 1 }, played: { win: 0.6, diff: 2 } }), { win: 0, diff: 0 });
});

test("what a side gave away, in all and by counted decision", () => {
  const [one, two] = summarize([turn(1, 0), turn(2, 0.08), turn(2, 0.01, { counted: false }), turn(2, 0.02)], 2);
  assert.deepEqual([one.counts.best, one.counted, one.given.diff], [1, [0], 0]);
  near(two.given.diff, 5.5, "given by side 2");
  assert.deepEqual([two.counts.mistake, two.counts.good, two.counted.length], [1, 1, 2]);
  near(two.counted[0], 0.08, "the first counted decision");
});

test("battles fought, won and expected", () => {
  const at = { realm: "planet", x: 0, y: 0 };
  const events: GameEvent[] = [
    { event: "battle", ...at, dice: { "1": 2, "2": 2 } },
    { event: "throw", ...at, dice: { "1": [6, 1], "2": [2, 2] } },
    { event: "lost", ...at, side: 2, points: 2 },
  ];
  const step: Step = { from: 0, to: 1, seat: 1, words: [], events };
  const [one, two] = battlesOf([step], 2, (dice) => dice.map((_, i) => (i === 0 ? 0.75 : 0.25)));
  assert.deepEqual([one.fought, one.won, two.fought, two.won], [1, 1, 1, 0]);
  assert.deepEqual([one.expected, two.expected], [0.75, 0.25]);
});
