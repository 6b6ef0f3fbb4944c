import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "../engine/types";
import type { Step } from "../game/model";
import { type Show, StepPlayer } from "./motion";

function recorder(): { told: string[]; show: Show; finished: Promise<void> } {
  const told: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const show: Show = {
    apply: (event) => told.push(event.event),
    battle: (event, rolling) => told.push(rolling ? "rolling" : event.event),
    battleOver: () => told.push("battle over"),
    putOut: () => told.push("put out"),
    putOutOver: () => {},
    scored: () => told.push("scored"),
    scoredOver: () => {},
    done: () => {
      told.push("done");
      finish();
    },
  };
  return { told, show, finished };
}

function stepOf(names: string[]): Step {
  const events = names.map((event) => ({ event, final: false }) as unknown as GameEvent);
  return { from: 0, to: 1, seat: 1, words: [], events };
}

test("a step that is skipped still shows every event in order", async () => {
  const { told, show, finished } = recorder();
  const player = new StepPlayer(show);
  player.play(stepOf(["placed", "meeple", "battle", "throw", "lost", "returned", "scored", "returned"]), false);
  assert.ok(!player.idle);
  player.skip();
  await finished;
  assert.ok(player.idle);
  assert.deepEqual(told, [
    "placed",
    "meeple",
    "battle",
    "rolling",
    "throw",
    "lost",
    "returned",
    "battle over",
    "scored",
    "returned",
    "done",
  ]);
});

test("a queue that falls behind catches up by itself", async () => {
  const { told, show, finished } = recorder();
  const player = new StepPlayer(show);
  for (let i = 0; i < 12; i++) player.play(stepOf(["placed", "put-out"]), false);
  await finished;
  assert.equal(told.filter((each) => each === "put out").length, 12);
});

test("what was not shown is forgotten when the table jumps", async () => {
  const { told, show, finished } = recorder();
  const player = new StepPlayer(show);
  player.play(stepOf(["placed"]), false);
  player.play(stepOf(["meeple"]), false);
  player.clear();
  await finished;
  assert.deepEqual(told, ["placed", "done"]);
});
