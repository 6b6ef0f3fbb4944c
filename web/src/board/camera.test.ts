import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  approached,
  between,
  fitted,
  kept,
  MAX_SCALE,
  MIN_SCALE,
  panned,
  sees,
  toBoard,
  toView,
  zoomed,
} from "./camera";

const view = { width: 800, height: 600 };
const camera = fc.record({
  x: fc.integer({ min: -40, max: 40 }),
  y: fc.integer({ min: -40, max: 40 }),
  scale: fc.integer({ min: MIN_SCALE, max: MAX_SCALE }),
});
const place = fc.record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 600 }) });

function near(a: number, b: number): void {
  assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
}

test("a place of the view and a point of the board are each other's inverse", () => {
  fc.assert(
    fc.property(camera, place, (from, at) => {
      const back = toView(from, view, toBoard(from, view, at));
      near(back.x, at.x);
      near(back.y, at.y);
    }),
  );
});

test("zooming keeps what is under the pointer", () => {
  fc.assert(
    fc.property(camera, place, fc.double({ min: 0.1, max: 10, noNaN: true }), (from, at, factor) => {
      const before = toBoard(from, view, at);
      const after = toBoard(zoomed(from, view, at, factor), view, at);
      near(after.x, before.x);
      near(after.y, before.y);
    }),
  );
});

test("zooming stays within the limits", () => {
  const from = { x: 0, y: 0, scale: 100 };
  assert.equal(zoomed(from, view, { x: 0, y: 0 }, 1000).scale, MAX_SCALE);
  assert.equal(zoomed(from, view, { x: 0, y: 0 }, 0.001).scale, MIN_SCALE);
});

test("panning moves the board with the hand", () => {
  assert.deepEqual(panned({ x: 0, y: 0, scale: 100 }, { x: 50, y: -200 }), { x: -0.5, y: 2, scale: 100 });
});

test("a box that was fitted is seen, in the middle", () => {
  const box = { left: -3, top: -2, right: 9, bottom: 4 };
  const fit = fitted(box, view, 200);
  assert.ok(sees(fit, view, box));
  assert.deepEqual([fit.x, fit.y], [3, 1]);
  assert.ok(!sees(panned(fit, { x: -1, y: 0 }), view, box));
});

test("a small box is not blown up", () => {
  assert.equal(fitted({ left: 0, top: 0, right: 1, bottom: 1 }, view, 120).scale, 120);
});

test("coming near moves no more than it must", () => {
  const box = { left: 0, top: 0, right: 3, bottom: 3 };
  const near = { x: 1, y: 1, scale: 100 };
  assert.deepEqual(approached(near, view, box, 60), near, "it is near already");
  fc.assert(
    fc.property(camera, (from) => {
      const to = approached({ ...from, scale: Math.min(from.scale, 150) }, view, box, 110);
      assert.ok(to.scale >= 110 - 1e-9);
      assert.ok(sees({ ...to, scale: to.scale - 1e-6 }, view, box));
    }),
  );
});

test("the board cannot be lost", () => {
  const box = { left: -1, top: -1, right: 2, bottom: 2 };
  assert.deepEqual(kept({ x: 50, y: -9, scale: 60 }, box), { x: 2, y: -1, scale: 60 });
});

test("the way from one camera to another begins and ends there", () => {
  fc.assert(
    fc.property(camera, camera, (from, to) => {
      for (const [part, end] of [
        [0, from],
        [1, to],
      ] as const) {
        const at = between(from, to, part);
        near(at.x, end.x);
        near(at.y, end.y);
        near(at.scale, end.scale);
      }
    }),
  );
});
