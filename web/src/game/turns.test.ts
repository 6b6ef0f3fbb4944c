import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeptSeat } from "./kept-seats";
import type { TurnOf } from "./server";
import { byUrgency, ownTables } from "./turns";

function seat(table: string, at: number): KeptSeat {
  return {
    table,
    seat: 1,
    token: `token of ${table}`,
    recovery: "",
    name: "Anna",
    game: "classic",
    at,
    commitment: "",
    contribution: "",
  };
}

const SEATS = ["a", "b", "c", "d", "e", "f"].map((table, at) => seat(table, 100 - at));

test("seats that are held no longer, and tables that are over, are none of one's own", () => {
  const told: TurnOf[] = [
    {
      table: "a",
      seat: 1,
      state: "playing",
      task: "move",
      until: 5000,
      seats: [{ name: "Anna" }, { name: "Ben", there: false }],
    },
    { table: "b", seat: 0 },
    { table: "c", seat: 1, state: "over", task: "" },
    { table: "d", seat: 1, state: "waiting", task: "" },
  ];
  const own = ownTables(SEATS, told);
  assert.deepEqual(
    own.map(({ seat: { table }, task, until, seats }) => [table, task, until, seats.length]),
    [
      ["a", "move", 5000, 2],
      ["d", "", undefined, 0],
    ],
  );
});

test("tables that wait come first, of them the one with the least time", () => {
  const told: TurnOf[] = [
    { table: "a", seat: 1, state: "playing", task: "" },
    { table: "b", seat: 1, state: "playing", task: "draw" },
    { table: "c", seat: 1, state: "playing", task: "move", until: 9000 },
    { table: "d", seat: 1, state: "playing", task: "move", until: 4000 },
    { table: "e", seat: 1, state: "waiting", task: "" },
    { table: "f", seat: 1, state: "waiting", task: "seal" },
  ];
  assert.equal(
    byUrgency(ownTables(SEATS, told))
      .map(({ seat: { table } }) => table)
      .join(""),
    "dcbfae",
  );
});
