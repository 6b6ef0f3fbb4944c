import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Engine } from "../../../js/src/engine";
import app from "../../messages/app.en.json";
import { replay, splitDraws } from "../game/replay";
import { type AnalysedGame, decisions, luckOf, reviewTurn, type TurnReview } from "../review/analyst";
import { keepOwnMistakes, mistakesOf } from "../review/own-mistakes";
import { useCatalogue } from "../words/words";
import { answerMistake, dueMistakes, type FoundMistake, keepMistakes, waiting } from "./mistakes";
import { canSetUp, PuzzleTable } from "./puzzle-table";
import { turnOf } from "./puzzles";

const newgame = "newgame game=classic players=2 colours=red,blue first=1";

/** A mistake that differs from others by its tile; its turn gave away `win`. */
function found(tile: string, win: number): FoundMistake {
  return {
    game: "classic",
    newgame,
    position: `startpos moves ${tile}`,
    line: `${tile}@1,0r0=meeple:road.S`,
    diff: 3,
    win: 0.6,
    good: [],
    wrong: [{ line: `${tile}@1,0r0=none`, diff: 2, win }],
    played: `${tile}@1,0r0=none`,
  };
}

const tiles = (day: string) => dueMistakes("classic", day).map(({ position }) => position.slice(-1));

test("a mistake is asked after a day, a week and a month, and anew after a wrong answer", () => {
  keepMistakes([found("V", 0.2)], "2026-11-28");
  keepMistakes([found("V", 0.2)], "2026-12-05");
  assert.deepEqual(waiting("classic"), { count: 1, next: "2026-11-29" });
  assert.equal(waiting("star-wars"), null);
  assert.deepEqual(tiles("2026-11-28"), []);
  const answer = (day: string, right: boolean) => answerMistake(dueMistakes("classic", day)[0], right, day);
  answer("2026-11-29", true);
  assert.deepEqual([tiles("2026-12-05"), tiles("2026-12-06")], [[], ["V"]]);
  answer("2026-12-08", false);
  assert.deepEqual(tiles("2026-12-09"), ["V"]);
  answer("2026-12-09", true);
  answer("2026-12-16", true);
  assert.equal(waiting("classic")?.next, "2027-01-15");
  answer("2027-01-15", true);
  assert.equal(waiting("classic"), null);
});

test("those that gave most away are kept, and those that wait longest come first", () => {
  const many = Array.from({ length: 120 }, (_, n) => ({ ...found("V", 0.05 + n / 1000), position: `startpos ${n}` }));
  keepMistakes(many, "2026-11-28");
  assert.equal(waiting("classic")?.count, 100);
  keepMistakes([found("W", 0.3)], "2026-11-20");
  assert.deepEqual(dueMistakes("classic", "2026-11-29")[0].position, "startpos moves W");
});

test("the mistakes of a review can be solved: the best turn and those near to it are right", async () => {
  useCatalogue("en", app);
  const engine = await Engine.load(readFileSync(process.env.REVIEW_WASM!));
  const ask = async (lines: string[]) => lines.map((line) => ({ data: engine.command(line), error: "" }));
  const words = splitDraws(["V@1,0r0=meeple:road.S", "C@0,-1r0=none", "U@1,1r1=none"]);
  engine.command(newgame);
  engine.position("startpos");
  const game: AnalysedGame = {
    newgame,
    start: "startpos",
    words,
    steps: replay(engine, words),
    sides: 2,
    sideOf: (s) => s,
  };
  const luck = await luckOf(ask, game);
  const turns: TurnReview[] = [];
  for (const index of decisions(game)) turns.push(await reviewTurn(ask, game, index, 200, luck));
  const [mistake, ...others] = mistakesOf(game, turns, 2);
  assert.equal(others.length, 0);
  assert.equal(mistake.played, "C@0,-1r0=none");
  assert.equal(mistake.position, "startpos moves V V@1,0r0=meeple:road.S C");
  const kept = { ...mistake, due: "2026-11-29", right: 0 };
  const right = (move: string) => {
    const table = new PuzzleTable(engine, kept);
    void table.play(move);
    return table.right;
  };
  assert.ok(right(turnOf(mistake)));
  assert.ok(mistake.good.every(right));
  assert.ok(!right(mistake.played));
  new PuzzleTable(engine, kept).follow(mistake.line);
  const seats = (...mine: number[]) => [1, 2].map((number) => ({ number, mine: mine.includes(number) }));
  const kinds = [seats(), seats(1, 2), seats(1), seats(2)];
  assert.deepEqual(
    kinds.map((each) => keepOwnMistakes(each, game, turns, "2027-06-01")),
    [0, 0, 0, 1],
  );
  assert.equal(dueMistakes("classic", "2027-06-02").filter(({ due }) => due === "2027-06-02").length, 1);
  assert.ok(!canSetUp(engine, { ...kept, newgame: "newgame game=chess" }));
  assert.ok(!canSetUp(engine, { ...kept, position: "startpos moves NONE" }));
  engine.close();
});
