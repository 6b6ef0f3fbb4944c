import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, EVERYTHING, type Filter, fits, matches, matchSetup } from "./lobby-filter";
import type { ClockSetup, GameName, OptionItem, SeatKind } from "./model";
import type { ListedTable } from "./server";
import { coloursOf, usualSetup } from "./setup";

/** A table of the list with seats of these kinds. */
function listed(
  table: string,
  kinds: SeatKind[],
  more: {
    game?: GameName;
    options?: OptionItem[];
    clock?: ClockSetup;
    age?: number;
    rated?: boolean;
    there?: number;
  } = {},
): ListedTable {
  const { game = "classic", options = [], clock = { kind: "none" }, age = 0, rated, there = 1 } = more;
  const colours = coloursOf(game);
  const sitting = kinds.map((kind, at) => ({ kind, colour: colours[at] }));
  const setup = { ...usualSetup(game, "server"), options, clock, rated, seats: sitting };
  const state = kinds.includes("open") ? "waiting" : "playing";
  const seats = kinds.map((kind) => ({ name: "", kind }));
  return { table, setup, state, seats, watching: { count: 0, names: [] }, there, age_s: age };
}

const TABLES = [
  listed("river", ["person", "open", "open"], { options: ["fields", "river=river-20"], age: 90 }),
  listed("plain", ["person", "open"], { age: 10 }),
  listed("clock", ["person", "open"], { clock: { kind: "days", days: 3 }, age: 20 }),
  listed("space", ["person", "computer", "open"], { game: "star-wars", age: 30 }),
  listed("robots", ["program", "open"], { age: 99 }),
  listed("full", ["person", "person"]),
];

const search = (part: Partial<Filter>) => ({ ...EVERYTHING, ...part });

test("the list is searched by game, variant, clock and open seats", () => {
  const found = (part: Partial<Filter>) => TABLES.filter((each) => fits(search(part), each)).map(({ table }) => table);
  assert.equal(found({}).length, TABLES.length);
  assert.deepEqual(found({ game: "star-wars" }), ["space"]);
  assert.deepEqual(found({ option: "river" }), ["river"]);
  assert.deepEqual(found({ option: "none", game: "classic" }), ["plain", "clock", "robots", "full"]);
  assert.deepEqual(found({ clock: "days" }), ["clock"]);
  assert.deepEqual(found({ seats: 3 }), ["river", "space"]);
  assert.deepEqual(found({ open: true, clock: "none" }), ["river", "plain", "space", "robots"]);
});

test("a variant goes with its game", () => {
  assert.deepEqual(changed(EVERYTHING, { option: "river" }), search({ option: "river", game: "classic" }));
  assert.deepEqual(
    changed(search({ option: "river", game: "classic" }), { game: "star-wars" }),
    search({ game: "star-wars" }),
  );
  assert.deepEqual(
    changed(search({ option: "none" }), { game: "star-wars" }),
    search({ option: "none", game: "star-wars" }),
  );
});

test("a quick match goes where a person waits, fewest are missing and somebody has waited longest", () => {
  const order = (part: Partial<Filter>, ...held: string[]) =>
    matches(search(part), TABLES, new Set(held)).map(({ table }) => table);
  assert.deepEqual(order({}), ["space", "clock", "plain", "river"]);
  assert.deepEqual(order({ game: "classic" }, "clock"), ["plain", "river"]);
  assert.deepEqual(order({ option: "teams" }), []);
  const gone = listed("gone", ["person", "open"], { age: 999, there: 0 });
  const all = matches(EVERYTHING, [gone, ...TABLES], new Set());
  assert.equal(all.at(-1)!.table, "gone", "hosts who are there are preferred");
  const clock: ClockSetup = { kind: "game", seconds: 900, increment: 0, loses: true };
  const forfeiting = [{ clock }, { rated: true }].map((more) => listed("no", ["person", "open"], { ...more, age: 99 }));
  const tables = [...forfeiting, ...TABLES];
  assert.equal(matches(search({ game: "classic" }), tables, new Set())[0].table, "clock");
});

test("a rated match is near at first, and less near the longer somebody waits", () => {
  const rated = (table: string, rating: number, age: number) => {
    const one = listed(table, ["person", "open"], { rated: true, age, clock: { kind: "days", days: 3 } });
    return { ...one, seats: [{ ...one.seats[0], rating }, one.seats[1]] };
  };
  const tables = [
    rated("near", 1700, 0),
    rated("far", 1701, 59),
    rated("patient", 1701, 60),
    listed("free", ["person", "open"]),
  ];
  const own = [
    { pool: "classic-days-duel", rating: 1550 },
    { pool: "classic-live-duel", rating: 1701 },
  ];
  const found = (...ratings: typeof own) =>
    matches(search({ rated: true }), tables, new Set(), ratings).map(({ table }) => table);
  assert.deepEqual(found(...own), ["patient", "near"]);
  assert.deepEqual(found(), [], "a player without games has 1500 points");
  assert.equal(matchSetup(search({ rated: true })).rated, true);
});

test("the table of a quick match has what was looked for, and its other seats are open", () => {
  const setup = matchSetup(search({ game: "classic", option: "river", clock: "move" }));
  assert.deepEqual(
    [setup.game, setup.options, setup.clock.kind, setup.public],
    ["classic", ["fields", "river"], "move", true],
  );
  assert.deepEqual(
    setup.seats.map(({ kind }) => kind),
    ["person", "open"],
  );
  const teams = matchSetup(search({ game: "star-wars", option: "teams" }));
  assert.deepEqual(
    teams.seats.map(({ kind }) => kind),
    ["person", "open", "open", "open"],
  );
  assert.deepEqual(matchSetup(search({ game: "classic", option: "none" })).options, []);
});
