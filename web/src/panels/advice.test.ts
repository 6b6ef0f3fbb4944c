import assert from "node:assert/strict";
import { test } from "node:test";
import hints from "../../messages/hints.en.json";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { toldApart } from "./advice";

test("hints with one sentence are told apart by the meeple, else by its realm, the cell, how the tile lies", () => {
  useCatalogue("en", { ...en, ...hints });
  const lies = (tile: string, rotation: number) => `${tile} ${["north", "east"][rotation]}`;
  const apart = (...moves: string[]) => toldApart(moves, Array(moves.length).fill("Take the asteroid field"), lies);
  assert.deepEqual(apart("A1@1,0r0=small:asteroids.N", "A1@1,0r0=large:asteroids.N"), [
    "Take the asteroid field, with a small meeple",
    "Take the asteroid field, with the large meeple",
  ]);
  assert.deepEqual(apart("A1@1,0r0=small:asteroids.N", "A1@1,0r0=small:asteroids.S"), [
    "Take the asteroid field, asteroid field north",
    "Take the asteroid field, asteroid field south",
  ]);
  assert.deepEqual(apart("A1@1,0r0=none", "A1@2,0r0=none", "A1@2,0r1=none"), [
    "Take the asteroid field, 1 right",
    "Take the asteroid field, 2 right, A1 north",
    "Take the asteroid field, 2 right, A1 east",
  ]);
  assert.deepEqual(toldApart(["A1@1,0r0=none", "A1@2,0r0=none"], ["Lay it", "Extend it"], lies), [
    "Lay it",
    "Extend it",
  ]);
});
