import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent, PlacedMeeple } from "../../../js/src/types";
import { Stage } from "./stage";

const start = { tile: "START", x: 0, y: 0, rotation: 0 };
const small: PlacedMeeple = { seat: 1, piece: "small", realm: "planet", x: 0, y: 0 };

test("events change the pieces one by one", () => {
  const stage = new Stage();
  stage.show({ board: [start], meeples: [small] }, []);
  stage.apply({ event: "placed", seat: 2, tile: "R3", x: 0, y: -1, rotation: 2 });
  assert.deepEqual(
    stage.tiles.map(({ tile }) => tile),
    ["R3", "START"],
  );
  stage.apply({ event: "meeple", ...small });
  stage.apply({ event: "returned", ...small });
  assert.equal(stage.meeples.length, 1, "one of two equal meeples goes back");
  const others: GameEvent[] = [
    { event: "drawn", seat: 1, tile: "R3" },
    { event: "over", scores: [1, 2] },
  ];
  for (const event of others) stage.apply(event);
  assert.equal(stage.tiles.length, 2);
  assert.equal(stage.tileAt(0, -1)?.rotation, 2);
});

test("a tile keeps the number of its draw, wherever others are laid", () => {
  const stage = new Stage();
  const [first, second] = [
    { tile: "R3", x: 0, y: 1, rotation: 2 },
    { tile: "A1", x: 0, y: -1, rotation: 0 },
  ];
  const draws = () => stage.tiles.map(({ tile, draw }) => [tile, draw]);
  const after = [
    ["A1", 2],
    ["START", 0],
    ["R3", 1],
  ];
  stage.show({ board: [start], meeples: [] }, []);
  for (const tile of [first, second]) stage.apply({ event: "placed", seat: 1, ...tile });
  assert.deepEqual(draws(), after);
  stage.show({ board: [second, start, first], meeples: [] }, [
    "R3",
    "R3@0,1r2=none",
    "A1",
    "A1@0,-1r0=small:planet@0,0",
  ]);
  assert.deepEqual(draws(), after);
  assert.equal(stage.last?.tile, "A1");
});
