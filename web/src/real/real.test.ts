import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Engine } from "../../../js/src/engine";
import { usualSetup } from "../game/setup";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { leftOf, newClocks, stop, tapped } from "./clocks";
import { RealTable, turnsOf } from "./real-table";

useCatalogue("en", en);

const setup = {
  ...usualSetup("classic"),
  seats: usualSetup("classic").seats.map((seat) => ({ ...seat, kind: "person" as const })),
};

async function table(words: string[] = []): Promise<RealTable> {
  const engine = await Engine.load(readFileSync(process.env.PAGE_WASM!));
  const game = { id: "x", setup, first: 1, words, draws: [], throws: [], at: 0, scores: null };
  return new RealTable(game, engine);
}

const [first, second, third] = ["V@1,0r1=none", "U@1,1r0=none", "U@1,2r0=none"];

test("words are told apart by turn", () => {
  assert.deepEqual(turnsOf(["(R4)", "A", "A@1,0r0=none", "[1:5;2:3]", "B", "B@2,0r0=none", "C"]), [
    ["(R4)", "A", "A@1,0r0=none", "[1:5;2:3]"],
    ["B", "B@2,0r0=none"],
    ["C"],
  ]);
});

test("people bring the tiles; the last entry is taken back", async () => {
  const game = await table();
  assert.equal(game.wanted, "tile");
  game.pick("V");
  assert.equal(game.wanted, "move");
  game.back();
  assert.equal(game.wanted, "tile");
  game.pick("V");
  await game.play(first);
  assert.deepEqual(game.view.words, ["V", first]);
  assert.throws(() => game.pick("nothing"));
  assert.deepEqual(game.view.words, ["V", first], "what is refused changes nothing");
});

test("a corrected turn is followed by the turns after it, as far as they still fit", async () => {
  const game = await table();
  for (const move of [first, second, third]) {
    game.pick(move.split("@")[0]);
    await game.play(move);
  }
  game.correct(1);
  assert.deepEqual(game.correction, { follow: 1, fallen: 0 });
  assert.equal(game.view.words.length, 2);
  game.pick("U");
  await game.play("U@1,1r0=meeple:road.E");
  assert.deepEqual(game.correction, { follow: 0, fallen: 0 });
  assert.equal(game.view.words[5], third);
  game.restore();
  assert.equal(game.view.words[3], second);
  game.correct(0);
  game.pick("V");
  await game.play("V@1,0r0=none");
  assert.deepEqual(game.correction, { follow: 0, fallen: 2 });
  assert.deepEqual(game.view.words, ["V", "V@1,0r0=none"]);
  game.restore();
  assert.equal(game.view.words.length, 6);
});

test("an earlier turn is corrected before the later one is entered again", async () => {
  const game = await table(["V", first, "U", second, "U", third]);
  game.correct(1);
  game.correct(0);
  game.restore();
  assert.deepEqual(game.view.words, ["V", first, "U", second, "U", third]);
  game.correct(1);
  game.pick("U");
  game.back();
  assert.deepEqual(game.view.words, ["V", first]);
  game.back();
  assert.deepEqual(game.view.words, ["V", first, "U", second, "U", third], "no turn is lost");
});

test("clocks run for one player at a time, and add after a turn unless the time is over", () => {
  let clocks = newClocks({ players: 3, minutes: 1, added: 10 });
  const left = (now: number) => clocks.left.map((_, of) => leftOf(clocks, of, now) / 1000);
  assert.deepEqual(left(5000), [60, 60, 60]);
  clocks = tapped(clocks, 1, 5000);
  assert.deepEqual(left(9000), [60, 56, 60]);
  clocks = tapped(clocks, 1, 9000);
  assert.equal(clocks.player, 2);
  assert.deepEqual(left(9000), [60, 66, 60]);
  clocks = tapped(clocks, 0, 10_000);
  assert.deepEqual([clocks.player, ...left(11_000)], [0, 59, 66, 69]);
  clocks = stop(clocks, 12_000);
  assert.deepEqual(left(99_000), [58, 66, 69]);
  clocks = tapped(clocks, 0, 100_000);
  clocks = tapped(clocks, 0, 300_000);
  assert.deepEqual(left(300_000), [0, 66, 69]);
});
