import assert from "node:assert/strict";
import { test } from "node:test";
import { inPool, linesOf, poolName, poolOf, ratingText, seasonAfter } from "./rating";
import type { Ladder } from "./server";

test("a rating shows its doubt", () => {
  assert.deepEqual([ratingText(1532), ratingText(1532, true), ratingText(undefined)], ["1532", "1532?", undefined]);
});

test("a pool has a name", () => {
  for (const name of ["star-wars-live-duel", "classic-days-group"]) assert.equal(poolName(poolOf(name)), name);
  assert.deepEqual(poolOf("star-wars-days-duel"), { game: "star-wars", speed: "days", form: "duel" });
  assert.deepEqual([inPool("classic-live-group"), inPool("chess-live-duel"), inPool("")], [true, false, false]);
});

test("seasons follow one another", () => {
  assert.deepEqual(
    [seasonAfter("2026-4", 1), seasonAfter("2026-1", -1), seasonAfter("2026-2", 0)],
    ["2027-1", "2025-4", "2026-2"],
  );
});

test("computers stand between the players, weaker ones behind the last page", () => {
  const player = (rank: number, rating: number) =>
    ({
      rank,
      rating,
      name: `P${rank}`,
      player: "",
      deviation: 60,
      games: 9,
      figure: { shape: 0, colour: 0, hat: 0 },
    }) satisfies Ladder["players"][number];
  const ladder = {
    players: [player(1, 1900), player(2, 1600)],
    computers: [
      { level: 4, rating: 1500 },
      { level: 5, rating: 1700 },
    ],
  };
  const words = (next?: number) =>
    linesOf({ ...ladder, next }).map((line) => ("level" in line ? line.level : line.name));
  assert.deepEqual(words(), ["P1", 5, "P2", 4]);
  assert.deepEqual(words(2), ["P1", 5, "P2"]);
});
