// A phone held upright and across: names, tabs and buttons are whole, in the language with the longest words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkWidth, openBrowser, openPage, shoot, visit } from "./harness.mjs";
import { endOf } from "./harness-games.mjs";
import { keepGame, lookAtRanks, nextDue, openSheet, playQuickly, turnByKeys, wordsOf } from "./harness-play.mjs";

const host = await openBrowser();
test.after(() => host.close());

/** A whole game of three: a person and two computers. */
const words = wordsOf(readFileSync(new URL("../chance/finished.txt", import.meta.url), "utf8").split('[Game "')[1]);
const seats = [
  { kind: "computer", colour: "red", level: 1 },
  { kind: "computer", colour: "black", level: 5 },
  { kind: "person", colour: "green", name: "Marlene" },
];

/** What is cut or broken in two: elements wider than their room, words on several lines, lists of more than one row. */
function brokenOf({ whole, row }) {
  const faults = [];
  for (const element of document.querySelectorAll(whole)) {
    const words = element.textContent.trim();
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const lines = texts.map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getClientRects().length;
    });
    if (element.scrollWidth > element.clientWidth + 1) faults.push(`cut: ${words}`);
    if (lines.some((count) => count > 1)) faults.push(`on several lines: ${words}`);
  }
  for (const list of document.querySelectorAll(row)) {
    const tops = new Set([...list.children].map((child) => child.offsetTop));
    if (tops.size > 1) faults.push(`${tops.size} rows: ${list.textContent.replace(/\s+/g, " ").trim()}`);
  }
  return faults;
}

for (const [width, height] of [
  [360, 740],
  [740, 360],
])
  test(`on a phone of ${width} x ${height} names, tabs and buttons are whole`, async () => {
    const page = await openPage(host, { locale: "de-DE", viewport: { width, height } });
    const start = await page.locator(".home-start .home-button").first().boundingBox();
    assert.ok(start.y + start.height <= height, "what begins a game is in sight on the first screen");
    await keepGame(page, "phone", { seats, words: words.slice(0, 1), first: 3 });
    await keepGame(page, "over", { seats, words, first: 3 });
    await visit(page, "#/local/phone", ".strip");
    await nextDue(page);
    await page.locator(".board-list").focus();
    await page.keyboard.press("Enter");
    await page.locator(".hand-done").waitFor();
    assert.deepEqual(await page.evaluate(brokenOf, { whole: ".hand-done, .strip-name", row: ".strip-sides" }), []);
    await shoot(page, `phone-turn-${width}`);
    const covered = await page.evaluate(() => {
      const notice = document.createElement("p");
      notice.className = "toast";
      notice.textContent = "Für Marlene spielt ein Computer weiter.";
      document.getElementById("toasts").append(notice);
      const [its, hand] = [notice, document.querySelector(".board-dock")].map((each) => each.getBoundingClientRect());
      return its.right > hand.left && its.bottom > hand.top;
    });
    assert.equal(covered, false, "a notice leaves the hand free");
    await visit(page, "#/local/over", ".strip");
    await page.locator(".tab").nth(4).waitFor();
    assert.deepEqual(await page.evaluate(brokenOf, { whole: ".tab, .strip-name, .ranks thead th", row: ".tabs" }), []);
    await shoot(page, `phone-over-${width}`);
    await page.getByRole("tab", { name: "Kurve" }).click();
    await page.waitForFunction(() => {
      const [tab, tabs] = ["#tab-chart", ".tabs"].map((each) => document.querySelector(each).getBoundingClientRect());
      return tab.left >= tabs.left - 1 && tab.right <= tabs.right + 1;
    });
    await checkWidth(page, "over");
    await page.context().close();
  });

test("a tap leaves nothing lit as if a mouse pointed at it", async () => {
  const page = await openPage(host, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await visit(page, "#/", ".home-start");
  assert.equal(await page.evaluate(() => matchMedia("(hover: hover)").matches), false);
  await page.locator(".home-start .home-button").first().tap();
  const lit = await page.evaluate(() => {
    const ofHovering = (rules) =>
      [...rules].flatMap((rule) =>
        rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches
          ? []
          : rule.selectorText?.includes(":hover")
            ? [rule.selectorText]
            : ofHovering(rule.cssRules ?? []),
      );
    return [...document.styleSheets].flatMap((sheet) => ofHovering(sheet.cssRules));
  });
  assert.deepEqual(lit, []);
  await page.close();
});

const LANGUAGES = ["en-GB", "de-DE", "it-IT"];
const NARROW = { width: 360, height: 740 };

/** Puts a game on the page's device and shows it. */
async function showKept(page, kept) {
  await page.evaluate(
    (text) => localStorage.setItem("tessera.game.kept", text),
    JSON.stringify({ ...kept, id: "kept" }),
  );
  await visit(page, "#/local/kept", ".strip");
}

for (const locale of LANGUAGES) {
  const lang = locale.slice(0, 2);
  const over = endOf("classic", true);

  test(`on a phone names in the table of ranks are whole, ${locale}`, async () => {
    const page = await openPage(host, { locale, viewport: NARROW });
    const seats = ["Nonno", "Mamma", "Marlene"].map((name, at) => ({ ...over.setup.seats[at], name }));
    await showKept(page, { ...over, setup: { ...over.setup, seats } });
    await page.locator(".ranks").waitFor();
    assert.deepEqual(await page.evaluate(brokenOf, { whole: ".ranks th", row: "none" }), []);
    await shoot(page, `phone-ranks-${lang}`);
    await page.context().close();
  });

  test(`on a phone the note of one's turn is whole beside all meeples, ${locale}`, async () => {
    const page = await openPage(host, { locale, viewport: NARROW });
    const computers = ["black", "green", "blue"].map((colour) => ({ kind: "computer", level: 1, colour }));
    const seats = [{ kind: "person", colour: "red", name: "Anna" }, ...computers];
    await showKept(page, { ...over, setup: { ...over.setup, options: ["abbot"], seats }, words: [] });
    await openSheet(page, "table");
    assert.equal(await page.locator('.seat[data-turn="true"] .piece').count(), 8);
    assert.deepEqual(await page.evaluate(brokenOf, { whole: ".seat-note, .seat-name, .seat-line", row: "none" }), []);
    await shoot(page, `phone-turn-note-${lang}`);
    await page.context().close();
  });
}

test("on a phone the result is seen from its top, however far the sheet was scrolled before", async () => {
  const page = await openPage(host, { viewport: NARROW });
  await playQuickly(page);
  await showKept(page, endOf("classic"));
  await openSheet(page, "log");
  await page.getByRole("tab", { name: "Chart" }).click();
  await page.locator(".chart").waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  await page.locator(".log-entry").last().scrollIntoViewIfNeeded();
  const scrolled = () => page.locator(".table-side").evaluate((side) => side.scrollTop);
  assert.ok((await scrolled()) > 0);
  await page.keyboard.press("Escape");
  await turnByKeys(page);
  await page.locator(".finale-skip").click();
  await lookAtRanks(page);
  assert.equal(await scrolled(), 0);
  await shoot(page, "phone-result");
  await page.context().close();
});

/** What can be chosen and is wider than its place. */
function cutChoices() {
  const all = [...document.querySelectorAll(".choice label, .seat-place-name, .setup-more summary")];
  return all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent);
}

for (const locale of LANGUAGES)
  test(`on a phone what can be chosen for a new table is whole, ${locale}`, async () => {
    const page = await openPage(host, { locale, viewport: NARROW });
    await visit(page, "#/lobby/new", 'input[name="clock"]');
    await page.locator('input[name="clock"]').nth(1).check();
    await page.locator(".setup-more > summary").click();
    assert.equal(await page.locator(".setup select").count(), 0);
    assert.deepEqual(await page.evaluate(cutChoices), []);
    await shoot(page, `phone-new-table-${locale.slice(0, 2)}`);
    await page.context().close();
  });

for (const viewport of [NARROW, { width: 1024, height: 768 }])
  test(`a person who is chosen for a seat can be named without scrolling, ${viewport.width} px`, async () => {
    const page = await openPage(host, { viewport, hasTouch: true, isMobile: true });
    await visit(page, "#/new", ".setup-start");
    await page.getByRole("radio", { name: /^Person/ }).check();
    const inSight = await page.locator(".setup-name").evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect();
      const seen = field.checkVisibility({ opacityProperty: true });
      return seen && document.elementFromPoint(x + width / 2, y + height / 2) === field;
    });
    assert.ok(inSight, "the field for the name is in sight");
    await shoot(page, `phone-name-of-seat-${viewport.width}`);
    await page.context().close();
  });

test("on a phone each of five players has a name", async () => {
  const page = await openPage(host, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const more = ["white", "orange"].map((colour) => ({ ...seats[2], colour }));
  await keepGame(page, "five", { seats: [...seats, ...more], words: [], first: 3 });
  await visit(page, "#/local/five", ".strip");
  await nextDue(page);
  const shown = await page.locator(".strip-side").evaluateAll((sides) =>
    sides.map((side) => {
      const [box, name, points] = [side, ...side.querySelectorAll(".strip-name, .strip-points")].map((each) =>
        each.getBoundingClientRect(),
      );
      const inside = name.left >= box.left && name.right <= box.right && name.bottom <= box.bottom;
      return inside && name.height > 10 && name.width > 40 && name.top >= points.bottom - 1;
    }),
  );
  assert.deepEqual(shown, [true, true, true, true, true]);
  await shoot(page, "phone-five");
  await page.context().close();
});

test("on a phone the camera follows what was laid, and what others laid is marked until one lays", async () => {
  const page = await openPage(host, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await playQuickly(page, { confirm: true });
  const placed = words.flatMap((word, at) => (word.includes("@") ? [at] : []));
  const turn = placed.findLastIndex((_, number) => number % 3 === 0 && number < placed.length - 6);
  await keepGame(page, "long", { seats, words: words.slice(0, placed[turn]), first: 3 });
  await visit(page, "#/local/long", ".strip");
  const pixels = () => page.locator(".board-plane").evaluate((plane) => 100 * new DOMMatrix(plane.style.transform).a);
  const marks = () => page.locator(".laid-tile").evaluateAll((all) => all.map((each) => each.getAttribute("class")));
  const others = ["laid-tile line-red", "laid-tile line-black"];
  const follows = async () => {
    await nextDue(page);
    assert.deepEqual(await marks(), others);
    assert.ok((await pixels()) > 31.99, `${await pixels()} px a tile`);
    const [last, view] = [
      await page.locator(".laid-tile").last().boundingBox(),
      await page.locator(".board-view").boundingBox(),
    ];
    assert.ok(last.x >= view.x && last.x + last.width <= view.x + view.width, JSON.stringify([last, view]));
    assert.ok(last.y >= view.y && last.y + last.height <= view.y + view.height, JSON.stringify([last, view]));
  };
  await follows();
  await shoot(page, "phone-follows");

  // A sheet leaves less room, in which the last tile is seen, too.
  await openSheet(page, "log");
  await page.waitForFunction(() => {
    const box = (selector) => [...document.querySelectorAll(selector)].at(-1).getBoundingClientRect();
    const [last, view, sheet] = [".laid-tile", ".board-view", ".table-side"].map(box);
    return view.bottom <= sheet.top + 1 && last.top >= view.top && last.bottom <= view.bottom;
  });
  await page.keyboard.press("Escape");
  await page.locator('.table-side[data-open="false"]').waitFor({ state: "attached" });

  // A person who asks for it sees the whole board until the next tile.
  await page.getByRole("button", { name: "Show the whole board" }).click();
  assert.ok((await pixels()) < 32, `${await pixels()} px a tile`);
  await page.locator(".board-list").focus();
  const places = await page.locator(".board-list li").count();
  for (let n = 0; n < places; n++) {
    await page.keyboard.press("ArrowDown");
    const [at, view] = [await page.locator(".cursor").boundingBox(), await page.locator(".board-view").boundingBox()];
    assert.ok(at.x >= view.x && at.y >= view.y && at.y + at.height <= view.y + view.height, `place ${n} is in sight`);
  }
  await page.keyboard.press("Enter");
  await page.locator(".hand-done").click();
  await page.waitForFunction(() => document.querySelectorAll(".laid-tile").length < 2);
  await follows();
  await page.context().close();
});
