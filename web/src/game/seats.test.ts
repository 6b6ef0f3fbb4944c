import assert from "node:assert/strict";
import { test } from "node:test";
import de from "../words/core.de";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import type { SeatSetup } from "./model";
import { seatsOf } from "./seats";

const seats: SeatSetup[] = [
  { kind: "person", colour: "red" },
  { kind: "computer", colour: "black", level: 5 },
  { kind: "computer", colour: "green", level: 8 },
  { kind: "computer", colour: "white", level: 8 },
];

test("computers have names by level, and those of one level are told apart by colour", () => {
  const names = () => seatsOf({ seats } as never).map(({ name }) => name);
  useCatalogue("en", en);
  assert.deepEqual(names(), ["Player 1", "Alma", "Onyx (green)", "Onyx (white)"]);
  useCatalogue("de", de);
  assert.deepEqual(names(), ["Spieler 1", "Alma", "Onyx (Grün)", "Onyx (Weiß)"]);
});
