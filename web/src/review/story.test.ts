import assert from "node:assert/strict";
import { test } from "node:test";
import type { Candidate } from "../../../js/src/types";
import type { TurnReview } from "./analyst";
import { storyOf } from "./story";

function candidate(win: number, move = "m"): Candidate {
  return { move, win, diff: 0, error: 0, visits: 10, pv: [] };
}

/** A turn of a side with the winning probabilities of its two best moves; `played` is the index of the played one. */
function turn(stop: number, side: number, first: number, second: number, played = 0): TurnReview {
  const candidates = [candidate(first, "a"), candidate(second, "b")];
  const told = {
    best: candidates[0],
    played: candidates[played],
    first: played === 0,
    counted: true,
    candidates,
    draw: null,
    dice: null,
  };
  return { stop, seat: side, side, move: "a", ...told };
}

test("between two the turning point may be the loser's turn, and the best move anybody's", () => {
  const turns = [turn(5, 1, 0.9, 0.85), turn(1, 1, 0.5, 0.3), turn(3, 2, 0.55, 0.2, 1), turn(7, 2, 0.05, 0)];
  const { turning, best } = storyOf(turns, 1);
  assert.equal(turning?.turn.stop, 3);
  assert.deepEqual([turning?.from.toFixed(2), turning?.to], ["0.50", 0.9]);
  assert.equal(best?.turn.stop, 1);
});

test("between several only the winner's own turns tell their chance; a narrow choice is no find", () => {
  const turns = [turn(1, 1, 0.3, 0.29), turn(3, 2, 0.9, 0.895), turn(5, 3, 0.3, 0.3), turn(7, 1, 0.4, 0.39)];
  const { turning, best } = storyOf(turns, 1);
  assert.deepEqual([turning?.turn.stop, turning?.to], [7, 1]);
  assert.equal(best, null);
});

test("the turning point is the turn that caused it, not the winner's answer, which may be a blunder", () => {
  const blunder = turn(4, 1, 0.62, 0.5, 1);
  const turns = [turn(1, 1, 0.6, 0.6), turn(2, 2, 0.4, 0.39, 1), turn(3, 3, 0.3, 0.3)];
  const gifts = [turn(5, 2, 0.5, 0.48, 1), turn(6, 3, 0.6, 0.3, 1), turn(7, 1, 0.85, 0.8)];
  const { turning } = storyOf([...turns, blunder, ...gifts], 1);
  assert.deepEqual([turning?.turn.stop, turning?.from, turning?.to], [6, 0.5, 0.85]);
});

test("where nobody gave anything away the draw was the turning point, or the dice", () => {
  const turns = [turn(1, 1, 0.4, 0.4), turn(2, 2, 0.6, 0.6)];
  const drawn = { ...turn(3, 1, 0.8, 0.8), draw: { win: 0.3, diff: 2 } };
  assert.equal(storyOf([...turns, drawn], 1).turning?.turn.stop, 3);
  const thrown = { ...turns[0], dice: { win: 0.35, diff: 3 } };
  assert.equal(storyOf([thrown, turns[1], drawn], 1).turning?.turn.stop, 1);
});
