import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeptSeat } from "./kept-seats";
import type { TurnOf } from "./server";
import { byUrgency, overSeats, ownTables } from "./turns";

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

test("tables that are over stand apart, and seats that are held no longer nowhere", () => {
  const told: TurnOf[] = [
    {
      table: "a",
      seat: 1,
      state: "playing",
      task: "move",
      until: 5000,
      turn: 1,
      seats: [{ name: "Anna" }, { name: "Ben" }],
    },
    { table: "b", seat: 0 },
    { table: "c", seat: 1, state: "over", task: "" },
    { table: "d", seat: 1, state: "waiting", task: "" },
  ];
  const own = ownTables(SEATS, told);
  assert.deepEqual(
    own.map(({ seat: { table }, task, until, turn, seats }) => [table, task, until, turn, seats.length]),
    [
      ["a", "move", 5000, 1, 2],
      ["d", "", undefined, 0, 0],
    ],
  );
  const end = { scores: [3, 5], seats: [] };
  const over = SEATS.map((each, at) => (at === 2 ? each : { ...each, end }));
  assert.equal(
    overSeats(over)
      .map(({ table }) => table)
      .join(""),
    "abdef",
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
