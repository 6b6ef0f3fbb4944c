import assert from "node:assert/strict";
import { test } from "node:test";
import { keepReview, ownReviews } from "./own-reviews";

test("reviews are kept once, and give averages and the level in the middle", () => {
  assert.equal(ownReviews(), null);
  keepReview({ given: 6, luck: null, level: null });
  assert.deepEqual(ownReviews(), { games: 1, given: 6, luck: null, level: null });
  for (let twice = 0; twice < 2; twice++) keepReview({ given: 3, luck: -4, level: 5 });
  keepReview({ given: 9, luck: 8, level: 3 });
  keepReview({ given: 10, luck: -1, level: 8 });
  assert.deepEqual(ownReviews(), { games: 4, given: 7, luck: 1, level: 5 });
  for (let game = 0; game < 200; game++) keepReview({ given: game / 8, luck: 0, level: 1 });
  assert.equal(ownReviews()?.games, 100);
});
