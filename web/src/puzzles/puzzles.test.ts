import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { Engine } from "../../../js/src/engine";
import messages from "../../messages/puzzles.en.json";
import { replay } from "../game/replay";
import { useCatalogue } from "../words/words";
import { puzzleRating, rated, UNRATED } from "./glicko";
import { keepDaily, keepTry, nextNumber, ownRating, streak, tally, triesOf } from "./progress";
import { squares } from "./puzzle-panel";
import { dailyNumber, dayOf, type Puzzle, type PuzzleEntry, THEMES } from "./puzzles";

const easy: PuzzleEntry = { kind: "ending", level: 1, themes: ["battle"] };
const hard: PuzzleEntry = { kind: "midgame", level: 9, themes: ["hole", "last"] };

test("the puzzle of a day depends on the day alone, and days spread over all puzzles", () => {
  const days = Array.from({ length: 400 }, (_, n) => dayOf(new Date(Date.UTC(2026, 10, 28 + n, 23))));
  assert.deepEqual([days[0], days[3], days[34]], ["2026-11-28", "2026-12-01", "2027-01-01"]);
  const numbers = days.map((day) => dailyNumber(day, 50));
  assert.deepEqual(
    numbers,
    [...days].map((day) => dailyNumber(day, 50)),
  );
  assert.equal(new Set(numbers).size, 50);
});

test("a rating moves as Glicko-2 has it", () => {
  // Computed by the formulas of Glickman's paper of 2013 for one game against 1400 with deviation 30.
  const won = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, { rating: 1400, deviation: 30 }, 1);
  assert.ok(Math.abs(won.rating - 1563.56) < 0.1, String(won.rating));
  assert.ok(Math.abs(won.deviation - 175.4) < 0.1, String(won.deviation));
  assert.ok(Math.abs(won.volatility - 0.06) < 0.0001);
  const lost = rated(UNRATED, puzzleRating(1), 0);
  assert.ok(lost.rating < rated(UNRATED, puzzleRating(9), 0).rating);
  assert.ok(lost.deviation < UNRATED.deviation);
});

test("only the first try at a puzzle counts", () => {
  keepTry("classic", 3, easy, false);
  const { rating } = ownRating();
  assert.ok(rating < UNRATED.rating);
  keepTry("classic", 3, easy, true);
  assert.equal(ownRating().rating, rating);
  assert.deepEqual(tally("classic"), { right: 0, tried: 1 });
  assert.deepEqual(tally("star-wars"), { right: 0, tried: 0 });
});

test("the next puzzle is untried, of the theme, and near to the rating", () => {
  assert.equal(nextNumber("star-wars", [hard, easy, hard], "battle", -1), 1);
  assert.equal(nextNumber("classic", [hard, easy, hard, easy], "battle", -1), 1);
  keepTry("classic", 1, easy, true);
  assert.ok([1, 3].includes(nextNumber("classic", [hard, easy, hard, easy], "battle", -1)));
  assert.equal(nextNumber("star-wars", [easy], null, 0), 0);
});

test("what is shared tells the tries and nothing else", () => {
  useCatalogue("en", { "app.game.classic": "Classic" });
  assert.equal(squares("2026-11-28", "classic", "wwr"), "Tessera 2026-11-28, Classic: 🟧🟧🟦");
});

test("days in a row end with a day without a solved puzzle", () => {
  const days = ["2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"];
  keepDaily(days[1], "classic", false);
  assert.equal(streak(days[1]), 0);
  for (const day of [days[0], days[1], days[2]]) keepDaily(day, "classic", true);
  assert.equal(streak(days[2]), 3);
  assert.equal(streak(days[3]), 3);
  assert.equal(streak("2026-11-30"), 0);
  keepDaily(days[1], "classic", true);
  assert.equal(triesOf(days[1], "classic"), "wr");
});

for (const game of ["star-wars", "classic"] as const)
  test(`every puzzle of the repository can be shown: ${game}`, async () => {
    const puzzles = gunzipSync(await readFile(`${process.env.PUZZLES}/${game}.jsonl.gz`))
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Puzzle);
    const engine = await Engine.load(await readFile(process.env.PAGE_WASM!));
    const known = new Set(Object.keys(messages));
    for (const puzzle of puzzles) {
      assert.ok(puzzle.position.includes(`game=${game} `));
      for (const { line } of [puzzle, ...puzzle.wrong]) {
        engine.position(puzzle.position);
        replay(engine, line.split(" "));
      }
      assert.ok(known.has(`puzzles.why.${puzzle.why.split(".")[0]}`), puzzle.why);
      assert.ok(puzzle.themes.every((theme) => THEMES.includes(theme)));
    }
    engine.close();
  });
