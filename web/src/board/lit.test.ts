import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "../../../js/src/types";
import type { Step } from "../game/model";
import { litRealms } from "./lit";

function turn(...points: number[]): Step {
  const events = points.map((each) => ({ event: "scored", complete: each > 1, points: each }));
  return { from: 0, to: 1, seat: 1, words: [], events: [{ event: "placed" }, ...events] as GameEvent[] };
}

const DRAW: Step = { from: 0, to: 1, seat: 1, words: [], events: [{ event: "drawn", seat: 1, tile: "A1" }] };

test("what was completed is lit for a round, whatever is drawn meanwhile", () => {
  const steps = [turn(2), DRAW, turn(3, 4), DRAW, turn(1), DRAW];
  const lit = (turns: number) => litRealms(steps, turns).map(({ points }) => points);
  assert.deepEqual(lit(3), [2, 3, 4]);
  assert.deepEqual(lit(2), [3, 4]);
  assert.deepEqual(lit(1), [], "an abbot who leaves completes nothing");
});
