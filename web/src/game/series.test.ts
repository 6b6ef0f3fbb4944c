import assert from "node:assert/strict";
import { test } from "node:test";
import { bestOfThree, gamesHelped, gamesWon, seriesPoints } from "./series";

const own = (seat: number) => seat;

test("games count once they are over: won, shared, lost by time", () => {
  const scores = (...told: number[]) => ({ scores: told });
  assert.deepEqual(seriesPoints([2, 0], { stage: "playing", state: scores(9, 3) }, own), [2, 0]);
  assert.deepEqual(seriesPoints([2, 0], { stage: "over", state: scores(9, 30) }, own), [2, 2]);
  assert.deepEqual(seriesPoints([2, 0], { stage: "over", state: scores(9, 9) }, own), [3, 1]);
  const lost = { seat: 1, why: "clock" } as const;
  assert.deepEqual(seriesPoints([2, 0], { stage: "over", lost, state: scores(9, 3) }, own), [2, 2]);
  const undecided = { stage: "over", undecided: true, state: scores(9, 3) } as const;
  assert.deepEqual(seriesPoints([2, 0], undecided, own), [2, 0], "a game that nobody could end");
  const team = (seat: number) => ((seat - 1) % 2) + 1;
  assert.deepEqual(seriesPoints([0, 0, 0, 0], { stage: "over", state: scores(1, 2) }, team), [0, 2, 0, 2]);
});

test("games in which the computer made turns for somebody are counted once they are over, and decided", () => {
  const turn = { from: 0, to: 1, seat: 2, words: [], events: [] };
  const steps = [turn, { ...turn, instead: true }, { ...turn, instead: true }];
  assert.deepEqual(gamesHelped([1, 0], { stage: "over", steps }), [1, 1]);
  assert.deepEqual(gamesHelped([1, 0], { stage: "over", steps: [turn] }), [1, 0]);
  assert.deepEqual(gamesHelped([1, 0], { stage: "playing", steps }), [1, 0]);
  assert.deepEqual(gamesHelped([1, 0], { stage: "over", undecided: true, steps }), [1, 0]);
});

test("two wins, or more points after three games, win the best of three", () => {
  // biome-ignore format: a table
  const won = [[0, 0], [2, 0], [2, 2], [4, 0], [3, 1], [2, 4], [3, 3], [3, 4]].map(bestOfThree);
  assert.deepEqual(won, [0, 0, 0, 1, 0, 2, 0, 2]);
  assert.deepEqual([0, 1, 2, 3].map(gamesWon), ["0", "½", "1", "1½"]);
});
