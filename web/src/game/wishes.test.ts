import assert from "node:assert/strict";
import { test } from "node:test";
import { keepSeat, keptSeat } from "./kept-seats";
import { addWish, fulfil, mayWish, wishes } from "./wishes";

function wish(...tables: string[]): void {
  for (const table of tables) {
    keepSeat({ table, seat: 1, token: `token of ${table}` }, "Anna", "classic");
    addWish(table);
  }
}

test("the first wish at which a game begins ends the others", async () => {
  wish("a", "b");
  assert.ok(mayWish());
  wish("c", "d");
  assert.ok(!mayWish(), "their streams leave connections for everything else");
  keepSeat({ table: "other", seat: 1, token: "x" }, "Anna", "classic");
  const left: unknown[] = [];
  const act = async (table: string, token: string, action: unknown) => {
    if (table === "c") throw new Error("not-now: the game has begun");
    left.push([table, token, action]);
  };
  await fulfil("other", act);
  assert.deepEqual([left, wishes().length], [[], 4], "a table that is no wish ends none");
  await fulfil("b", act);
  const leave = { type: "leave", seen: 1 };
  assert.deepEqual(left, [
    ["a", "token of a", leave],
    ["d", "token of d", leave],
  ]);
  assert.deepEqual(
    ["a", "b", "c", "d", "other"].filter((table) => keptSeat(table)),
    ["b", "c", "other"],
    "the seat of a game that has begun stays",
  );
  assert.deepEqual(wishes(), []);
});
