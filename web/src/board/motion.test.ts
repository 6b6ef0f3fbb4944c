import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "../../../js/src/types";
import type { Step } from "../game/model";
import { changeSettings } from "../ui/settings";
import { type Show, StepPlayer } from "./motion";

function recorder(): { told: string[]; known: string[]; show: Show; finished: Promise<void> } {
  const told: string[] = [];
  const known: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const show: Show = {
    apply: (event) => told.push(event.event),
    battle: (event, rolling) => told.push(rolling ? "rolling" : event.event),
    hold: () => false,
    battleOver: () => told.push("battle over"),
    putOut: () => told.push("put out"),
    putOutOver: () => {},
    scored: () => told.push("scored"),
    rise: () => 0,
    scoredOver: () => {},
    told: ({ event }) => known.push(event),
    done: () => {
      told.push("done");
      finish();
    },
  };
  return { told, known, show, finished };
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

test("the player rests once all steps have been shown, those that came meanwhile as well", async () => {
  const { told, show } = recorder();
  const player = new StepPlayer(show);
  const [first, second] = [stepOf(["placed"]), stepOf(["placed"])];
  player.play(first, true);
  const { rest } = player;
  player.play(second, false);
  assert.equal(player.step, first);
  await rest;
  assert.deepEqual([player.step, told], [null, ["placed", "placed", "done"]]);
});

test("what was shown is told, the final scoring is left to others", async () => {
  const { told, known, show, finished } = recorder();
  const player = new StepPlayer(show);
  const step = stepOf(["placed", "scored", "scored", "over"]);
  Object.assign(step.events[2], { final: true });
  player.play(step, false);
  player.skip();
  await finished;
  assert.deepEqual(known, ["placed", "scored"]);
  assert.deepEqual(told, ["placed", "scored", "done"]);
});

test("a queue that falls behind catches up by itself", async () => {
  const { told, show, finished } = recorder();
  const player = new StepPlayer(show);
  for (let i = 0; i < 12; i++) player.play(stepOf(["placed", "put-out"]), false);
  await finished;
  assert.equal(told.filter((each) => each === "put out").length, 12);
});

test("what was not shown is forgotten when the table jumps", async () => {
  const { told, known, show, finished } = recorder();
  const player = new StepPlayer(show);
  player.play(stepOf(["placed"]), false);
  player.play(stepOf(["meeple"]), false);
  player.clear();
  await finished;
  assert.deepEqual(told, ["placed", "done"]);
  assert.deepEqual(known, []);
});

/** Plays a battle in which a person at this device throws; returns the reported events and the player. */
function duel() {
  const { told, show, finished } = recorder();
  const player = new StepPlayer({ ...show, hold: () => told.push("held") > 0 });
  player.play(stepOf(["battle", "throw", "lost"]), false);
  return { told, player, finished };
}

test("a person throws their own dice, or they fall by themselves after three seconds", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  for (const by of ["hand", "time"]) {
    const { told, player } = duel();
    await settled();
    assert.deepEqual(told, ["battle", "held"]);
    if (by === "hand") assert.ok(player.roll());
    else context.mock.timers.tick(2900);
    await settled();
    if (by === "time") {
      assert.deepEqual(told, ["battle", "held"], "they wait for the hand");
      context.mock.timers.tick(100);
      await settled();
    }
    assert.deepEqual(told, ["battle", "held", "rolling"], by);
    assert.equal(player.roll(), false, "they are in the air");
    player.clear();
    await settled();
  }
});

test("at once is at once: nothing is waited for", async (context) => {
  changeSettings({ pace: "once" });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { told, player } = duel();
  await player.rest;
  assert.deepEqual(told, ["battle", "held", "rolling", "throw", "lost", "battle over", "done"]);
  changeSettings({ pace: "normal" });
});
