import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { below, drawTile, randomId, throwDice } from "./chance";

test("numbers from the part of the range that would favour small ones are drawn again", () => {
  const words = [2 ** 32 - 1, 7];
  assert.equal(
    below(6, () => words.shift()!),
    1,
  );
});

test("a bounded number is below its bound", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1e9 }), (n) => below(n) < n));
});

test("every copy of a tile counts", () => {
  const legal = ["draw A*2", "draw B*1", "draw C*3"];
  const drawn = [0, 1, 2, 3, 4, 5].map((nth) => drawTile(legal, () => nth));
  assert.deepEqual(drawn, ["A", "A", "B", "C", "C", "C"]);
});

test("all sides throw their dice", () => {
  assert.equal(
    throwDice("throw 1:2d6 3:1d6", () => 4),
    "[1:5,5;3:5]",
  );
  assert.match(throwDice("throw 2:3d6 5:1d6"), /^\[2:[1-6],[1-6],[1-6];5:[1-6]\]$/);
});

test("ids are words of base32", () => {
  assert.match(randomId(10), /^[a-z2-7]{10}$/);
});
