import assert from "node:assert/strict";
import { test } from "node:test";
import hints from "../../messages/hints.en.json";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { toldApart } from "./advice";

test("hints with one sentence are told apart by the meeple, else by cell, else by how the tile is turned", () => {
  useCatalogue("en", { ...en, ...hints });
  const apart = (...moves: string[]) => toldApart(moves, Array(moves.length).fill("Take the asteroid field"));
  assert.deepEqual(apart("A1@1,0r0=small:asteroids.N", "A1@1,0r0=large:asteroids.N"), [
    "Take the asteroid field, small meeple: asteroid field north",
    "Take the asteroid field, large meeple: asteroid field north",
  ]);
  assert.deepEqual(apart("A1@1,0r0=none", "A1@2,0r0=none", "A1@2,0r1=none"), [
    "Take the asteroid field, 1 right",
    "Take the asteroid field, 2 right, turned by 0°",
    "Take the asteroid field, 2 right, turned by 90°",
  ]);
  assert.deepEqual(toldApart(["A1@1,0r0=none", "A1@2,0r0=none"], ["Lay it", "Extend it"]), ["Lay it", "Extend it"]);
});
