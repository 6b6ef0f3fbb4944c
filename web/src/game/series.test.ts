import assert from "node:assert/strict";
import { test } from "node:test";
import { bestOfThree, gamesWon, seriesPoints } from "./series";

const own = (seat: number) => seat;

test("games count once they are over: won, shared, lost by time", () => {
  const scores = (...told: number[]) => ({ scores: told });
  assert.deepEqual(seriesPoints([2, 0], { stage: "playing", state: scores(9, 3) }, own), [2, 0]);
  assert.deepEqual(seriesPoints([2, 0], { stage: "over", state: scores(9, 30) }, own), [2, 2]);
  assert.deepEqual(seriesPoints([2, 0], { stage: "over", state: scores(9, 9) }, own), [3, 1]);
  const lost = { seat: 1, why: "clock" } as const;
  assert.deepEqual(seriesPoints([2, 0], { stage: "over", lost, state: scores(9, 3) }, own), [2, 2]);
  const team = (seat: number) => ((seat - 1) % 2) + 1;
  assert.deepEqual(seriesPoints([0, 0, 0, 0], { stage: "over", state: scores(1, 2) }, team), [0, 2, 0, 2]);
});

test("two wins, or more points after three games, win the best of three", () => {
  const won = [[0, 0], [2, 0], [2, 2], [4, 0], [3, 1], [2, 4], [3, 3], [3, 4]].map(bestOfThree); // biome-ignore format: a table
  assert.deepEqual(won, [0, 0, 0, 1, 0, 2, 0, 2]);
  assert.deepEqual([0, 1, 2, 3].map(gamesWon), ["0", "½", "1", "1½"]);
});
