import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TIP_GAP, tipCorner } from "./tip";

const view = { width: 360, height: 470 };
const tips = fc.record({ width: fc.integer({ min: 20, max: 252 }), height: fc.integer({ min: 20, max: 90 }) });
const places = fc.record({ x: fc.integer({ min: -500, max: 900 }), y: fc.integer({ min: -500, max: 900 }) });

test("a tip is in the window wherever its place is, and leaves that free where there is room above or below", () => {
  const tall = fc.integer({ min: 0, max: 420 });
  fc.assert(
    fc.property(places, tall, tips, (at, high, tip) => {
      const { x, y } = tipCorner(at, high, tip, view);
      assert.ok(x >= 0 && x + tip.width <= view.width && y >= 0 && y + tip.height <= view.height);
      const room = tip.height + TIP_GAP;
      const free = at.y - room > 0 || view.height - at.y - high >= room;
      if (free) assert.ok(y + tip.height <= at.y || y >= at.y + high, `${y} over ${at.y} and ${high} more`);
    }),
  );
});

test("a tip is above its place, in the middle", () => {
  assert.deepEqual(tipCorner({ x: 180, y: 200 }, 60, { width: 100, height: 40 }, view), { x: 130, y: 142 });
});
