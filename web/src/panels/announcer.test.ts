import assert from "node:assert/strict";
import { test } from "node:test";
import lobby from "../../messages/lobby.en.json";
import type { TableView } from "../game/model";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { happenings } from "./announcer";
import { namesOf } from "./log";
import { resultText } from "./winners";

/** A table with Anna at this device; it is Ben's turn, his seat is of this kind, and `words` words were played. */
function table(kind: string, words: number, stage = "playing"): TableView {
  const seats = [
    { number: 1, name: "Anna", kind: "person", mine: true },
    { number: 2, name: kind === "computer" ? "Computer 2" : "Ben", kind, mine: false },
  ];
  return { stage, seats, state: { seat: 2 }, words: Array(words).fill("U") } as unknown as TableView;
}

test("the others hear that somebody left or is back, and that a turn was taken back", () => {
  useCatalogue("en", { ...en, ...lobby });
  assert.deepEqual(happenings(table("person", 4), table("person", 5)), []);
  assert.deepEqual(happenings(table("person", 4), table("computer", 4)), ["A computer plays on for Ben."]);
  assert.deepEqual(happenings(table("computer", 4), table("person", 4)), ["Ben is back."]);
  assert.deepEqual(happenings(table("person", 4), table("person", 2)), ["A turn was taken back: Ben plays it again."]);
  assert.deepEqual(happenings(table("person", 4, "waiting"), table("computer", 0)), []);
  const misses = {
    ...table("person", 4),
    seats: table("person", 4).seats.map((seat, at) => ({ ...seat, misses: at === 1 })),
  };
  assert.deepEqual(happenings(table("person", 4), misses), ["Ben’s time ran out. The computer makes this turn."]);
  assert.deepEqual(happenings(misses, misses), [], "once");
  assert.deepEqual(happenings(misses, table("person", 5)), [], "Ben was never out");
  const again = "You can ask for it again in your next turn.";
  const no = (seq: number, seat: number, asker = 3 - seat): TableView => ({
    ...table("person", 4),
    refusal: { seq, seat, asker },
  });
  assert.deepEqual(happenings(table("person", 4), no(9, 2)), ["Ben has declined.", again]);
  assert.deepEqual(happenings(no(9, 2), no(9, 2)), [], "once");
  assert.deepEqual(happenings(no(9, 2), no(12, 2)), ["Ben has declined.", again]);
  assert.deepEqual(happenings(table("person", 4), no(9, 1)), [], "who declines knows");
  assert.deepEqual(happenings(table("person", 4), no(9, 1, 1)), [again], "withdrawn");
  assert.deepEqual(happenings(table("person", 4), no(9, 2, 2)), [], "withdrawn by another one");
});

test("the end tells who has won, and the person here rank and points; all who share the device their points", () => {
  useCatalogue("en", en);
  const result = (...mine: boolean[]) => {
    const seats = ["Anna", "Ben", "Cara"].map((name, at) => ({ number: at + 1, name, mine: mine[at] }));
    const state = { scores: [41, 70, 41], options: [], colours: ["red", "black", "green"] };
    const view = { seats, state, stage: "over" } as unknown as TableView;
    return resultText(view, namesOf(view.seats, [[1], [2], [3]]));
  };
  assert.equal(result(true, false, false), "Ben wins with 70 points. You: rank 2 of 3, 41 points.");
  assert.equal(result(false, false, false), "Ben wins with 70 points.");
  assert.equal(result(true, true, false), "Ben wins with 70 points. Ben: 70 points. Anna: 41 points.");
});
