import assert from "node:assert/strict";
import { test } from "node:test";
import { byRound, type Encounter, gamesOf, gamesText, sideOf, tieValue } from "./tournament";

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
