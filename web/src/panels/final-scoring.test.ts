import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "lit-html";
import type { TableView } from "../game/model";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { finalScoring } from "./final-scoring";
import { namesOf } from "./log";

test("what can be done at the end is offered below the result of a game that was lost before the last tile, too", () => {
  useCatalogue("en", en);
  const seats = ["Anna", "Ben"].map((name, at) => ({ number: at + 1, name }));
  const view = { seats, lost: { seat: 2, why: "clock" } } as unknown as TableView;
  const below = html`<button>Review</button>`;
  const told = finalScoring(view, namesOf(view.seats, [[1], [2]]), { at: 0, over: true, below });
  assert.deepEqual(told.values, ["Anna wins: the time of Ben has run out.", below]);
});
