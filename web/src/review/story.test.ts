import assert from "node:assert/strict";
import { test } from "node:test";
import type { Candidate } from "../../../js/src/types";
import type { TurnReview } from "./analyst";
import { storyOf } from "./story";

function candidate(win: number, move = "m"): Candidate {
  return { move, win, diff: 0, error: 0, visits: 10, pv: [] };
}

/** A turn of a side with the chances of its two best moves; the first is played, or the second. */
function turn(stop: number, side: number, first: number, second: number, played = 0): TurnReview {
  const candidates = [candidate(first, "a"), candidate(second, "b")];
  const told = {
    best: candidates[0],
    played: candidates[played],
    first: played === 0,
    candidates,
    draw: null,
    dice: null,
  };
  return { stop, seat: side, side, move: "a", ...told };
}

test("between two the turning point may be the loser's turn, and the best move anybody's", () => {
  const turns = [turn(5, 1, 0.9, 0.85), turn(1, 1, 0.5, 0.3), turn(3, 2, 0.55, 0.2, 1), turn(7, 2, 0.05, 0)];
  const { turning, best } = storyOf(turns, 2, 1);
  assert.equal(turning?.turn.stop, 3);
  assert.deepEqual([turning?.from.toFixed(2), turning?.to], ["0.45", 0.9]);
  assert.equal(best?.turn.stop, 1);
});

test("between several only the winner's own turns tell their chance; a narrow choice is no find", () => {
  const turns = [turn(1, 1, 0.3, 0.29), turn(3, 2, 0.9, 0.895), turn(5, 3, 0.3, 0.3), turn(7, 1, 0.4, 0.39)];
  const { turning, best } = storyOf(turns, 3, 1);
  assert.deepEqual([turning?.turn.stop, turning?.to], [7, 1]);
  assert.equal(best, null);
});
