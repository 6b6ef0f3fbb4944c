import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Patience } from "./patience";

beforeEach(() => {
  Object.assign(globalThis, { window: globalThis });
  mock.timers.enable({ apis: ["setTimeout"] });
});

afterEach(() => mock.timers.reset());

function open() {
  const told: boolean[] = [];
  return { told, patience: new Patience((lost) => told.push(lost)) };
}

test("a server that answers again soon is not told of", () => {
  const { told, patience } = open();
  for (let n = 0; n < 3; n++) {
    patience.note(true);
    mock.timers.tick(2900);
    patience.note(false);
  }
  mock.timers.tick(60_000);
  assert.deepEqual(told, []);
});

test("a server that stays away is told of once, from when it was away first", () => {
  const { told, patience } = open();
  patience.note(true);
  mock.timers.tick(2000);
  patience.note(true);
  mock.timers.tick(1000);
  assert.deepEqual(told, [true]);
  patience.note(true);
  mock.timers.tick(60_000);
  patience.note(false);
  patience.note(false);
  assert.deepEqual(told, [true, false]);
  patience.note(true);
  mock.timers.tick(3000);
  assert.deepEqual(told, [true, false, true]);
});

test("what is closed tells no more", () => {
  const { told, patience } = open();
  patience.note(true);
  patience.close();
  mock.timers.tick(60_000);
  assert.deepEqual(told, []);
});
