import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compileEngine, Engine } from "../../../js/src/engine";
import { changeSettings } from "../ui/settings";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { LocalTable, type Thinker } from "./local";
import type { Setup, TableView } from "./model";
import { createLocalGame, removeGame, savedGame, savedGames } from "./saved";
import { usualSetup, withOption, withSeat, withSeatChanged } from "./setup";

/** A stand-in for browser storage: an object whose only enumerable properties are its entries. */
function memoryStorage(): Storage {
  const methods = {
    getItem: (name: string) => (Object.hasOwn(storage, name) ? storage[name] : null),
    setItem: (name: string, value: string) => {
      storage[name] = value;
    },
    removeItem: (name: string) => {
      delete storage[name];
    },
  };
  const storage: Record<string, string> = Object.create(methods);
  return storage as unknown as Storage;
}

globalThis.localStorage = memoryStorage();
useCatalogue("en", en);
const module = await compileEngine(readFileSync(process.env.PAGE_WASM!));

/** A Thinker that runs in this thread. */
async function thinkerHere(): Promise<Thinker> {
  const engine = await Engine.load(module);
  return {
    ask: async (game, kind, playouts, seed) => {
      engine.command(game.newgame);
      engine.position("startpos", game.words);
      return engine.advise(kind, playouts, seed);
    },
    close: () => {},
  };
}

async function openGame(id: string): Promise<LocalTable> {
  return new LocalTable(savedGame(id)!, await Engine.load(module), await thinkerHere(), () => 0);
}

const people = (setup: Setup) =>
  setup.seats.reduce((now, _, seat) => withSeatChanged(now, seat, { kind: "person" }), setup);

/** The first legal turn without a meeple. */
function anyTurn(view: TableView): string {
  const place = view.state.legal[0].replace("place ", "");
  return `${view.state.tile}@${place}=none`;
}

/** Draws and plays legal turns for the person until the game is over or `turns` turns are played. */
async function playOn(table: LocalTable, turns: number): Promise<void> {
  for (let played = 0; played < turns && table.view.stage === "playing"; ) {
    if (table.view.may.draw) await table.draw();
    else if (table.view.may.move) {
      await table.play(anyTurn(table.view));
      played++;
    } else await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

test("a whole game against the computer, in both games", async () => {
  for (const setup of [usualSetup("star-wars"), withOption(usualSetup("classic"), "river", "river-20")]) {
    const id = createLocalGame(setup);
    const table = await openGame(id);
    await playOn(table, Infinity);
    assert.equal(table.view.stage, "over");
    assert.deepEqual(savedGame(id)!.scores, table.view.state.scores);
    const [read] = (await Engine.load(module)).readRecord(await table.record());
    assert.equal(read.result, table.view.state.scores.join("-"));
    assert.equal(read.tags.Player1, "Player 1");
    table.close();
    removeGame(id);
  }
});

test("a game goes on where it was left, in mid-turn", async () => {
  const id = createLocalGame(people(usualSetup("star-wars")));
  const table = await openGame(id);
  await playOn(table, 5);
  await table.draw();
  table.close();
  const again = await openGame(id);
  assert.deepEqual(again.view.state, table.view.state);
  assert.deepEqual(again.view.steps, table.view.steps);
  assert.equal(again.view.may.move, true);
  again.close();
});

test("taking back gives the same tiles and dice again", async () => {
  const table = await openGame(createLocalGame(people(usualSetup("classic"))));
  await playOn(table, 6);
  await table.draw();
  const { words } = table.view;
  const [last, drawn] = words.slice(-2);
  await table.takeBack();
  assert.deepEqual(table.view.words, words.slice(0, -2));
  assert.equal(table.view.may.move, true);
  await table.play(last);
  await table.draw();
  assert.equal(table.view.words.at(-1), drawn);
  table.close();
});

test("nothing is taken back where the table does not allow it, and a refused turn changes nothing", async () => {
  const setup = { ...people(usualSetup("classic")), takebacks: false };
  const table = await openGame(createLocalGame(setup));
  await playOn(table, 2);
  assert.equal(table.view.may.takeBack, "no");
  await table.draw();
  const { words } = table.view;
  await assert.rejects(table.play(`${table.view.state.tile}@50,50r0=none`));
  assert.deepEqual(table.view.words, words);
  table.close();
});

test("at a rematch everybody keeps seat, colour and name, and the next one begins unless chance decides", async () => {
  const three = withSeat(usualSetup("star-wars"), "computer");
  const { seats } = withSeatChanged(withSeatChanged(three, 0, { colour: "orange" }), 2, { level: 7 });
  for (const [first, next] of [
    [0, 0],
    [1, 2],
    [3, 1],
  ]) {
    const table = await openGame(createLocalGame({ ...three, seats, first }));
    const { setup } = savedGame((await table.rematch()).split("/")[2])!;
    assert.deepEqual([setup.seats, setup.first], [seats, next]);
    table.close();
  }
});

test("a computer waits before each step for as long as the person has set", async (t) => {
  const computers = usualSetup("classic").seats.map((seat) => ({ ...seat, kind: "computer" as const, level: 1 }));
  const thinker = await thinkerHere();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const [pace, pause] of [
    ["normal", 700],
    ["slow", 1800],
    ["fast", 250],
    ["once", 0],
  ] as const) {
    changeSettings({ pace });
    const game = savedGame(createLocalGame({ ...usualSetup("classic"), seats: computers }))!;
    const table = new LocalTable(game, await Engine.load(module), thinker);
    const steps = () => table.view.steps.length;
    t.mock.timers.tick(Math.max(pause - 1, 0));
    assert.equal(steps(), pause === 0 ? 1 : 0, `${pace}: not before the pause is over`);
    if (pause > 0) t.mock.timers.tick(1);
    assert.equal(steps(), 1, `${pace}: and then at once`);
    table.close();
  }
  changeSettings({ pace: "normal" });
});

test("a computer waits until what happened has been shown, but where it moves at once", async (t) => {
  const computers = usualSetup("classic").seats.map((seat) => ({ ...seat, kind: "computer" as const, level: 1 }));
  const thinker = await thinkerHere();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const [pause, waits] of [
    [700, true],
    [0, false],
  ] as const) {
    const game = savedGame(createLocalGame({ ...usualSetup("classic"), seats: computers }))!;
    const table = new LocalTable(game, await Engine.load(module), thinker, () => pause);
    let shown = () => {};
    const rest = new Promise<void>((resolve) => {
      shown = resolve;
    });
    table.waitFor(() => rest);
    t.mock.timers.tick(pause);
    await Promise.resolve();
    assert.equal(table.view.steps.length, waits ? 0 : 1);
    shown();
    await rest;
    assert.equal(table.view.steps.length, 1);
    table.close();
  }
});

test("the oldest finished games make room", () => {
  for (const game of savedGames()) removeGame(game.id);
  for (let i = 0; i < 50; i++) {
    const game = savedGame(createLocalGame(usualSetup("classic")))!;
    localStorage.setItem(`tessera.game.${game.id}`, JSON.stringify({ ...game, at: i, scores: [1, 2] }));
  }
  assert.equal(savedGames().length, 40);
  assert.equal(savedGames()[0].at, 49);
});
