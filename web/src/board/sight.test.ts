import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isSound, MAX_SCALE, MIN_SCALE } from "./camera";
import { GLIDE_MS, Sight } from "./sight";

const box = { left: -1, top: -1, right: 2, bottom: 2 };

/** A Sight with its own clock. */
function opened({ still = false } = {}) {
  const clock = { ms: 10_000 };
  const sight = new Sight(
    () => clock.ms,
    () => still,
  );
  const pass = (ms: number) => {
    clock.ms += ms;
    sight.advance();
  };
  return { sight, pass };
}

type Opened = ReturnType<typeof opened>;
type Act = (to: Opened) => void;

const pixels = fc.integer({ min: -900, max: 2600 });
const at = fc.record({ x: pixels, y: pixels });
const cell = fc.integer({ min: -36, max: 36 });
const boxes = fc
  .tuple(cell, cell, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
  .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }));
const sizes = fc.oneof(
  fc.record({ width: fc.integer({ min: 0, max: 2560 }), height: fc.integer({ min: 0, max: 1440 }) }),
  fc.constantFrom(
    { width: 0, height: 0 },
    { width: 0, height: 700 },
    { width: 1, height: 1 },
    { width: 60, height: 0 },
  ),
);
/** Zoom factors: those of the wheel and of the buttons, and the smallest that has an effect. */
const factors = fc.oneof(
  fc.double({ min: 0.2, max: 5, noNaN: true }),
  fc.constantFrom(1, 1 + Number.EPSILON, 1 - Number.EPSILON / 2, 1.25, 0.8, 1000, 0.001),
);
/** Numbers that a browser should never report, but might. */
const endless = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
const strange = fc.oneof(endless, fc.constantFrom(1e308, 0));

const act: fc.Arbitrary<Act> = fc.oneof(
  boxes.map(
    (to): Act =>
      ({ sight }) =>
        sight.follow(to, to),
  ),
  boxes.chain((to) =>
    fc.integer({ min: 1, max: 200 }).map(
      (px): Act =>
        ({ sight }) =>
          sight.approach(to, px),
    ),
  ),
  at.map(
    (by): Act =>
      ({ sight }) =>
        sight.pan(by),
  ),
  at.map(
    (by): Act =>
      ({ sight }) =>
        sight.panBy(by),
  ),
  fc.tuple(at, factors).map(
    ([place, factor]): Act =>
      ({ sight }) =>
        sight.zoom(place, factor),
  ),
  factors.map(
    (factor): Act =>
      ({ sight }) =>
        sight.zoomBy(factor),
  ),
  sizes.map(
    (size): Act =>
      ({ sight }) =>
        sight.resize(size),
  ),
  fc.constant<Act>(({ sight }) => sight.fit()),
  fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constantFrom(GLIDE_MS, 6000)).map(
    (ms): Act =>
      ({ pass }) =>
        pass(ms),
  ),
);
const hostile: fc.Arbitrary<Act> = fc.oneof(
  strange.map(
    (odd): Act =>
      ({ sight }) =>
        sight.pan({ x: odd, y: 0 }),
  ),
  strange.map(
    (odd): Act =>
      ({ sight }) =>
        sight.panBy({ x: 0, y: odd }),
  ),
  fc.tuple(strange, strange).map(
    ([odd, factor]): Act =>
      ({ sight }) =>
        sight.zoom({ x: odd, y: odd }, factor),
  ),
  strange.map(
    (odd): Act =>
      ({ sight }) =>
        sight.zoomBy(odd),
  ),
  endless.map(
    (odd): Act =>
      ({ sight }) =>
        sight.follow({ left: odd, top: 0, right: odd, bottom: 0 }, box),
  ),
);

test("whatever is done to it, the camera shows something, and a place of the window is where it is painted", () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(fc.oneof({ weight: 9, arbitrary: act }, hostile), { maxLength: 60 }),
      (still, acts) => {
        const each = opened({ still });
        each.sight.resize({ width: 800, height: 600 });
        for (const perform of acts) {
          perform(each);
          each.pass(16);
          const { camera } = each.sight;
          assert.ok(isSound(camera), JSON.stringify(camera));
          assert.ok(camera.scale > MIN_SCALE * 0.999 && camera.scale < MAX_SCALE * 1.001, `${camera.scale}`);
          const back = each.sight.boardAt(each.sight.placeOf({ x: 3, y: -4 }));
          assert.ok(Math.hypot(back.x - 3, back.y + 4) < 1e-6);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test("after anything ordinary the whole board can be had again, in the same place", () => {
  const shown = ({ sight, pass }: Opened) => {
    sight.resize({ width: 800, height: 600 });
    sight.follow(box, box);
    sight.fit();
    pass(GLIDE_MS);
    return sight.camera;
  };
  const first = shown(opened());
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const each = opened();
      each.sight.resize({ width: 300, height: 200 });
      for (const perform of acts) perform(each);
      assert.deepEqual(shown(each), first);
    }),
  );
});

test("a glide that begins one step of the numbers beside its target arrives", () => {
  const { sight, pass } = opened();
  sight.resize({ width: 800, height: 600 });
  const { scale } = sight.camera;
  sight.zoomBy(1 + Number.EPSILON);
  for (let i = 0; i < 30; i++) pass(16);
  assert.ok(!sight.glides && isSound(sight.camera));
  assert.ok(sight.camera.scale > scale);
});

test("a camera that no board could be seen from is refused, and the last one stays", () => {
  const { sight } = opened({ still: true });
  sight.resize({ width: 800, height: 600 });
  const before = sight.camera;
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY]) {
    sight.zoom({ x: odd, y: 0 }, 1.5);
    assert.deepEqual(sight.camera, before);
  }
  sight.zoomBy(Number.NaN);
  assert.deepEqual(sight.camera, before);
});

test("what a hand has moved stays for six seconds, then the board is followed again", () => {
  const { sight, pass } = opened({ still: true });
  sight.resize({ width: 800, height: 600 });
  sight.follow(box, box);
  sight.pan({ x: 40, y: 0 });
  const moved = sight.camera;
  sight.follow({ ...box, right: 9 }, box);
  sight.resize({ width: 700, height: 600 });
  assert.deepEqual(sight.camera, moved);
  pass(6000);
  sight.follow({ ...box, right: 9 }, box);
  assert.notDeepEqual(sight.camera, moved);
});

test("what was approached stays near in a window of another size, until all is to be seen again", () => {
  const { sight } = opened({ still: true });
  const [upright, across] = [
    { width: 360, height: 475 },
    { width: 470, height: 315 },
  ];
  const wide = { left: -6, top: -6, right: 6, bottom: 6 };
  const tile = { left: 4, top: 4, right: 5, bottom: 5 };
  sight.resize(upright);
  sight.follow(wide, tile);
  sight.approach(tile, 104);
  sight.resize(across);
  assert.ok(sight.camera.scale >= 104);
  const [first, last] = [sight.placeOf({ x: 4, y: 4 }), sight.placeOf({ x: 5, y: 5 })];
  assert.ok(first.x >= 0 && first.y >= 0 && last.x <= across.width && last.y <= across.height);
  sight.follow(wide, tile);
  sight.resize(upright);
  assert.ok(sight.camera.scale < 40);
});

test("a board that is too large is followed at 32 pixels a tile, where the last tile was laid", () => {
  const { sight, pass } = opened({ still: true });
  const upright = { width: 360, height: 475 };
  const wide = { left: -12, top: -2, right: 12, bottom: 2 };
  const cell = (x: number) => ({ left: x, top: 0, right: x + 1, bottom: 1 });
  const inWindow = (x: number) => sight.placeOf({ x, y: 0 }).x > -0.01 && sight.placeOf({ x: x + 1, y: 0 }).x < 360.01;
  sight.resize(upright);
  for (const x of [-11, 10, 3]) {
    sight.follow(wide, cell(x));
    assert.ok(Math.abs(sight.camera.scale - 32) < 1e-9 && inWindow(x), JSON.stringify(sight.camera));
    assert.ok(
      Math.abs(sight.placeOf({ x: 0, y: 0 }).y - (475 + 60) / 2) < 0.01,
      "as high as it fits, it stands in the middle",
    );
  }
  const { camera } = sight;
  sight.follow(wide, cell(4));
  assert.deepEqual(sight.camera, camera, "what is in sight moves nothing");

  // A person who asks for the whole board has it, in a window of another size, too, until the next tile.
  sight.fit();
  assert.equal(sight.camera.scale, MIN_SCALE);
  pass(6000);
  sight.resize({ width: 420, height: 475 });
  assert.ok(sight.camera.scale < 20);
  sight.follow(wide, cell(4));
  assert.ok(Math.abs(sight.camera.scale - 32) < 1e-9);
});

test("what is brought into sight is beside what covers the window, and a camera that sees it there stays", () => {
  const covers = fc.record({
    top: fc.integer({ min: 0, max: 170 }),
    right: fc.integer({ min: 0, max: 60 }),
    bottom: fc.integer({ min: 0, max: 190 }),
  });
  fc.assert(
    fc.property(boxes, covers, fc.integer({ min: 20, max: 400 }), (wanted, covered, scale) => {
      const { sight, pass } = opened({ still: true });
      const view = { width: 800, height: 600 };
      sight.resize(view);
      sight.follow(wanted, wanted);
      sight.zoomBy(scale / sight.camera.scale);
      const seen = () => {
        const [first, last] = [
          { x: wanted.left, y: wanted.top },
          { x: wanted.right, y: wanted.bottom },
        ].map((corner) => sight.placeOf(corner));
        const [right, bottom] = [view.width - covered.right, view.height - covered.bottom];
        return first.x > -0.01 && first.y > covered.top - 0.01 && last.x < right + 0.01 && last.y < bottom + 0.01;
      };
      const [before, saw] = [sight.camera, seen()];
      sight.reveal(wanted, covered);
      assert.ok(seen() || sight.camera.scale === MIN_SCALE, JSON.stringify(sight.camera));
      if (saw) assert.ok(Math.hypot(sight.camera.x - before.x, sight.camera.y - before.y) < 0.01);
      sight.resize({ width: 900, height: 700 });
      Object.assign(view, { width: 900, height: 700 });
      pass(6000);
      sight.resize(view);
      assert.ok(seen() || sight.camera.scale === MIN_SCALE, "in a window of another size");
    }),
  );
});
