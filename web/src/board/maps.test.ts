import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { compileEngine, Engine } from "../../../js/src/engine";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { borderOf, Maps } from "./maps";

test("the border of a feature leaves out the edge of the tile", () => {
  assert.equal(borderOf("M1000 0L500 400L0 0Z"), "M1000 0L500 400L0 0M1000 0");
  assert.equal(borderOf("M10 990L500 500L995 998Z"), "M10 990L500 500L995 998M10 990");
});

test("each line of a feature with islands keeps its own border", () => {
  assert.equal(
    borderOf("M0 0L1000 0L300 300ZM400 400L600 400L500 600Z"),
    "M0 0M1000 0L300 300L0 0M400 400L600 400L500 600L400 400",
  );
});

test("a disc is its own border", () => {
  const disc = "M350 500a150 150 0 1 1 300 0a150 150 0 1 1 -300 0Z";
  assert.equal(borderOf(disc), disc);
});

test("the words of a tile tell its river", async () => {
  useCatalogue("en", en);
  const engine = await Engine.load(await compileEngine(await readFile(process.env.PAGE_WASM ?? "")));
  engine.newGame({ game: "classic", options: ["river"], players: 2, seed: 1 });
  const maps = new Maps(engine);
  assert.deepEqual(
    ["RIV_A", "RIV_B", "X"].map((tile) => maps.words(tile)),
    ["river", "river, city, and road", "4 × road"],
  );
});

test("a tile is named with its garden where the game has the abbot", async () => {
  useCatalogue("en", en);
  const engine = await Engine.load(await compileEngine(await readFile(process.env.PAGE_WASM ?? "")));
  const named = (["fields", "abbot"] as const).map((option) => {
    engine.newGame({ game: "classic", options: [option], players: 2, seed: 1 });
    return ["E_G", "M_G", "V_G"].map((tile) => new Maps(engine).words(tile));
  });
  assert.deepEqual(named, [
    ["city", "city", "road"],
    ["city and garden", "city and garden", "road and garden"],
  ]);
});
