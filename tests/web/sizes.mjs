// Every size: nothing of what a turn needs is outside the window or covered, from a phone to a large screen, in both
// themes; on a small screen the panels are a sheet with badges, and what is asked is a card over the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { atRest, checkAxe, checkWidth, openPage, PATIENCE_MS, shoot, visit } from "./harness.mjs";
import { nextDue, openSheet, playQuickly, turnByKeys } from "./harness-play.mjs";
import { openServer, openTable, setupOf, sitDown } from "./harness-server.mjs";

const host = await openServer();
test.after(() => host.close());

const SIZES = [
  [360, 740],
  [740, 360],
  [820, 1180],
  [1280, 800],
  [1440, 900],
  [2560, 1440],
];

/** What is always there, and what a turn needs besides: while a place is chosen, and once the tile lies. */
const ALWAYS = [".board-view", ".board-dock", ".board-tools"];
const CHOOSING = [".hand-tile", ".hand-title"];
const LYING = [".ghost-frame", ".chip", ".hand-back", ".hand-done"];
const REQUEST = [".asked .button-main", ".asked .button:not(.button-main)"];

/** The board's part that can be used, at least so many pixels wide and high. */
const LEAST_BOARD = [320, 150];

/** What is wrong with the elements of these selectors: none there, not all in the window, or something lies over them. */
function faultsOf(selectors) {
  const faults = [];
  const told = (element) => element.getAttribute("class") ?? element.tagName;
  for (const selector of selectors) {
    const all = [...document.querySelectorAll(selector)];
    if (all.length === 0) faults.push(`${selector}: none`);
    for (const element of all) {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const inside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
      if (width < 1 || height < 1 || !inside) faults.push(`${selector}: at ${left},${top} to ${right},${bottom}`);
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!element.contains(over) && !over?.contains(element)) faults.push(`${selector}: under ${over && told(over)}`);
    }
  }
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) faults.push("the page can be scrolled");
  return faults;
}

/** What must not meet: names a meeple or a clock of the scores; the ways of the strip the tools of the board. */
const NAMES = [".seat-name", ".seat .piece, .seat .clock, .track-number"];
const WAYS = [".strip-ways .button", ".board-tools .button"];

/** The elements of one selector that meet one of the other, in their words. */
function meeting([selector, other]) {
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const box = (element) => element.getBoundingClientRect();
  const [ones, others] = [selector, other].map((each) => [...document.querySelectorAll(each)]);
  return ones.filter((one) => others.some((each) => meet(box(one), box(each)))).map((one) => one.textContent);
}

/** Clocks of the scores that do not stand in the line of their name, behind it, and names of which hardly a letter is left. */
function clocksAside() {
  const faults = [];
  for (const seat of document.querySelectorAll(".seat")) {
    const [name, clock] = [".seat-name", ".clock"].map((part) => seat.querySelector(part).getBoundingClientRect());
    const [high, low] = [name.top + name.height / 2, clock.top + clock.height / 2];
    const aside = Math.abs(high - low) < 4 && clock.left >= name.right && name.width >= 40;
    if (!aside) faults.push(`${seat.textContent.trim()}: ${JSON.stringify({ name, clock })}`);
  }
  return faults;
}

/** The board's window: its width, and its height without a card that lies over it. */
function boardSize() {
  const { width, height } = document.querySelector(".board-view").getBoundingClientRect();
  const cards = [...document.querySelectorAll(".notice")].map((card) => card.getBoundingClientRect().height);
  return [width, height - cards.reduce((sum, each) => sum + each, 0)];
}

/** The sheet is open at the side, and what is asked ends where it begins. */
function liesBesideSheet() {
  const sheet = document.querySelector(".table-side").getBoundingClientRect();
  return sheet.width > 0 && document.querySelector(".asked").getBoundingClientRect().right <= sheet.left;
}

/** The faults that stay once the page has been laid out in the window; those on the way are gone some frames later. */
async function lastingFaults(page, selectors) {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    const faults = await page.evaluate(faultsOf, selectors);
    if (faults.length === 0 || Date.now() > until) return faults;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** At every size, in both themes: the elements are there, in the window and on top. */
async function everywhere(page, name, selectors) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const compact = width <= 860 || height <= 500;
    await page.locator(compact ? ".strip" : ".table-side .scoreboard").waitFor();
    const inStrip = [".strip-side", ".strip-side .seat-mark", ".strip-points", ".strip-way", ".strip-count"];
    const scores = compact ? inStrip : [".side-points", ".seat-name"];
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const label = `${name} at ${width} x ${height}, ${colorScheme}`;
      assert.deepEqual(await lastingFaults(page, [...ALWAYS, ...scores, ...selectors]), [], label);
      await shoot(page, `sizes-${name}-${colorScheme}-${width}`);
      assert.deepEqual(await page.evaluate(meeting, NAMES), [], `${label}: names are covered`);
      assert.deepEqual(await page.evaluate(meeting, WAYS), [], `${label}: these ways meet a tool`);
      const [wide, high] = await page.evaluate(boardSize);
      assert.ok(wide >= LEAST_BOARD[0] && high >= LEAST_BOARD[1], `${label}: a board of ${wide} x ${high}`);
    }
  }
}

const resized = (page, [width, height]) => page.setViewportSize({ width, height });

/** Five with clocks; computers agree to take back what has shown a tile. */
const FIVE = setupOf("classic", ["person", "open", 1, 1, 1], {
  options: ["fields", "abbot"],
  clock: { kind: "game", seconds: 3600, increment: 5 },
  casual: true,
});

test("five at a table with clocks: nothing that a turn needs is out of the window", async () => {
  const anna = await openPage(host);
  const ben = await openPage(host, { locale: "de-DE" });
  for (const page of [anna, ben]) await playQuickly(page);
  const table = await openTable(anna, FIVE, "Anna Bartholomäa");
  await sitDown(ben, table, "Ben");
  await nextDue(anna);
  await everywhere(anna, "choosing", [...CHOOSING, ".clock", ".place"]);
  await anna.locator(".board-list").focus();
  await anna.keyboard.press("Enter");
  await anna.locator(".hand-done").waitFor();
  await everywhere(anna, "lying", [...LYING, ".clock"]);
  await anna.locator(".hand-done").click();
  await nextDue(ben);
  await resized(anna, SIZES[0]);
  await openSheet(anna, "table");
  for (const size of SIZES) {
    await resized(anna, size);
    await anna.waitForFunction((seats) => document.querySelectorAll(".seat .clock").length === seats, 5);
    const label = `the clocks at ${size.join(" x ")}`;
    assert.deepEqual(await anna.evaluate(clocksAside), [], label);
    assert.deepEqual(await anna.evaluate(meeting, NAMES), [], label);
    await shoot(anna, `sizes-clocks-${size[0]}`);
  }
  await resized(anna, [320, 640]);
  await anna.locator(".strip-ways").waitFor();
  assert.deepEqual(await anna.evaluate(meeting, WAYS), [], "on the narrowest phone");
  await resized(anna, SIZES[0]);
  await openSheet(anna, "table");
  await anna.locator(".actions").getByRole("button", { name: "Ask to take back" }).click();
  await anna.keyboard.press("Escape");
  await ben.locator(".asked").waitFor();
  await everywhere(ben, "asked", [...CHOOSING, ".clock", ...REQUEST]);
  await resized(ben, [740, 360]);
  await openSheet(ben, "table");
  await ben.waitForFunction(liesBesideSheet);
  await ben.keyboard.press("Escape");
  await resized(ben, SIZES[0]);
  await checkAxe(ben, "a request on a phone");
  await ben.locator(".asked .button-main").click();
  await anna.locator(".asked").waitFor({ state: "detached" });
  for (const page of [anna, ben]) await page.context().close();
});

/** A crossing in hand: four routes for two kinds of meeple; four roads and four fields. */
const CROSSINGS = [
  ["star-wars", "R4", [], 8],
  ["classic", "X", ["fields"], 8],
];

/** Two people at one device, a tile in the hand of the first. */
function kept(game, tile, options) {
  const colours = game === "classic" ? ["black", "red"] : ["red", "black"];
  const seats = colours.map((colour) => ({ kind: "person", colour }));
  const rules = { game, set: game, options, first: 1, clock: { kind: "none" }, grace: 0 };
  const setup = { ...rules, seats, public: true, aids: true, hints: true, takebacks: true };
  return { id: "sizes", setup, first: 1, words: [tile], draws: [], throws: [], at: 1, scores: null };
}

for (const [game, tile, options, choices] of CROSSINGS)
  test(`the choices of a crossing, ${game}: all ${choices} at once`, async () => {
    const page = await openPage(host, { colorScheme: game === "classic" ? "light" : "dark", reducedMotion: "reduce" });
    const record = JSON.stringify(kept(game, tile, options));
    await page.evaluate((text) => localStorage.setItem("tessera.game.sizes", text), record);
    await visit(page, "#/local/sizes", ".board-dock");
    await page.locator(".board-list").focus();
    await page.keyboard.press("Enter");
    await page.locator(".hand-done").waitFor();
    assert.equal(await page.locator(".chip").count(), choices);
    await everywhere(page, `crossing-${game}`, LYING);
    await checkAxe(page, "many choices");
    await page.context().close();
  });

test("the choices of a crossing keep their words where these have room, and lose them where one would be out of sight", async () => {
  const page = await openPage(host, { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  for (const [options, words] of [
    [[], 4],
    [["fields"], 0],
  ]) {
    const record = JSON.stringify(kept("classic", "X", options));
    await page.evaluate((text) => localStorage.setItem("tessera.game.sizes", text), record);
    await visit(page, "#/", ".home");
    await visit(page, "#/local/sizes", ".board-dock");
    await page.locator(".board-list").focus();
    await page.keyboard.press("Enter");
    await page.locator(".hand-done").waitFor();
    await atRest(page);
    assert.equal(await page.locator(".chip-words:visible").count(), words);
    assert.deepEqual(await lastingFaults(page, LYING), []);
  }
  await page.context().close();
});

test("on a tablet the whole score track stands in the sheet, no wider than who plays needs", async () => {
  const page = await openPage(host, { viewport: { width: 820, height: 1180 } });
  await playQuickly(page);
  for (const others of [[1], [1, 1, 1, 1]]) {
    await openTable(page, setupOf("classic", ["person", ...others]), "Anna");
    await nextDue(page);
    await openSheet(page, "table");
    await page.waitForFunction(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      const [ring, sides] = [box(".track-ring"), box(".sides")];
      return ring.bottom <= innerHeight && sides.height > 0.4 * ring.height;
    });
    await shoot(page, `sizes-tablet-${others.length}`);
  }
  await page.context().close();
});

/** Whether the badge of a tab lies over its word. */
function meetsWord(selector) {
  const tab = document.querySelector(selector);
  const range = document.createRange();
  range.selectNodeContents([...tab.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE));
  const [word, badge] = [range, tab.querySelector(".badge")].map((each) => each.getBoundingClientRect());
  return word.left < badge.right && badge.left < word.right && word.top < badge.bottom && badge.top < word.bottom;
}

test("the sheet on a phone: badges, tabs, Escape and the way back by keys", async () => {
  const [anna, ben] = [await openPage(host), await openPage(host, { viewport: { width: 360, height: 740 } })];
  for (const page of [anna, ben]) await playQuickly(page);
  const table = await openTable(anna, setupOf("star-wars", ["person", "open"]), "Anna");
  await sitDown(ben, table, "Ben");
  await nextDue(anna);
  await turnByKeys(anna);
  await nextDue(ben);
  await ben.locator('.strip-way[data-tab="log"] .badge').waitFor();
  await anna.getByRole("tab", { name: "Chat" }).click();
  const said = "Your turn, ".repeat(20).trim();
  await anna.locator("#chat-text").fill(said);
  await anna.keyboard.press("Enter");
  await ben.locator(".toast", { hasText: /^Anna: (Your turn, )+Y…$/ }).waitFor();
  const way = ben.getByRole("button", { name: "Chat (1 new)" });
  await openSheet(ben, "log");
  await ben.locator("#tab-chat .badge").waitFor();
  assert.equal(await ben.evaluate(meetsWord, "#tab-chat"), false, "the badge covers no letter");
  await shoot(ben, "sizes-sheet-badge");
  await ben.keyboard.press("Escape");
  await way.focus();
  await ben.keyboard.press("Enter");
  await ben.locator(".chat-message", { hasText: said }).waitFor();
  assert.equal(await ben.evaluate(() => document.activeElement.id), "tab-chat");
  await checkAxe(ben, "the sheet");
  await checkWidth(ben, "the sheet");
  await shoot(ben, "sizes-sheet-chat");
  await ben.keyboard.press("Escape");
  await ben.locator('.table-side[data-open="false"]').waitFor({ state: "attached" });
  assert.equal(await ben.evaluate(() => document.activeElement.dataset.tab), "chat");
  assert.equal(await ben.locator('.strip-way[data-tab="chat"] .badge').count(), 0);
  await openSheet(ben, "log");
  await ben.locator(".log-entry").first().waitFor();
  assert.equal(await ben.locator('.strip-way[data-tab="log"] .badge').count(), 0);
  await ben.getByRole("button", { name: "Back to the board" }).click();
  await turnByKeys(ben);
  for (const page of [anna, ben]) await page.context().close();
});

test("in the lobby, what playing with somebody does stands between its button and the next", async () => {
  const page = await openPage(host);
  for (const size of [SIZES[0], SIZES[3]]) {
    await resized(page, size);
    await visit(page, "#/lobby", ".lobby-match");
    const [match, line, open] = await page.evaluate(() =>
      [".lobby-start .button-main", ".lobby-match", '.lobby-start a[href="#/lobby/new"]'].map((each) =>
        document.querySelector(each).getBoundingClientRect(),
      ),
    );
    assert.ok(match.bottom <= line.top && line.bottom <= open.top, `at ${size.join(" x ")}`);
    await shoot(page, `sizes-lobby-${size[0]}`);
  }
  await page.context().close();
});

/** Whether an element is seen whole: nothing lies over its corners. */
function seenWhole(selector) {
  const element = document.querySelector(selector);
  if (!element) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const within = 6; // pixels from its edges, which may be round
  const corners = [left + within, right - within].flatMap((x) => [top + within, bottom - within].map((y) => [x, y]));
  return corners.every((at) => element.contains(document.elementFromPoint(...at)));
}

test("over an open sheet on a phone one's turn is told and led to, and a request is whole", async () => {
  const phone = { locale: "it-IT", viewport: { width: 360, height: 560 } }; // the window of a small phone, with the bars of its browser
  const [anna, ben] = [await openPage(host), await openPage(host, phone)];
  for (const page of [anna, ben]) await playQuickly(page);
  const table = await openTable(anna, setupOf("star-wars", ["person", "open"]), "Anna");
  await sitDown(ben, table, "Ben");
  await nextDue(anna);
  await openSheet(ben, "chat");
  await ben.locator("#chat-text").waitFor();
  assert.equal(await ben.locator(".side-turn").count(), 0);
  await turnByKeys(anna);
  await ben.waitForFunction(seenWhole, ".side-turn");
  await checkAxe(ben, "one's turn over the sheet");
  await shoot(ben, "sizes-sheet-turn");
  await ben.locator(".side-turn").click();
  await ben.waitForFunction(seenWhole, ".hand-tile");
  await openSheet(ben, "chat");
  await anna.getByRole("button", { name: "Ask to take back" }).click();
  await ben.waitForFunction(seenWhole, ".asked");
  await shoot(ben, "sizes-sheet-asked");
  await ben.locator(".side-turn").focus();
  await ben.keyboard.press("Enter");
  await ben.locator('.table-side[data-open="false"]').waitFor({ state: "attached" });
  assert.ok(await ben.evaluate(() => document.activeElement.matches("[data-takes-focus]")), "keys go on at the board");
  for (const page of [anna, ben]) await page.context().close();
});
