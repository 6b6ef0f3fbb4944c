import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Engine } from "../../../js/src/engine";
import type { Reply } from "../engine/thinker";
import { replay, splitDraws } from "../game/replay";
import { type AnalysedGame, type Ask, decisions, luckOf, reviewTurn } from "./analyst";
import { judge } from "./judgement";

const engine = await Engine.load(readFileSync(process.env.REVIEW_WASM!));
const newgame = "newgame game=star-wars players=2 colours=red,white first=1";

/** A turn joins two routes of one tile each, so that a merchant of each side fights for them with one die. */
const opening = ["P1_R@-1,0r3=small:route.E", "A1@0,1r2=none", "A1@1,1r2=none", "A1@2,1r2=none", "A1@-1,1r2=none"];
const battle = [...opening, "R3@2,0r2=small:route.W", "R2S@1,0r0=none"];

function reply(line: string): Reply {
  try {
    return { data: engine.command(line), error: "" };
  } catch (error) {
    return { data: [], error: (error as Error).message };
  }
}

const ask: Ask = async (lines) => lines.map(reply);

function gameOf(record: readonly string[]): AnalysedGame {
  const words = splitDraws(record);
  engine.command(newgame);
  engine.position("startpos");
  return { newgame, start: "startpos", words, steps: replay(engine, words), sides: 2, sideOf: (seat) => seat };
}

/** Analyses the last turn of a game. */
async function lastTurn(record: readonly string[]) {
  const game = gameOf(record);
  return reviewTurn(ask, game, decisions(game).at(-1)!, 60, await luckOf(ask, game));
}

test("dice luck of a battle with even chances: what one result gives the other takes", async () => {
  const won = await lastTurn([...battle, "[1:5;2:2]"]);
  const lost = await lastTurn([...battle, "[1:2;2:5]"]);
  assert.ok(won.dice && lost.dice);
  assert.ok(won.dice.diff > 0, `${won.dice.diff} points for the winner`);
  assert.ok(Math.abs(won.dice.diff + lost.dice.diff) < 0.02, `${won.dice.diff} and ${lost.dice.diff}`);
});

test("a turn without battle has no dice luck; what was played is among the candidates", async () => {
  const turn = await lastTurn(opening);
  assert.equal(turn.dice, null);
  assert.ok(turn.draw && Math.abs(turn.draw.diff) < 20);
  assert.ok(turn.candidates.some((candidate) => candidate.move === turn.move));
  assert.equal(turn.candidates[0], turn.best);
  const [best] = turn.candidates;
  const kept = JSON.parse(JSON.stringify(await lastTurn([...opening.slice(0, -1), best.move])));
  assert.equal(judge(kept), "best", "what was kept in the browser is judged as it was");
});

test("the luck of all draws that could have come is nothing on average", async () => {
  const before = opening.slice(0, 2);
  const words = splitDraws(before);
  engine.command(newgame);
  engine.position("startpos", words);
  const kinds = engine.legal().map((line) => line.replace("draw ", "").split("*"));
  let sum = 0;
  for (const [kind, count] of kinds) {
    engine.position("startpos", [...words, kind]);
    const [cell] = engine.legal();
    const move = `${kind}@${cell.replace("place ", "")}=none`;
    const turn = await lastTurn([...before, move]);
    sum += Number(count) * (turn.draw?.diff ?? 0);
  }
  assert.ok(Math.abs(sum) < 1, `${sum}`); // each is rounded to hundredths, times 75 tiles
});

test("the same game is looked at in the same way", async () => {
  const [one, two] = [await lastTurn(opening), await lastTurn(opening)];
  assert.deepEqual(one, two);
});
