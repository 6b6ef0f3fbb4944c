// The soak: whole games with motion on, both games, at a desk and on a phone, while hands drag, zoom and change the
// window's size. Each tap lands on the cell under it, the camera stays finite, memory level, the console silent.
//   node tests/web/soak.mjs [--games 4] [--seed 1] [--real]
// The seed gives game, chance and hands. Without --real the page's clock is the test's, and a game takes seconds.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseArgs } from "node:util";
import { beyondWindow, openBrowser, openPage, visit } from "./harness.mjs";
import { chanceOf, Hands } from "./harness-hands.mjs";
import { dueNow } from "./harness-play.mjs";

const { values: asked } = parseArgs({
  options: {
    games: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
    real: { type: "boolean", default: false },
  },
});

const host = await openBrowser();
test.after(() => host.close());

const DESK = {
  name: "desk",
  touch: false,
  options: { viewport: { width: 1280, height: 800 } },
  sizes: [
    [1280, 800],
    [1440, 900],
    [1024, 768],
    [820, 1180],
    [700, 500],
  ],
};
const PHONE = {
  name: "phone",
  touch: true,
  options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  sizes: [
    [360, 740],
    [740, 360],
    [412, 915],
    [600, 400],
  ],
};
const GAMES = ["star-wars", "classic"];
const COLOURS = { "star-wars": ["red", "black", "green", "white"], classic: ["black", "red", "green", "blue"] };

/** A game in which nothing has been laid for so long is stuck. */
const STUCK_MS = 120_000;

/** While others play time goes by in steps; the test's clock goes through every frame of one in so many of them. */
const STEP_MS = 600;
const SMOOTH = 8;

/**
 * What a page on which the game was played may hold beyond one that only shows it: nodes of the document, bytes of the
 * heap. A board that is left behind has 12,000 nodes.
 */
const MORE_NODES = 1000;
const MORE_BYTES = 3_000_000;
const FREED_MS = 120_000;

/** The seed gives options and seats: a person and computers of the lowest levels. */
function gameOf(game, chance) {
  const [teams, some] = [game === "star-wars" && chance.below(4) === 0, chance.below(8)];
  const classic = ["fields", "abbot", "river"].filter((_, bit) => some & (1 << bit));
  const options = game === "classic" ? classic : teams ? ["teams"] : [];
  const count = teams ? 4 : chance.between(3, 4);
  const seats = COLOURS[game].slice(0, count).map((colour, seat) => {
    const who = seat === 0 ? { kind: "person", name: "Anna" } : { kind: "computer", level: chance.between(1, 2) };
    return { ...who, colour };
  });
  const rules = { game, set: game, options, seats, first: 1, clock: { kind: "none" }, grace: 0 };
  const setup = { ...rules, public: true, aids: true, hints: true, takebacks: true };
  return { id: "soak", setup, first: 1, words: [], draws: [], throws: [], at: 1, scores: null };
}

/** The page's chance from a seed, the same generator as here. */
function seedPage(seed) {
  let state = seed >>> 0;
  crypto.getRandomValues = (words) => {
    for (let i = 0; i < words.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      words[i] = state ^ (state >>> 16);
    }
    return words;
  };
}

/** Tiles and meeples have their places and are not painted: that takes most of the time. */
function unpainted() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".board-scene :is(image, use) { display: none }");
  document.adoptedStyleSheets = [sheet];
}

/** Nodes and heap that a page holds; the pointer rests on none of what was shown before. */
async function memoryOf(page) {
  await page.mouse.move(1, 1);

  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  for (let n = 0; n < 3; n++) await cdp.send("HeapProfiler.collectGarbage");
  const { metrics } = await cdp.send("Performance.getMetrics");
  await cdp.detach();
  const value = (name) => metrics.find((metric) => metric.name === name).value;
  return { bytes: value("JSHeapUsedSize"), nodes: value("Nodes") };
}

/** Opens the kept game's table and leaves it for the page's start, whose picture has nodes of its own, three times. */
async function comeAndGo(page) {
  for (let n = 0; n < 3; n++) {
    await visit(page, "#/local/soak", ".board-dock");
    await visit(page, "#/", ".home");
    await page.waitForFunction(() => document.querySelector(".home-board img")?.complete);
  }
}

/** What a new page holds that only shows the kept game. */
async function memoryShown(kept, options) {
  const page = await openPage(host, options);
  await page.evaluate((game) => localStorage.setItem("tessera.game.soak", game), kept);
  await page.reload();
  await comeAndGo(page);
  const shown = await memoryOf(page);
  await page.context().close();
  return shown;
}

/**
 * What `page` holds beyond `shown`. The browser lets go of what was on the screen in its own time: a page that holds too
 * much is measured again until FREED_MS are over, and what it holds then is left behind.
 */
async function memoryLeft(page, shown) {
  for (const since = Date.now(); ; await page.waitForTimeout(500)) {
    const { bytes, nodes } = await memoryOf(page);
    const more = { bytes: bytes - shown.bytes, nodes: nodes - shown.nodes };
    if ((more.bytes < MORE_BYTES && more.nodes < MORE_NODES) || Date.now() - since > FREED_MS) return more;
  }
}

/** One game in the hands of the seed. */
class Soak {
  #page;
  #chance;
  #hands;
  #steps = 0;
  #tiles = 0;
  #since = Date.now();

  constructor(page, chance, { sizes, touch }) {
    this.#page = page;
    this.#chance = chance;
    const [pass, rest] = [(ms) => this.#pass(ms), () => this.#still()];
    this.#hands = new Hands(page, { chance, sizes, touch, pass, rest });
  }

  async #pass(ms) {
    if (asked.real) await this.#page.waitForTimeout(ms);
    else await this.#page.clock.runFor(ms);
  }

  /** Plays to the end; returns the turns of the person. */
  async play() {
    for (let turns = 0; ; ) {
      const { due, tiles } = await this.#look();
      if (due === "over") {
        await this.#end();
        return turns;
      }
      if (due === "turn") {
        await this.#turn();
        turns++;
      } else await this.#wait(tiles);
    }
  }

  /** What the page waits for, and how many tiles lie. Whatever the size of the window, the page does not go beyond it. */
  async #look() {
    const tiles = 'document.querySelectorAll(".board-scene .tile").length';
    const { beyond, ...seen } = await this.#page.evaluate(
      `({ due: (${dueNow})(), tiles: ${tiles}, beyond: (${beyondWindow})() })`,
    );
    assert.deepEqual(beyond, [0, 0], "pixels by which the page can be scrolled");
    return seen;
  }

  /** Others play; now and then, when a tile has been laid, the hands are not still. */
  async #wait(tiles) {
    this.#steps++;
    if (asked.real || this.#steps % SMOOTH === 0) await this.#pass(STEP_MS);
    else await this.#page.clock.fastForward(STEP_MS);
    if (tiles === this.#tiles) {
      assert.ok(Date.now() - this.#since < STUCK_MS, `nothing has been laid for ${STUCK_MS} ms`);
      return;
    }
    [this.#tiles, this.#since] = [tiles, Date.now()];
    if (this.#chance.below(4) === 0) await this.#hands.fidget();
  }

  /** The final scoring plays itself, whatever the hands do, until the result is told. */
  async #end() {
    const result = this.#page.locator(".final .winner");
    for (const since = Date.now(); (await result.count()) === 0; ) {
      assert.ok(Date.now() - since < STUCK_MS, `no result for ${STUCK_MS} ms`);
      await this.#pass(STEP_MS);
      if (this.#chance.below(4) === 0) await this.#fidgetUntil(result);
    }
    await this.#hands.look();
  }

  /** On a phone the result may come and cover a button while the hands are on their way to it. */
  async #fidgetUntil(result) {
    try {
      await this.#hands.fidget();
    } catch (fault) {
      if (fault.name !== "TimeoutError" || (await result.count()) === 0) throw fault;
    }
  }

  async #turn() {
    await this.#fidget(2);
    await this.#cardsGone();
    await this.#hands.tapCell();
    await this.#fidget(1);
    const chips = this.#page.locator(".chip");
    const count = await chips.count();
    if (count > 0 && this.#chance.below(3) > 0) await chips.nth(this.#chance.below(count)).click();
    await this.#fidget(1);
    await this.#page.locator(".hand-done").click();
    await this.#pass(50);
  }

  async #fidget(most) {
    for (let n = this.#chance.between(0, most); n > 0; n--) await this.#hands.fidget();
  }

  /** What others did has been shown, and the board stands still: it must not move between look and tap. */
  async #cardsGone() {
    while ((await this.#page.locator(".board-cards > *").count()) > 0) await this.#pass(200);
    await this.#still();
  }

  /** In real time the board is on its way for as long as its frames take; with the test's clock that time has gone by. */
  async #still() {
    if (asked.real) await this.#page.locator(".board-plane:not(.board-moving)").waitFor({ state: "attached" });
  }
}

/** Plays one game on a page of its own. */
async function soak(game, device, seed) {
  const chance = chanceOf(seed);
  const page = await openPage(host, device.options);
  await page.addInitScript(seedPage, seed);
  if (!asked.real) await page.addInitScript(unpainted);
  await page.evaluate((kept) => localStorage.setItem("tessera.game.soak", JSON.stringify(kept)), gameOf(game, chance));
  await page.reload();
  if (!asked.real) await page.clock.install();
  await visit(page, "#/local/soak", ".board-dock");
  if (!asked.real) await page.clock.pauseAt(Date.now() + 3_600_000);
  const turns = await new Soak(page, chance, device).play();
  if (!asked.real) await page.clock.resume();
  await visit(page, "#/", ".home");
  await comeAndGo(page);
  const kept = await page.evaluate(() => localStorage.getItem("tessera.game.soak"));
  const left = await memoryLeft(page, await memoryShown(kept, device.options));
  await page.context().close();
  return { turns, ...left };
}

/** Two games at a time, each on a page of its own. */
describe("whole games", { concurrency: 2 }, () => {
  for (let n = 0; n < Number(asked.games); n++) {
    const game = GAMES[((n + 1) >> 1) % 2];
    const device = [DESK, PHONE][n % 2];
    const seed = Number(asked.seed) + n;
    test(`${game}, ${device.name}, seed ${seed}`, async (t) => {
      const { turns, bytes, nodes } = await soak(game, device, seed);
      t.diagnostic(`${turns} turns, ${Math.round(bytes / 1000)} kB and ${nodes} nodes more`);
      assert.ok(bytes < MORE_BYTES && nodes < MORE_NODES, `${bytes} bytes and ${nodes} nodes are left behind`);
    });
  }
});
