import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { compileEngine, Engine } from "../../../js/src/engine";
import hints from "../../messages/hints.en.json";
import type { TableView } from "../game/model";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { adviceWords, toldApart } from "./advice";
import { gainsOf } from "./gains";

test("hints with one sentence are told apart by the meeple, else by its realm, the cell, how the tile lies", () => {
  useCatalogue("en", { ...en, ...hints });
  const lies = (tile: string, rotation: number) => `${tile} ${["north", "east"][rotation]}`;
  const apart = (...moves: string[]) =>
    toldApart(
      moves.map((move) => [move]),
      Array(moves.length).fill("Take the asteroid field"),
      lies,
    );
  assert.deepEqual(apart("A1@1,0r0=small:asteroids.N", "A1@1,0r0=large:asteroids.N"), [
    "Take the asteroid field, with a small meeple",
    "Take the asteroid field, with the large meeple",
  ]);
  assert.deepEqual(apart("A1@1,0r0=small:asteroids.N", "A1@1,0r0=small:asteroids.S"), [
    "Take the asteroid field, asteroid field at the top",
    "Take the asteroid field, asteroid field at the bottom",
  ]);
  assert.deepEqual(apart("A1@1,0r0=none", "A1@2,0r0=none", "A1@2,0r1=none"), [
    "Take the asteroid field, 1 right",
    "Take the asteroid field, 2 right, A1 north",
    "Take the asteroid field, 2 right, A1 east",
  ]);
  assert.deepEqual(toldApart([["A1@1,0r0=none"], ["A1@2,0r0=none"]], ["Lay it", "Extend it"], lies), [
    "Lay it",
    "Extend it",
  ]);
  const either = ["A1@1,0r0=large:asteroids.N", "A1@1,0r0=small:asteroids.N"];
  assert.deepEqual(toldApart([either, ["A1@2,0r0=none"]], ["Take it", "Lay it"], lies), [
    "Take it, with the large meeple or with a small meeple",
    "Lay it",
  ]);
});

test("a realm is told as one's own where one's side holds it before the turn", async () => {
  useCatalogue("en", { ...en, ...hints });
  const engine = await Engine.load(await compileEngine(await readFile(process.env.PAGE_WASM ?? "")));
  const advised = (words: string, move: string) => {
    engine.newGame({ game: "classic", players: 2, first: 1, seed: 1 });
    for (const word of words.split(" ")) word.includes("@") ? engine.move(word) : engine.draw(word);
    const view = { state: engine.state(), segments: engine.segments() } as unknown as TableView;
    return adviceWords(move, gainsOf(move, view, engine), view);
  };
  assert.equal(advised("E", "E@0,-1r2=meeple:city.S"), "Complete the city in the north");
  const city = "D D@1,0r0=meeple:city.N U U@2,0r0=none E";
  assert.equal(advised(city, "E@1,-1r2=none"), "Complete your city in the north");
  assert.equal(advised(city, "E@0,-1r2=meeple:city.S"), "Complete the city in the north-west");
});
