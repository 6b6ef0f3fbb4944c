import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "../../../js/src/types";
import de from "../../messages/end.de.json";
import en from "../../messages/end.en.json";
import it from "../../messages/end.it.json";
import type { TableView } from "../game/model";
import coreDe from "../words/core.de";
import coreEn from "../words/core.en";
import coreIt from "../words/core.it";
import { useCatalogue } from "../words/words";
import { partOf, verdicts } from "./verdict";

const at = { realm: "planet", x: -3, y: 0 };
const names = { side: (side: number) => ["Leo", "Pip"][side - 1] } as Parameters<typeof verdicts>[1];

function scored(side: number, points: number, final = false, realm = "route.E", x = 0): GameEvent {
  const how = { kind: realm.split(".")[0], complete: true, final, tiles: 1, symbols: 0, cities: 0 };
  return { event: "scored", realm, x, y: 0, points, sides: [side], ...how } as GameEvent;
}

/** A game of Leo and Pip with these events in each turn; `mine`: the seats at this device. */
function game(turns: GameEvent[][], mine: number[]): TableView {
  const placed = { event: "placed", seat: 1, tile: "A1", x: 0, y: 0, rotation: 0 } as GameEvent;
  const steps = turns.map((events) => ({ from: 0, to: 1, seat: 1, words: [], events: [placed, ...events] }));
  const scores = [1, 2].map((side) =>
    turns
      .flat()
      .reduce((sum, event) => sum + (event.event === "scored" && event.sides[0] === side ? event.points : 0), 0),
  );
  const board = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((x) => ({ x, y: 0 }));
  const seats = [1, 2].map((number) => ({ number, mine: mine.includes(number) }));
  const state = { scores, board, options: [], colours: ["red", "black"] };
  return { steps, seats, state, segments: [["planet@-3,0"]] } as unknown as TableView;
}

const PLANET = game([[scored(1, 5)], [scored(2, 7, false, "planet", -3)]], [1]);

test("a person who loses alone reads which realm was the game", () => {
  useCatalogue("en", { ...coreEn, ...en });
  assert.deepEqual(verdicts(PLANET, names), ["You lost by 2 points: the planet at the left was the game."]);
  useCatalogue("de", { ...coreDe, ...de });
  assert.deepEqual(verdicts(PLANET, names), ["Du verlierst, 2 Punkte zurück: der Planet links hat entschieden."]);
  useCatalogue("it", { ...coreIt, ...it });
  assert.deepEqual(verdicts(PLANET, names), ["Perdi di 2 punti: il pianeta a sinistra ha deciso la partita."]);
});

test("several at a device are named by rank, each with their own reason; a realm both fought for is a battle", () => {
  useCatalogue("en", { ...coreEn, ...en });
  const battle = { event: "battle", ...at, dice: { 1: 1, 2: 2 } } as GameEvent;
  const fought = game([[scored(1, 5)], [battle, scored(2, 7, false, "planet", -3)]], [1, 2]);
  assert.deepEqual(verdicts(fought, names), [
    "Pip won by 2 points: the battle for the planet at the left was the game.",
    "Leo lost by 2 points: the trading route in the middle brought the most, 5 points.",
  ]);
  useCatalogue("de", { ...coreDe, ...de });
  assert.match(verdicts(fought, names)[1], /: am meisten brachte die Handelsroute .*, 5 Punkte\.$/);
  useCatalogue("it", { ...coreIt, ...it });
  assert.match(verdicts(fought, names)[1], /: ha reso di più la rotta commerciale .*, 5 punti\.$/);
  useCatalogue("en", { ...coreEn, ...en });
  const poor = game([[scored(2, 7, false, "planet", -3)]], [1, 2]);
  assert.match(
    verdicts(poor, names)[1],
    /^Leo lost by 7 points: the planet .* was the game\.$/,
    "Leo has scored nothing",
  );
});

test("without such a realm it is when the lead was taken, or the final scoring", () => {
  useCatalogue("en", { ...coreEn, ...en });
  const lead = game([[scored(1, 1)], [scored(2, 3)], [scored(2, 3)], [scored(2, 3)]], [2]);
  assert.deepEqual(verdicts(lead, names), ["You won by 8 points: you were ahead from turn 2 on."]);
  const late = game([[scored(1, 1)], [scored(2, 3, true), scored(2, 3, true), scored(2, 3, true)]], [1]);
  assert.deepEqual(verdicts(late, names), ["You lost by 8 points: the final scoring decided."]);
  const even = game([[scored(1, 3)], [scored(2, 3)]], [1]);
  assert.deepEqual(verdicts(even, names), ["You share the first place."]);
  assert.deepEqual(verdicts(game([[scored(1, 3)]], []), names), [], "a watcher has the result alone");
});

test("a cell is in the part of the board where it is farthest from the middle", () => {
  const board = [-4, 4].flatMap((x) => [-4, 4].map((y) => ({ x, y })));
  const parts = [
    [-4, 1],
    [3, 2],
    [1, -4],
    [0, 3],
    [1, 0],
  ].map(([x, y]) => partOf({ x, y }, board));
  assert.deepEqual(parts, ["left", "right", "top", "bottom", "middle"]);
});
