import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bracketOf,
  byGroup,
  byRound,
  crossTable,
  type Encounter,
  gamesOf,
  gamesText,
  peopleOf,
  roundTable,
  type Standing,
  seatsOf,
  sideOf,
  tieValue,
} from "./tournament";

const encounter = (round: number, first: number, second?: number): Encounter => ({
  encounter: 1,
  round,
  first,
  second,
  end: "open",
});

test("games are read from rows of two fields", () => {
  assert.deepEqual(
    gamesOf([
      ["72", "65"],
      ["", ""],
      [" 60 ", "80"],
    ]),
    [
      [72, 65],
      [60, 80],
    ],
  );
  for (const wrong of [[["", ""]], [["72", ""]], [["72", "-1"]], [["x", "1"]], [["12345", "1"]]] as const)
    assert.equal(gamesOf(wrong), null);
  assert.equal(
    gamesText({
      games: [
        [72, 65],
        [50, 50, 2],
      ],
    }),
    "72:65, 50:50",
  );
  assert.equal(gamesText({ forfeit: "first" }), "");
});

test("the last round is the first", () => {
  const rounds = byRound([encounter(1, 1, 2), encounter(1, 3), encounter(2, 1, 3)]);
  assert.deepEqual(
    rounds.map(([round, each]) => [round, each.length]),
    [
      [2, 1],
      [1, 2],
    ],
  );
});

test("sides and values", () => {
  assert.deepEqual(
    [sideOf(encounter(1, 1, 2), 2), sideOf(encounter(1, 1), 2), sideOf(encounter(1, 1), undefined)],
    [2, 0, 0],
  );
  assert.deepEqual(
    [tieValue("buchholz", 9), tieValue("sonneborn", 6), tieValue("wins", 2), tieValue("lot", -5)],
    [4.5, 1.5, 2, null],
  );
});

const standing = (entrant: number, rounds: Standing["rounds"], group?: number): Standing => ({
  place: 1,
  entrant,
  name: `E${entrant}`,
  group,
  score: 0,
  values: [],
  rounds,
});

test("cross tables are in the order of the standings", () => {
  const rows = [
    standing(3, [
      { round: 1, opponent: 1, result: "won" },
      { round: 2, opponent: 2, result: "drawn" },
    ]),
    standing(1, [
      { round: 1, opponent: 3, result: "lost" },
      { round: 3, result: "bye" },
    ]),
    standing(2, [{ round: 2, opponent: 3, result: "drawn" }]),
  ];
  assert.deepEqual(crossTable(rows), [
    ["", "1", "½"],
    ["0", "", ""],
    ["½", "", ""],
  ]);
  assert.deepEqual(roundTable(rows, 3), [
    ["1 2", "½ 3", ""],
    ["0 1", "", "1"],
    ["", "½ 1", ""],
  ]);
});

test("groups stand one after the other until a knock-out mixes them", () => {
  const groups = (...numbers: (number | undefined)[]) =>
    byGroup(numbers.map((group, at) => standing(at + 1, [], group))).map((rows) => rows.length);
  assert.deepEqual(groups(1, 1, 2, 2, 2), [2, 3]);
  assert.deepEqual(groups(1, 2, 1, 2), [4]);
  assert.deepEqual(groups(undefined, undefined), [2]);
  assert.deepEqual(groups(1, 2, undefined), [1, 2]);
});

test("a bracket has a place for each encounter to come", () => {
  const encounters = [encounter(1, 1, 2), encounter(2, 1, 4), encounter(2, 2, 3)];
  const { columns, third } = bracketOf({ encounters, rounds: 3, knockout: 2 });
  assert.deepEqual(columns, [[encounters[1], encounters[2]], [null]]);
  assert.equal(third, undefined);
  const last = [encounter(3, 1, 2), encounter(3, 3, 4)];
  assert.equal(bracketOf({ encounters: [...encounters, ...last], rounds: 3, knockout: 2 }).third, last[1]);
  assert.deepEqual(bracketOf({ encounters, rounds: 2 }).columns, []);
});

test("people are read from lines", () => {
  assert.deepEqual(peopleOf('Ann;1700\n\n"Ben", 1650,x\nCleo van Dam\r\nDan\t1500'), [
    { name: "Ann", rating: 1700 },
    { name: "Ben", rating: 1650 },
    { name: "Cleo van Dam" },
    { name: "Dan", rating: 1500 },
  ]);
  assert.deepEqual(peopleOf(";1700\nAnn;much"), [null, null]);
});

test("games of three to five have points by seat", () => {
  const game = { ...encounter(1, 4, 2), more: [7] };
  assert.deepEqual(seatsOf(game), [4, 2, 7]);
  assert.equal(sideOf(game, 7), 3);
  assert.equal(sideOf(game, 1), 0);
  assert.equal(gamesText({ points: [70, 60, 50] }), "70 : 60 : 50");
  assert.equal(tieValue("buchholz", 180, 120), 1.5);
  assert.deepEqual(gamesOf([["70", "60", "50"]]), [[70, 60, 50]]);
});
