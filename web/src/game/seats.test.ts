import assert from "node:assert/strict";
import { test } from "node:test";
import de from "../words/core.de";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import type { SeatSetup } from "./model";
import { seatsOf } from "./seats";

const computers = (level: number, count: number): SeatSetup[] =>
  Array.from({ length: count }, () => ({ kind: "computer", colour: "black", level }));

const names = (seats: SeatSetup[]) => seatsOf({ seats } as never).map(({ name }) => name);

test("no two computers at a table have one name; those of a level share its letter, and keep their names", () => {
  useCatalogue("en", en);
  assert.deepEqual(names([{ kind: "person", colour: "red" }, ...computers(5, 1)]), ["Player 1", "Alma"]);
  for (let level = 1; level <= 8; level++) {
    const five = names(computers(level, 5));
    assert.equal(new Set(five).size, 5);
    assert.equal(new Set(five.map((name) => name[0])).size, 1);
    assert.deepEqual(names([{ kind: "person", colour: "red" }, ...computers(level, 4)]).slice(1), five.slice(1));
  }
  useCatalogue("de", de);
  assert.deepEqual(names([{ kind: "person", colour: "red" }]), ["Spieler 1"]);
});
