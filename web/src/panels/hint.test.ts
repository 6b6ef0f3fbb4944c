import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Candidate } from "../../../js/src/types";
import { percent } from "../words/words";
import { proposed } from "./hint";

const candidate = fc.record({
  move: fc.uuid(),
  win: fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000),
  diff: fc.double({ min: -60, max: 60, noNaN: true }),
  error: fc.constant(0),
  visits: fc.nat(),
  pv: fc.constant<string[]>([]),
});

test("the three turns that the computer prefers are ordered by the chance to win that is shown", () => {
  const order = fc.property(fc.array(candidate, { minLength: 1 }), (candidates: Candidate[]) => {
    const shown = proposed(candidates).map(([first]) => first);
    const preferred = candidates.slice(0, 3);
    assert.deepEqual(new Set(shown), new Set(preferred));
    assert.equal(shown.length, preferred.length);
    const chances = shown.map(({ win }) => Number.parseInt(percent(win), 10));
    assert.deepEqual(
      chances,
      [...chances].sort((a, b) => b - a),
    );
  });
  fc.assert(order, { numRuns: 1000 });
});

test("turns that differ in the meeple alone are one proposal, and do not take the room of others", () => {
  const turn = (move: string, win: number): Candidate => ({ move, win, diff: 0, error: 0, visits: 1, pv: [] });
  const moves = [
    "A@1,0r0=large:planet",
    "A@1,0r0=small:planet",
    "A@2,0r0=none",
    "A@1,0r1=small:planet",
    "A@3,0r0=none",
  ];
  const shown = proposed(moves.map((move, at) => turn(move, 0.5 - at / 10)));
  assert.deepEqual(
    shown.map((same) => same.map(({ move }) => move)),
    [moves.slice(0, 2), [moves[2]], [moves[3]]],
  );
});
