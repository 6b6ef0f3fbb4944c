import assert from "node:assert/strict";
import { test } from "node:test";
import { html, type TemplateResult } from "lit-html";
import type { State } from "../../../js/src/types";
import type { Seat, TableView } from "../game/model";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { finalScoring } from "./final-scoring";
import { namesOf } from "./log";
import type { Pictures } from "./pictures";
import { seatsOfSides } from "./sides";
import { insteadTexts, resultText, winnerSeats } from "./winners";

test("what can be done at the end is offered also below a game that was lost before the last tile", () => {
  useCatalogue("en", en);
  const seats = ["Anna", "Ben"].map((name, at) => ({ number: at + 1, name }));
  const view = { seats, steps: [], lost: { seat: 2, why: "clock" } } as unknown as TableView;
  const below = html`<button>Review</button>`;
  const told = finalScoring(view, namesOf(view.seats, [[1], [2]]), { at: 0, over: true, below });
  const [result, then] = told.values as [TemplateResult, TemplateResult];
  assert.equal(then, below);
  assert.ok(result.values.includes("Anna wins: the time of Ben has run out."));
});

test("a game that nobody could end has no winner, and it is said for whom the computer made turns", () => {
  useCatalogue("en", en);
  const seats = ["Anna", "Ben"].map((name, at) => ({ number: at + 1, name, mine: at === 0 }));
  const steps = [1, 2, 2].map((seat) => ({ seat, instead: seat === 2 }));
  const state = { scores: [9, 3], options: [], colours: ["red", "blue"] };
  const view = { seats, steps, state, undecided: true } as unknown as TableView;
  const names = namesOf(seats, [[1], [2]]);
  assert.deepEqual(winnerSeats(view), []);
  assert.equal(
    resultText(view, names),
    "The game ended undecided: nobody was left who could play. It counts for nobody.",
  );
  assert.deepEqual(insteadTexts(view, names), ["The computer made 2 turns for Ben."]);
});

test("who is here alone and has won is told so", () => {
  useCatalogue("en", en);
  const said = (mine: readonly boolean[], lost: number) => {
    const seats = ["Anna", "Ben"].map((name, at) => ({ number: at + 1, name, mine: mine[at] }));
    const view = { seats, steps: [], lost: { seat: lost, why: "clock" } } as unknown as TableView;
    const { values } = finalScoring(view, namesOf(view.seats, [[1], [2]]), { at: 0, over: true });
    return JSON.stringify(values).includes("You have won!");
  };
  assert.ok(said([true, false], 2));
  assert.ok(!said([true, false], 1));
  assert.ok(!said([true, true], 2), "two who share the device");
});

test("who has won stands on the result as a piece of their own colour, of a team everybody", () => {
  useCatalogue("en", en);
  const pictures = { piece: (piece: string, colour: string) => ({ href: `#${piece}-${colour}`, size: 1 }) };
  const colours = ["red", "white", "black", "green"];
  const figures = (game: string, scores: number[], { teams = false, lost = 0 } = {}) => {
    const seats = colours.map((colour, at) => ({ number: at + 1, name: colour, colour, mine: false }));
    const state = { scores, colours, options: teams ? ["teams"] : [] } as unknown as State;
    const view = { seats, state, steps: [], setup: { game }, lost: lost && { seat: lost, why: "clock" } };
    const place = { at: 0, over: true, pictures: pictures as unknown as Pictures };
    const told = finalScoring(view as unknown as TableView, namesOf(view.seats as Seat[], seatsOfSides(state)), place);
    return [...JSON.stringify(told.values).matchAll(/#(\w+-\w+)/g)].map(([, figure]) => figure);
  };
  assert.deepEqual(figures("star-wars", [9, 30, 12, 8]), ["large-white"]);
  assert.deepEqual(figures("classic", [9, 12, 12, 8]), ["meeple-white", "meeple-black"]);
  assert.deepEqual(figures("star-wars", [9, 30], { teams: true }), ["large-white", "large-green"]);
  assert.deepEqual(figures("star-wars", [9, 30], { lost: 2 }), ["large-red"]);
});
