import assert from "node:assert/strict";
import { test } from "node:test";
import { html, type TemplateResult } from "lit-html";
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
  const [result, then] = told.values as [TemplateResult, TemplateResult];
  assert.equal(then, below);
  assert.ok(result.values.includes("Anna wins: the time of Ben has run out."));
});

test("who is here alone and has won is told so", () => {
  useCatalogue("en", en);
  const said = (mine: readonly boolean[], lost: number) => {
    const seats = ["Anna", "Ben"].map((name, at) => ({ number: at + 1, name, mine: mine[at] }));
    const view = { seats, lost: { seat: lost, why: "clock" } } as unknown as TableView;
    const { values } = finalScoring(view, namesOf(view.seats, [[1], [2]]), { at: 0, over: true });
    return JSON.stringify(values).includes("You have won!");
  };
  assert.ok(said([true, false], 2));
  assert.ok(!said([true, false], 1));
  assert.ok(!said([true, true], 2), "two who share the device");
});
