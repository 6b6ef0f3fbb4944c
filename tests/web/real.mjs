// A game at a real table: people bring tiles and dice, correct turns, and go on to the review; scores alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAxe, checkWidth, openBrowser, openPage, shoot, visit } from "./harness.mjs";
import { playQuickly, turnByFinger, wordsOf } from "./harness-play.mjs";

const host = await openBrowser();
test.after(() => host.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Turns that are entered by taps: a tile, a place, often a meeple, done. A whole game took 230 taps for 71 turns. */
const TAPPED = 5;
const SEATS = ["black", "red"].map((colour) => ({ kind: "person", colour }));

/** Keeps a game of a real table on the page's device and opens it. */
async function openReal(page, game, words) {
  const rules = { set: game, options: [], first: 1, clock: { kind: "none" }, grace: 3000 };
  const setup = { game, ...rules, seats: SEATS, public: true, aids: true, hints: true, takebacks: true };
  const kept = { id: "r1", setup, real: true, first: 1, words, draws: [], throws: [], at: Date.now(), scores: null };
  await page.evaluate((each) => localStorage.setItem("tessera.game.r1", JSON.stringify(each)), kept);
  await visit(page, "#/real/r1");
  await page.locator(".real-next h2").waitFor();
}

const keptWords = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("tessera.game.r1")).words);

/** Enters the rest of a game by keys; runs in the page. Gives the number of turns. */
async function enterRest() {
  const find = (selector) => document.querySelector(selector);
  const until = async (holds) => {
    while (!holds()) await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  const enter = () =>
    find(".board-list").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  const last = () => JSON.parse(localStorage.getItem("tessera.game.r1")).words.at(-1) ?? "";
  let turns = 0;
  while (find(".real-tile")) {
    const before = last();
    find(".real-tile").click();
    await until(() => find(".board-list li") || last().startsWith("("));
    if (!find(".board-list li")) continue;
    find(".board-list").focus();
    enter();
    await until(() => find(".hand-done"));
    find(".hand-done").click();
    await until(() => last().includes("@") && last() !== before);
    await until(() => find(".real-tile") || find(".real-next .button-main"));
    turns++;
  }
  return turns;
}

test("a whole game of 72 tiles on a phone, the taps of some turns counted, and on to the review", async () => {
  const page = await openPage(host, PHONE);
  await playQuickly(page, { confirm: true });
  await openReal(page, "classic", []);
  await page.evaluate(() => {
    globalThis.taps = 0;
    document.addEventListener("pointerdown", () => globalThis.taps++, true);
  });
  for (let turn = 0; turn < TAPPED; turn++) {
    await page.locator(".real-tile").first().tap();
    await turnByFinger(page, turn);
  }
  const taps = await page.evaluate(() => globalThis.taps);
  assert.ok(taps <= 4 * TAPPED, `${taps} taps for ${TAPPED} turns`);
  assert.ok(TAPPED + (await page.evaluate(enterRest)) >= 68);
  await page.locator(".real-next").getByText("The game is over.").waitFor();
  await checkWidth(page, "real table");
  await page.getByRole("button", { name: "Review" }).tap();
  await page.locator(".transport-slider").waitFor();
  await page.context().close();
});

test("the other tile, a corrected turn with those after it, and undoing that", async () => {
  const page = await openPage(host);
  await playQuickly(page);
  const words = ["V", "V@1,0r1=none", "U", "U@1,1r0=none", "U", "U@1,2r0=none"];
  await openReal(page, "classic", words);
  await shoot(page, "real");
  await checkAxe(page, "real table");
  const first = page.locator(".real-tile").first();
  await first.click();
  await page.getByRole("button", { name: "It was another tile" }).click();
  await first.waitFor();
  assert.deepEqual(await keptWords(page), words);
  await page.getByText("Correct a turn").click();
  await page.getByRole("button", { name: "Correct turn 2: U" }).click();
  await page.getByText("Enter this turn again; 1 turn follows then.").waitFor();
  assert.deepEqual(await keptWords(page), words, "a correction that is not complete changes nothing that is kept");
  await page.getByRole("button", { name: "Undo the correction" }).click();
  await page.locator('[data-turn="3"]').waitFor();
  await page.context().close();
});

test("dice are entered as they fell", async () => {
  const page = await openPage(host);
  await playQuickly(page);
  const opening = ["P1_R@-1,0r3=small:route.E", "A1@0,1r2=none", "A1@1,1r2=none", "A1@2,1r2=none", "A1@-1,1r2=none"];
  const moves = [...opening, "R3@2,0r2=small:route.W", "R2S@1,0r0=none"];
  await openReal(page, "star-wars", wordsOf(moves.map((move, at) => `${at + 1}. ${move}`).join("\n")));
  await page.getByText("The dice as they fell").waitFor();
  for (const face of ["5", "2"]) await page.locator(".real-faces").getByRole("button", { name: face }).click();
  await page.locator(".real-tile").first().waitFor();
  assert.equal((await keptWords(page)).at(-1), "[1:5;2:2]");
  await page.context().close();
});

test("a game is set up, and scores are kept alone", async () => {
  const page = await openPage(host);
  await visit(page, "#/real");
  await page.getByRole("heading", { name: "At a real table" }).waitFor();
  const topOf = async (selector) => (await page.locator(selector).first().boundingBox()).y;
  assert.ok((await topOf('a[href="#/real/scores"]')) < (await topOf(".setup")), "scores alone are one tap away");
  await page.getByRole("button", { name: "Add a player" }).first().click();
  assert.equal(await page.locator(".face:not(.face-open)").count(), 3, "people sit in all seats");
  assert.equal(await page.locator(".who").count(), 0, "nobody else can be chosen");
  await page.locator(".setup-start .button-main").click();
  await page.locator(".real-tile").first().waitFor();
  assert.match(page.url(), /#\/real\/\w+$/);
  await visit(page, "#/real");
  await page.getByRole("link", { name: "Scores only" }).click();
  await page.getByRole("button", { name: "Add 5 for Player 1" }).click();
  await page.getByRole("button", { name: "Add 3 for Player 1" }).click();
  await page.getByRole("button", { name: "Take back" }).click();
  assert.deepEqual(await page.locator(".real-total").allTextContents(), ["5", "0"]);
  await checkAxe(page, "scores");
  await page.context().close();
});

/** A stand-in for the browser's wake lock, which says in `awake` whether it is held. Runs in the page. */
function standInForWakeLock() {
  const release = async () => {
    globalThis.awake = false;
  };
  const request = async () => {
    globalThis.awake = true;
    return { released: false, release };
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
}

test("clocks alone run by taps and keys, for five on a phone, also after the page was closed", async () => {
  const page = await openPage(host, PHONE);
  await page.clock.install({ time: "2026-11-28T12:00:00Z" });
  await page.addInitScript(standInForWakeLock);
  await visit(page, "#/real/clocks");
  await checkAxe(page, "setting clocks");
  for (const group of ["Players", "Minutes each"])
    await page.getByRole("group", { name: group }).getByLabel("5", { exact: true }).press("Space");
  await page.getByRole("button", { name: "Set the clocks" }).click();
  const times = () => page.locator(".clocks-field b").allTextContents();
  await page.clock.pauseAt("2026-11-28T13:00:00Z");
  await page.locator(".clocks-field").first().tap();
  await page.clock.runFor(60_700);
  assert.deepEqual(await times(), ["4:00", "5:00", "5:00", "5:00", "5:00"]);
  await page.keyboard.press("Enter");
  await page.locator(".clocks-field[aria-pressed='true']", { hasText: "Black" }).waitFor();
  await page.clock.resume();
  await checkAxe(page, "clocks");
  await checkWidth(page, "clocks");
  await shoot(page, "clocks");
  await page.reload();
  await page.locator(".clocks-field").first().waitFor();
  assert.equal(await page.evaluate(() => globalThis.awake), true, "the screen stays on while a clock runs");
  await page.clock.fastForward("06:00");
  await page.getByText("time is over").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  assert.deepEqual(await times(), ["4:10", "0:00", "5:00", "5:00", "5:00"]);
  await page.getByRole("button", { name: "New clocks" }).click();
  await page.getByRole("group", { name: "Players" }).waitFor();
  await page.context().close();
});
