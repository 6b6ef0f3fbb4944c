import assert from "node:assert/strict";
import { test } from "node:test";
import { type Tap, Taps } from "./taps";

const decides = (at: number, x = 100): Tap => ({ x, y: 50, at, decides: true });

test("a second tap at the place of a decision, and soon, is none of its own", () => {
  const taps = new Taps();
  assert.equal(taps.again(decides(1000)), false);
  assert.equal(taps.again(decides(1399, 147)), true);
  assert.equal(taps.again({ ...decides(1399), decides: false }), true, "whatever has come to the place");
});

test("later or elsewhere it is meant", () => {
  const taps = new Taps();
  taps.again(decides(1000));
  assert.equal(taps.again(decides(1400)), false);
  assert.equal(taps.again(decides(1500, 148)), false);
});

test("taps that were refused do not put off the next one", () => {
  const taps = new Taps();
  taps.again(decides(0));
  assert.deepEqual([taps.again(decides(300)), taps.again(decides(450))], [true, false]);
});

test("a tap elsewhere in between ends the double tap, and what decides nothing is tapped as fast as one likes", () => {
  const taps = new Taps();
  taps.again(decides(0));
  taps.again({ x: 400, y: 50, at: 100, decides: false });
  assert.equal(taps.again(decides(200)), false);
  const plain = (at: number) => ({ ...decides(at), decides: false });
  assert.deepEqual([taps.again(plain(700)), taps.again(plain(750)), taps.again(decides(800))], [false, false, false]);
});
