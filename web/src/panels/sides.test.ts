import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "../../../js/src/types";
import lobby from "../../messages/lobby.en.json";
import type { Step, TableView } from "../game/model";
import { clockTime } from "../game/setup";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { roundTicks, spread } from "./chart";
import { clockText, clockWarning, isUrgent, timeLeft } from "./clock";
import { finalEvents, finalGains, ranking, scoreHistory, scoresAfter, seatsOfSides, sideOf } from "./sides";
import { winnerSeats } from "./winners";

const at = { realm: "route.E", x: 0, y: 0 };
const counts = { kind: "route" as const, tiles: 3, symbols: 0, cities: 0 };

function scored(sides: number[], points: number, final = false): GameEvent {
  return { event: "scored", ...at, ...counts, complete: !final, final, sides, points };
}

function step(events: GameEvent[]): Step {
  return { from: 0, to: 1, seat: 1, words: [], events };
}

const placed: GameEvent = { event: "placed", seat: 1, tile: "A3", x: 0, y: 1, rotation: 0 };
const drawn: GameEvent = { event: "drawn", seat: 1, tile: "A3" };

test("equal scores share a rank", () => {
  assert.deepEqual(
    ranking([20, 31, 20, 31]).map(({ rank, side }) => [rank, side]),
    [
      [1, 2],
      [1, 4],
      [3, 1],
      [3, 3],
    ],
  );
});

test("sides that have lost before the end share the last place", () => {
  const places = ranking([20, 31, 25], [2]).map(({ rank, side }) => [rank, side]);
  assert.deepEqual(places, [
    [1, 3],
    [2, 1],
    [3, 2],
  ]);
  assert.deepEqual(
    ranking([20, 31, 25], [2, 3]).map(({ rank }) => rank),
    [1, 2, 2],
  );
  const seats = [{ out: false }, { out: true }, {}];
  const state = { options: [], scores: [20, 31, 25], colours: ["red", "black", "green"] };
  assert.deepEqual(winnerSeats({ state, seats } as unknown as TableView), [3]);
});

test("teams are those who sit opposite each other", () => {
  const colours = ["red", "black", "green", "white"] as const;
  assert.deepEqual(seatsOfSides({ options: ["teams"], colours: [...colours] }), [
    [1, 3],
    [2, 4],
  ]);
  assert.deepEqual(seatsOfSides({ options: [], colours: ["red", "black"] }), [[1], [2]]);
  assert.deepEqual(
    [1, 2, 3, 4].map((seat) => sideOf({ options: ["teams"] }, seat)),
    [1, 2, 1, 2],
  );
});

test("points come from realms, ties and lost battles", () => {
  const events: GameEvent[] = [
    { event: "tie", ...at, sides: [1, 2], points: 1 },
    { event: "lost", ...at, side: 2, points: 2 },
    scored([1], 6),
  ];
  assert.deepEqual(scoresAfter([10, 0], events), [17, 3]);
});

test("the history has a point a turn, and one for the final scoring", () => {
  const steps = [step([drawn]), step([placed, scored([1], 4)]), step([drawn]), step([placed, scored([2], 3, true)])];
  assert.deepEqual(scoreHistory(steps, [0, 0]), [
    { turn: 0, scores: [0, 0] },
    { turn: 1, scores: [4, 0] },
    { turn: 2, scores: [4, 0] },
    { turn: 2, scores: [4, 3] },
  ]);
  assert.equal(finalEvents(steps).length, 1);
});

test("the final scoring is gone through by what brings points", () => {
  const steps = [step([placed, scored([1], 0), scored([1], 0, true), scored([2], 3, true), scored([1], 0, true)])];
  assert.equal(finalEvents(steps).length, 3);
  assert.deepEqual(finalGains(steps), [scored([2], 3, true)]);
});

test("a clock runs for the one who moves, and never below zero", () => {
  assert.equal(timeLeft(60_000, true, 1000, 11_000), 50_000);
  assert.equal(timeLeft(60_000, false, 1000, 11_000), 60_000);
  assert.equal(timeLeft(5_000, true, 0, 11_000), 0);
  assert.deepEqual([0, 59_001, 245_000, 3_845_000].map(clockText), ["0:00", "1:00", "4:05", "1:04:05"]);
  const byMove = (seconds: number) => ({ kind: "move", seconds }) as const;
  assert.ok(isUrgent(19_999, byMove(60)) && !isUrgent(20_000, byMove(60)));
  assert.ok(isUrgent(9_999, byMove(30)) && !isUrgent(10_000, byMove(30)));
});

test("a clock of days tells days and hours, and is urgent from six hours on", () => {
  useCatalogue("en", en);
  const days = { kind: "days", days: 3 } as const;
  assert.equal(clockTime(days), 259_200_000);
  assert.deepEqual([259_200_000, 86_400_000, 86_399_000].map(clockText), ["3d 0h", "1d 0h", "23:59:59"]);
  assert.ok(isUrgent(21_599_000, days) && !isUrgent(21_600_000, days));
  useCatalogue("de", en);
  assert.match(clockText(266_400_000), /^3.T 2/);
  useCatalogue("en", en);
});

test("who is to move is warned of what happens when the time is over", () => {
  useCatalogue("en", { ...en, ...lobby });
  const setup = { clock: { kind: "move", seconds: 60 } };
  const at = { setup, stage: "playing", clock: [60_000, 60_000], clockAt: 1000, may: { move: true } };
  const view = { ...at, state: { seat: 2, phase: "place" } } as unknown as TableView;
  assert.equal(clockWarning(view, 40_000), null);
  assert.deepEqual(clockWarning(view, 41_500)?.seconds, 20);
  assert.match(clockWarning(view, 60_000)!.words, /this turn/);
  assert.equal(clockWarning({ ...view, may: { ...view.may, move: false } }, 60_000), null);
  const game = { ...view.setup, clock: { kind: "game", seconds: 60, increment: 0 } as const };
  const seat = (kind: string, mine: boolean) => ({ kind, mine }) as TableView["seats"][number];
  const two = { ...view, setup: game, seats: [seat("person", false), seat("person", true)] };
  assert.match(clockWarning(two, 60_000)!.words, /while others play/);
  const alone = { ...two, seats: [seat("computer", false), seat("person", true)] };
  assert.match(clockWarning(alone, 60_000)!.words, /ends undecided/);
  const strict = { ...game, clock: { ...game.clock, loses: true } };
  assert.match(clockWarning({ ...view, setup: strict }, 60_000)!.words, /lost/);
});

test("labels of a chart do not lie over each other, ticks are round", () => {
  assert.deepEqual(spread([10, 12, 40], 14), [10, 24, 40]);
  assert.deepEqual(roundTicks(0, 87), [0, 50]);
  assert.deepEqual(roundTicks(0, 10), [0, 5, 10]);
});
