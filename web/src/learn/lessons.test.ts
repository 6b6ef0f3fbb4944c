import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { compileEngine, Engine } from "../../../js/src/engine";
import type { GameEvent } from "../../../js/src/types";
import { takeWord } from "../game/replay";
import { beginLesson, hintFor, LESSONS, type Lesson } from "./lessons";

let module: WebAssembly.Module;

before(async () => {
  module = await compileEngine(await readFile(process.env.PAGE_WASM ?? ""));
});

/** All legal turns with the lesson's tile. */
function turns(engine: Engine): string[] {
  const { tile } = engine.phase();
  return engine.legal().flatMap((line) => {
    const place = line.replace("place ", "");
    engine.command(line);
    const decisions = engine.legal().map((each) => each.replace("meeple ", ""));
    engine.undo(1);
    return decisions.map((decision) => `${tile}@${place}=${decision}`);
  });
}

/** The events of a right turn. */
function play(engine: Engine, lesson: Lesson, move: string): GameEvent[] {
  beginLesson(engine, lesson);
  return [move, ...(lesson.dice ?? [])].flatMap((word) => takeWord(engine, word));
}

for (const lesson of Object.values(LESSONS).flat())
  test(`${lesson.name}: every right turn brings what is told, every hint has its turn`, async () => {
    const engine = await Engine.load(module);
    beginLesson(engine, lesson);
    const seat = engine.state().seat;
    assert.equal(seat, 1, "the person is red");
    const all = turns(engine);
    assert.ok(all.includes(lesson.solution), "the solution is legal");
    const right = all.filter((move) => hintFor(lesson, move) === null);
    assert.ok(right.includes(lesson.solution), "the solution is right");
    const hints = new Set(all.map((move) => hintFor(lesson, move)));
    for (const [, hint] of lesson.wrong ?? []) assert.ok(hints.has(hint), `${hint} is given`);
    for (const move of right) {
      play(engine, lesson, move);
      const { scores, phase } = engine.state();
      assert.deepEqual(scores, lesson.scores, move);
      assert.equal(phase, lesson.last ? "over" : "draw", move);
    }
  });

test("a last turn that is not right does not win", async () => {
  const engine = await Engine.load(module);
  for (const lesson of Object.values(LESSONS)
    .flat()
    .filter(({ last }) => last)) {
    beginLesson(engine, lesson);
    for (const move of turns(engine).filter((each) => hintFor(lesson, each) !== null)) {
      play(engine, lesson, move);
      const [mine, other] = engine.state().scores;
      assert.ok(mine <= other, `${lesson.name}: ${move} brings ${mine} to ${other}`);
    }
  }
});

/** The realms that the solution of a lesson scores, with their points. */
async function scoredBy(name: string): Promise<Record<string, number>> {
  const lesson = Object.values(LESSONS)
    .flat()
    .find((each) => each.name === name)!;
  const events = play(await Engine.load(module), lesson, lesson.solution);
  const scored = events.filter((event) => event.event === "scored");
  return Object.fromEntries(scored.map(({ kind, sides, points }) => [`${kind} ${sides.join()}`, points]));
}

test("what the texts of the final scorings count", async () => {
  const { "route 1": route, "planet 1": planet } = await scoredBy("star-wars.final");
  assert.deepEqual([route, planet], [3, 1 + 4 + 2]);
  assert.deepEqual(await scoredBy("classic.final"), { "road 1": 3, "city 1": 2 + 1, "monastery 2": 5 });
  assert.deepEqual(await scoredBy("classic.farmer"), { "field 1": 2 * 3 });
});

test("the dice of the texts are those of the battles", async () => {
  const engine = await Engine.load(module);
  const dice = LESSONS["star-wars"]
    .filter((lesson) => lesson.dice)
    .flatMap((lesson) => play(engine, lesson, lesson.solution))
    .filter((event) => event.event === "battle")
    .map((event) => event.dice);
  assert.deepEqual(dice, [
    { 1: 1, 2: 1 },
    { 1: 2, 2: 2 },
    { 1: 2, 2: 1, 3: 2 },
  ]);
});
