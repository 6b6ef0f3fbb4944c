import assert from "node:assert/strict";
import { test } from "node:test";
import { changeSettings } from "../ui/settings";
import { Finale, pace } from "./finale";

test("the final scoring lasts some eight seconds, and a short one is not drawn out", () => {
  for (const count of [6, 9, 16, 30]) assert.ok(pace(count) * count <= 9000 && pace(count) * count >= 6000, `${count}`);
  assert.equal(pace(1), 1500);
});

test("it lasts two seconds or twenty, as one likes, and at once is at once", () => {
  for (const [speed, ms] of [
    ["slow", 20_000],
    ["fast", 2000],
  ] as const) {
    changeSettings({ pace: speed });
    assert.equal(Math.round(pace(16) * 16), ms);
  }
  changeSettings({ pace: "once" });
  const told: string[] = [];
  new Finale({ count: () => 3, show: (at, state) => told.push(`${at} ${state}`) }).start();
  assert.deepEqual(told, ["3 ended"]);
  changeSettings({ pace: "normal" });
});

test("it plays, stands where it is stopped, goes back and on, and ends", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, { window: globalThis });
  const told: string[] = [];
  const finale = new Finale({ count: () => 3, show: (at, state) => told.push(`${at} ${state}`) });
  finale.start();
  t.mock.timers.tick(1000);
  finale.toggle();
  t.mock.timers.tick(60_000);
  assert.deepEqual(told, ["0 plays", "1 plays", "1 stands"]);
  finale.go(0);
  finale.toggle();
  for (let n = 0; n < 4; n++) t.mock.timers.tick(1500);
  assert.deepEqual(told.slice(3), ["0 stands", "1 plays", "2 plays", "3 plays", "3 ended"]);
  finale.go(9);
  finale.toggle();
  finale.close();
  t.mock.timers.tick(60_000);
  assert.deepEqual(told.slice(8), ["3 stands", "0 plays"]);
  assert.equal(finale.begun, false);
});
