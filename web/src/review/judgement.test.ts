import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { GameEvent } from "../../../js/src/types";
import type { Step } from "../game/model";
import { battlesOf } from "./battles";
import { accuracyOf, average, judge, loss, minus, opposite, summarize, type TurnFigures } from "./judgement";

function near(actual: number, expected: number, what: string): void {
  assert.ok(Math.abs(actual - expected) < 1e-9, `${what}: ${actual}, expected ${expected}`);
}

function turn(side: number, lost: number, more: Partial<TurnFigures> = {}): TurnFigures {
  const best = { win: 0.6, diff: 5 };
  const played = lost === 0 ? best : { win: 0.6 - lost, diff: 5 - 50 * lost };
  return { seat: side, side, best, played, first: lost === 0, draw: null, dice: null, ...more };
}

test("judgements by the probability of winning that was given away", () => {
  assert.deepEqual(
    [0, 0.01, 0.021, 0.051, 0.101].map((lost) => judge(turn(1, lost))),
    ["best", "good", "inaccuracy", "mistake", "blunder"],
  );
  assert.equal(judge(JSON.parse(JSON.stringify(turn(1, 0)))), "best", "also when it was kept in the browser");
  assert.deepEqual(loss({ best: { win: 0.5, diff: 1 }, played: { win: 0.6, diff: 2 } }), { win: 0, diff: 0 });
});

test("accuracy is 100 for nothing lost, and falls with what is lost", () => {
  assert.equal(accuracyOf(0), 100);
  near(accuracyOf(0.1), 100 / Math.E, "a tenth lost");
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.001, max: 1, noNaN: true }),
      (lost, more) => {
        assert.ok(accuracyOf(lost + more) < accuracyOf(lost));
      },
    ),
  );
});

test("between two sides luck is the other's bad luck; skill is one's own", () => {
  const [one, two] = summarize(
    [
      turn(1, 0, { draw: { win: 0.1, diff: 3 } }),
      turn(2, 0.08, { draw: { win: 0.05, diff: 1 }, dice: { win: -0.2, diff: -4 } }),
    ],
    2,
  );
  near(one.draws.diff, 2, "draws of side 1");
  near(two.draws.diff, -2, "draws of side 2");
  near(one.dice.diff, 4, "dice of side 1");
  near(two.dice.diff, -4, "dice of side 2");
  near(one.given.diff, 0, "given by side 1");
  near(two.given.diff, 4, "given by side 2");
  assert.deepEqual([one.turns, one.counts.best, two.counts.mistake, one.accuracy], [1, 1, 1, 100]);
});

test("between three sides luck is that of one's own turns", () => {
  const sums = summarize([turn(1, 0, { draw: { win: 0.1, diff: 3 } })], 3);
  assert.deepEqual(
    sums.map(({ draws }) => draws.diff),
    [3, 0, 0],
  );
  assert.equal(sums[2].accuracy, null);
});

test("averages, differences and the other side", () => {
  const values = [
    { value: { win: 1, diff: 8 }, weight: 1 },
    { value: { win: 0, diff: 0 }, weight: 3 },
  ];
  assert.deepEqual(average(values), { win: 0.25, diff: 2 });
  assert.equal(average([]), null);
  assert.deepEqual(opposite({ win: 0.25, diff: 2 }), { win: 0.75, diff: -2 });
  assert.deepEqual(minus({ win: 0.75, diff: 2 }, { win: 0.25, diff: 3 }), { win: 0.5, diff: -1 });
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
