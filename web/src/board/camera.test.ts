import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  approached,
  between,
  fitted,
  isSound,
  kept,
  MAX_SCALE,
  MIN_SCALE,
  panned,
  revealed,
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

test("what lies outside is brought into sight, from where one is if it is small enough", () => {
  const boxes = fc.record({ left: fc.integer({ min: -30, max: 30 }), top: fc.integer({ min: -30, max: 30 }) });
  fc.assert(
    fc.property(camera, boxes, fc.integer({ min: 1, max: 30 }), (from, { left, top }, side) => {
      const box = { left, top, right: left + side, bottom: top + side };
      const to = revealed(from, view, box);
      assert.ok(sees({ ...to, scale: to.scale * (1 - 1e-6) }, view, box));
      near(to.scale, Math.min(from.scale, view.height / side));
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

/** The next larger number in floating point. */
function above(value: number): number {
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  return new Float64Array(new BigInt64Array([bits[0] + 1n]).buffer)[0];
}

test("between scales however near each other the way is sound, and never turns back", () => {
  const scale = fc.double({ min: MIN_SCALE, max: MAX_SCALE, noNaN: true });
  const growth = fc.oneof(
    fc.constantFrom(above, (from: number) => from),
    fc.double({ min: -1e-9, max: 1e-9, noNaN: true }).map((by) => (from: number) => from * (1 + by)),
    scale.map((to) => () => to),
  );
  fc.assert(
    fc.property(scale, growth, fc.boolean(), (one, grown, turned) => {
      const scales = turned ? [grown(one), one] : [one, grown(one)];
      const [from, to] = [
        { x: 0, y: 5, scale: scales[0] },
        { x: 1, y: -7, scale: scales[1] },
      ];
      let last = from;
      for (let part = 0; part <= 1; part += 1 / 16) {
        const at = between(from, to, part);
        assert.ok(isSound(at), JSON.stringify([from, to, at]));
        assert.ok(at.x >= last.x - 1e-12 && at.y <= last.y + 1e-12);
        last = at;
      }
      near(last.x, to.x);
      near(last.y, to.y);
    }),
    { examples: [[132, above, false]] },
  );
});

test("a way between equal scales is a straight one", () => {
  const middle = between({ x: 0, y: 0, scale: 60 }, { x: 4, y: -2, scale: 60 }, 0.25);
  assert.deepEqual(middle, { x: 1, y: -0.5, scale: 60 });
});

test("on the way what stands still in the window at both ends stands still", () => {
  fc.assert(
    fc.property(camera, place, fc.double({ min: 0.1, max: 10, noNaN: true }), (from, at, factor) => {
      const fixed = toBoard(from, view, at);
      const seen = toView(between(from, zoomed(from, view, at, factor), 0.4), view, fixed);
      near(seen.x, at.x);
      near(seen.y, at.y);
    }),
  );
});
