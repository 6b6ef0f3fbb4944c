import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent, State } from "../../../js/src/types";
import type { Change, Step, TableModel, TableView } from "../game/model";
import { Shown, viewBefore } from "./shown";
import { isOnTurn } from "./sides";

const at = { realm: "route.E", x: 0, y: 0 };
const MEEPLE: GameEvent = { event: "meeple", seat: 1, piece: "small", ...at };
const PLACED: GameEvent = { event: "placed", seat: 1, tile: "A1", x: 1, y: 0, rotation: 0 };
const LOST: GameEvent = { event: "lost", side: 2, points: 3, ...at };
const RETURNED: GameEvent = { event: "returned", seat: 2, piece: "large", ...at };

function scored(points: number, final = false): GameEvent {
  const what = { kind: "route" as const, complete: !final, final, tiles: 2, symbols: 0, cities: 0, points, sides: [1] };
  return { event: "scored", ...what, ...at };
}

function step(events: GameEvent[]): Step {
  return { from: 0, to: 1, seat: 1, words: [], events };
}

/** A view after some steps in which side 1 has 10 points and side 2 has 3. */
function view(steps: Step[], stage: TableView["stage"] = "playing"): TableView {
  const state = { scores: [10, 3], supply: [{ small: 3 }, { large: 1 }] } as unknown as State;
  return { steps, state, stage } as TableView;
}

/** A table that reports the changes that the test gives it. */
function tableOf(first: TableView) {
  let listener: (view: TableView, change: Change) => void = () => {};
  const table = {
    view: first,
    subscribe: (told: typeof listener) => {
      listener = told;
      told(table.view, { steps: [], jumped: true });
      return () => {};
    },
  };
  const change = (next: TableView, told: Change) => {
    table.view = next;
    listener(next, told);
  };
  return { table: table as unknown as TableModel, change };
}

test("points, pieces and log are those of what has been shown, wherever one stops", () => {
  const steps = [step([PLACED]), step([MEEPLE, LOST, RETURNED, scored(10)])];
  const all = view(steps);
  assert.equal(viewBefore(all, 0, false), all);
  const seen = [1, 2, 3, 4, 5].map((hidden) => {
    const { state, steps: shown } = viewBefore(all, hidden, false);
    return [...state.scores, state.supply[0].small, state.supply[1].large, shown.length];
  });
  assert.deepEqual(seen, [
    [0, 3, 3, 1, 2],
    [0, 3, 3, 0, 2],
    [0, 0, 3, 0, 2],
    [0, 0, 4, 0, 1],
    [0, 0, 4, 0, 0],
  ]);
});

test("the mark of whose turn it is stays where the picture is, and on nobody while the final scoring is shown", () => {
  const over = { event: "over", scores: [10, 3] } as GameEvent;
  const steps = [step([PLACED]), { ...step([PLACED, scored(4), scored(6, true), over]), seat: 2 }];
  const all = { ...view(steps), state: { ...view(steps).state, phase: "draw", seat: 1 } } as TableView;
  const marked = (hidden: number) => [1, 2].filter((seat) => isOnTurn(viewBefore(all, hidden, false), seat));
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(marked), [[1], [], [], [2], [2], [1]]);
});

test("a tile is among those left until what happened before it was drawn has been shown", () => {
  const drawn = [
    { ...step([]), words: ["(A3)", "A1"] },
    { ...step([PLACED]), words: ["A1@1,0r0=none", "[1:5;2:3]"] },
    { ...step([]), words: ["A1"] },
  ];
  const all = view([step([MEEPLE]), ...drawn]);
  all.state.bag = { A1: 2 };
  const bags = [0, 1, 2].map((hidden) => viewBefore(all, hidden, false).state.bag);
  assert.deepEqual(bags, [{ A1: 2 }, { A1: 3 }, { A1: 4, A3: 1 }]);
});

test("a game is over once all of its end has been shown, and stays so when that is gone through again", () => {
  const events = [PLACED, scored(4), scored(6, true), { event: "over", scores: [10, 3] } as GameEvent];
  const { table, change } = tableOf(view([]));
  const shown = new Shown(table);
  const told: string[] = [];
  shown.subscribe(({ stage, state }, news) => {
    told.push([stage, state.scores[0], ...news.map(({ event }) => event)].join(" "));
  });
  change(view([step(events)], "over"), { steps: [step(events)], jumped: false });
  shown.advance();
  shown.advance();
  shown.hide(1);
  shown.hide(0);
  shown.hide(2);
  assert.deepEqual(told, [
    "playing 0",
    "playing 0 placed",
    "playing 4 scored",
    "playing 10 scored",
    "over 10 over",
    "over 4",
  ]);
  change(view([]), { steps: [], jumped: true });
  assert.equal(shown.view.stage, "playing");
});

test("a table that jumps has shown everything", () => {
  const { table, change } = tableOf(view([]));
  const shown = new Shown(table);
  change(view([step([scored(10)])]), { steps: [step([scored(10)])], jumped: false });
  assert.equal(shown.view.state.scores[0], 0);
  change(view([step([scored(10)])]), { steps: [], jumped: true });
  shown.advance();
  assert.equal(shown.view.state.scores[0], 10);
});
