import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fieldCell, LAP, markers, ringFor, way } from "./score-track";

test("50 fields go once round the ring, each beside the next", () => {
  for (const seats of [2, 3, 5]) {
    const ring = ringFor(seats);
    const cells = Array.from({ length: LAP }, (_, field) => fieldCell(ring, field));
    assert.equal(new Set(cells.map(({ x, y }) => `${x},${y}`)).size, LAP);
    cells.forEach((cell, field) => {
      const next = cells[(field + 1) % LAP];
      assert.equal(Math.abs(cell.x - next.x) + Math.abs(cell.y - next.y), 1, `after field ${field}`);
      const border = cell.x === 0 || cell.y === 0 || cell.x === ring.columns - 1 || cell.y === ring.rows - 1;
      assert.ok(border, `field ${field}`);
    });
  }
});

test("a marker shows the score within its lap; those on one field know of each other", () => {
  assert.deepEqual(markers([57, 7, 100]), [
    { side: 1, field: 7, laps: 1, place: 0, among: 2 },
    { side: 2, field: 7, laps: 0, place: 1, among: 2 },
    { side: 3, field: 0, laps: 2, place: 0, among: 1 },
  ]);
});

test("the way is as long as the gain and ends on the new field", () => {
  const score = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(score, score, (from, gain) => {
      const fields = way(from, from + gain);
      assert.equal(fields.length, gain);
      if (gain > 0) assert.equal(fields[gain - 1], (from + gain) % LAP);
    }),
  );
  assert.deepEqual(way(48, 51), [49, 0, 1]);
  assert.deepEqual(way(5, 3), []);
});
