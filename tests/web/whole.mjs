// Whole games: a person against computers at the real server, of each kind, by mouse, by keys alone and by finger; and
// people who share one device without a network.
import assert from "node:assert/strict";
import { test } from "node:test";
import { beyondWindow, checkAxe, checkWidth, openPage, shoot, visit } from "./harness.mjs";
import { lookAtRanks, nextDue, playGame, playQuickly, turnByFinger, turnByKeys, turnByMouse } from "./harness-play.mjs";
import { logOf, openServer, openTable, setupOf } from "./harness-server.mjs";

const host = await openServer();
test.after(() => host.close());

/** Turns of a game that is played to its end twice. */
const LAST_TURNS = 6;

/** A whole game at the server, from the first draw to the table of ranks; by pointer each turn is confirmed. */
async function wholeGame(setup, options, turn) {
  const page = await openPage(host, options);
  await playQuickly(page, { confirm: turn !== turnByKeys });
  const table = await openTable(page, setup, "Anna");
  await playGame(page, async (...its) => {
    await turn(...its);
    assert.deepEqual(await page.evaluate(beyondWindow), [0, 0], "pixels by which the page can be scrolled");
  });
  const { entries } = await logOf(host, table);
  const over = entries.find((entry) => entry.type === "over");
  await showAll(page);
  const ranks = await page
    .locator(".ranks tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector("th").textContent, Number(row.lastElementChild.textContent)]),
    );
  assert.deepEqual(
    ranks.map(([, points]) => points).sort((a, b) => b - a),
    [...over.scores].sort((a, b) => b - a),
  );
  await page.locator('.lobby-proof[data-good="true"]').waitFor();
  return { page, words: entries.flatMap((entry) => entry.words ?? []) };
}

/** Goes to the end of the final scoring. */
async function showAll(page) {
  await page.locator(".finale-skip").evaluate((button) => button.click());
  await lookAtRanks(page);
}

async function finish(page, name) {
  await shoot(page, `whole-${name}`);
  await checkWidth(page, name);
  await checkAxe(page, name);
  await page.context().close();
}

test("Star Wars against four computers, by mouse", async () => {
  const setup = setupOf("star-wars", ["person", 1, 2, 1, 3]);
  const { page } = await wholeGame(setup, { colorScheme: "dark" }, turnByMouse);
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await finish(page, "star-wars");
});

test("the team game in German, by keys alone", async () => {
  const setup = setupOf("star-wars", ["person", 2, 1, 1], { options: ["teams"] });
  const { page } = await wholeGame(setup, { locale: "de-DE" }, turnByKeys);
  await finish(page, "teams");
});

const WHOLE_BOX = ["fields", "abbot", "river=river-20", "arrows"];

test("the whole box of classic, on a phone in Italian; its last turns once more by people on a device", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "it-IT" };
  const setup = setupOf("classic", ["person", 1, 1, 1, 1], { options: WHOLE_BOX });
  const { page: away, words } = await wholeGame(setup, phone, turnByFinger);
  await finish(away, "classic");
  const page = await openPage(host);
  await playQuickly(page);
  await keepLocalGame(page, words.slice(0, -2 * LAST_TURNS));
  await visit(page, "#/local/whole", ".table-panels .panels");
  await playGame(page, turnByKeys);
  await showAll(page);
  assert.equal(await page.locator(".ranks tbody tr").count(), 5);
  await page.getByRole("button", { name: "Play again" }).click();
  await page.locator(".panels").waitFor();
  assert.notEqual(new URL(page.url()).hash, "#/local/whole");
  await page.context().close();
});

test("by keys alone from the first screen into a game", async () => {
  const page = await openPage(host);
  const tabTo = async (selector) => {
    for (let n = 0; n < 40; n++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    }
    assert.fail(`Tab does not lead to ${selector}`);
  };
  await tabTo(".skip");
  await page.keyboard.press("Enter");
  await tabTo(".home-button");
  await page.keyboard.press("Enter");
  await page.locator(".table").waitFor();
  await nextDue(page);
  await tabTo(".board-list");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".hand-done").waitFor();
  await page.keyboard.press("r");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.locator(".hand-done").waitFor({ state: "detached" });
  await tabTo(".tabs [role=tab]");
  await page.keyboard.press("ArrowRight");
  await page.locator(".kind").first().waitFor();
  await page.context().close();
});

test("two people share a device without a network, after one visit", async () => {
  const page = await openPage(host, { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await playQuickly(page);
  await page.context().setOffline(true);
  await page.reload();
  await visit(page, "#/new");
  await page.getByRole("radio", { name: /^Person/ }).check();
  await page.getByRole("button", { name: "Start the game" }).click();
  for (let n = 0; n < 6; n++) {
    assert.equal(await nextDue(page), "turn");
    await turnByKeys(page, n);
    if (n === 3) await page.reload();
  }
  await nextDue(page);
  assert.equal(await page.locator(".board-scene .tile").count(), 7);
  await page.context().close();
});

/** A game of five at one device that has come so far. */
function keepLocalGame(page, words) {
  const colours = ["black", "red", "green", "blue", "yellow"];
  const seats = colours.map((colour) => ({ kind: "person", colour }));
  const rules = { game: "classic", set: "classic", options: WHOLE_BOX, first: 1, clock: { kind: "none" }, grace: 0 };
  const setup = { ...rules, seats, public: true, aids: true, hints: true, takebacks: true };
  const game = { id: "whole", setup, first: 1, words, draws: [], throws: [], at: Date.now(), scores: null };
  return page.evaluate((kept) => localStorage.setItem("tessera.game.whole", JSON.stringify(kept)), game);
}
