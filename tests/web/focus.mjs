// The focus of who plays by keys: when what has it goes away, it is where one goes on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openBrowser, openPage, visit } from "./harness.mjs";
import { keepGame, nextDue, openSheet, playQuickly, wordsOf } from "./harness-play.mjs";

const host = await openBrowser();
test.after(() => host.close());

const battle = wordsOf(readFileSync(new URL("../scenarios/x4-route-battle.txt", import.meta.url), "utf8"));
const seats = ["red", "white"].map((colour, index) => ({ kind: "person", colour, name: ["Anna", "Ben"][index] }));
const PHONE = { viewport: { width: 360, height: 740 } };

/** A table at which Anna has drawn a tile. */
async function openGame(options = {}, settings = {}) {
  const page = await openPage(host, options);
  await playQuickly(page, { confirm: true, ...settings });
  await keepGame(page, "focus", { seats, words: [...battle, "A3"] });
  await visit(page, "#/local/focus", ".board-dock");
  await nextDue(page);
  return page;
}

function focused(page, selector) {
  return page.waitForFunction((wanted) => document.activeElement.matches(wanted), selector);
}

async function pressOn(page, locator) {
  await locator.focus();
  await page.keyboard.press("Enter");
}

test("from Done, Back and a meeple that is chosen the focus goes to the choices, where keys go on", async () => {
  const page = await openGame();
  await pressOn(page, page.locator(".board-list"));
  await pressOn(page, page.locator(".hand-back"));
  await focused(page, ".board-list");
  await page.keyboard.press("Enter");
  await page.locator(".hand-done").waitFor();
  await pressOn(page, page.locator(".hand-done"));
  await focused(page, ".board-list");
  await nextDue(page);
  await page.keyboard.press("Enter");
  await page.locator(".hand-done").waitFor();
  await page.context().close();
});

test("a hint that keys choose takes them to the board, and Enter sends it; closing the hints does, too", async () => {
  const page = await openGame();
  await pressOn(page, page.getByRole("button", { name: "Hint" }));
  await page.locator(".hint").nth(2).waitFor();
  await pressOn(page, page.getByRole("button", { name: "Close the hints" }));
  await focused(page, ".board-list");
  await pressOn(page, page.getByRole("button", { name: "Hint" }));
  await page.locator(".hint").nth(2).waitFor();
  await pressOn(page, page.locator(".hint").first());
  await focused(page, ".board-list");
  const chosen = page.locator('.board-list [aria-selected="true"]');
  const at = await page.locator(".board-list").getAttribute("aria-activedescendant");
  if ((await chosen.count()) > 0) assert.equal(await chosen.getAttribute("id"), at, "the keys are at what it proposes");
  const lies = await page.locator(".board-scene .tile").count();
  for (let n = 0; n < 2 && (await page.locator(".hand-done").count()) > 0; n++) await page.keyboard.press("Enter");
  await page.waitForFunction((count) => document.querySelectorAll(".board-scene .tile").length > count, lies);
  await page.context().close();
});

test("a dialog gives the focus back, a sheet that came by itself to the choices, another screen to its heading", async () => {
  const page = await openGame(PHONE);
  await page.locator(".strip-way").first().focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await focused(page, ".strip-way");
  await openSheet(page, "table");
  await pressOn(page, page.locator(".side-ways a").first());
  await focused(page, "h1");
  await pressOn(page, page.locator(".home-button").first());
  await page.locator(".table, .setup").first().waitFor();
  await focused(page, "h1");
  await page.context().close();
});

test("a dialog goes with the screen that opened it, as when one goes back", async () => {
  const page = await openGame();
  await page.keyboard.press("/");
  await page.locator("dialog[open]").waitFor();
  await page.evaluate(() => {
    location.hash = "#/";
  });
  await page.locator(".home").waitFor();
  await page.locator("dialog").waitFor({ state: "detached" });
});
