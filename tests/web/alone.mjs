// The page without a server of ours, in Chromium and Firefox: as one file, which a double click opens, and as a folder at a
// host that knows nothing of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../../web/tools/serve.mjs";
import { expectFaults, openPage, visit } from "./harness.mjs";
import { openFirefox } from "./harness-firefox.mjs";
import { openChromium } from "./harness-page.mjs";
import { nextDue, playQuickly, turnByKeys } from "./harness-play.mjs";

const alone = new URL("../../web/alone/", import.meta.url);
const ONE_FILE = new URL("tessera.html", alone).href;

/** Begins a game against a computer and plays some turns; the game survives a reload. */
async function playSome(page) {
  await playQuickly(page);
  await page.locator(".home-button").first().click();
  for (let n = 0; n < 3; n++) {
    assert.equal(await nextDue(page), "turn"); // the computer has thought in its worker
    await turnByKeys(page, n);
    if (n === 1) await page.reload();
  }
  assert.equal(await nextDue(page), "turn");
}

/** Each screen that needs no server opens; nothing leads to one that does. */
async function lookAround(page) {
  for (const hash of ["#/new", "#/learn", "#/rules", "#/review", "#/verify", "#/settings", "#/"]) {
    await visit(page, hash);
    assert.equal(await page.locator('[href^="#/lobby"]').count(), 0, hash);
  }
  await visit(page, "#/puzzles", ".learn-overview");
  await visit(page, "#/puzzles/classic?daily=2026-11-28", ".hand-tile");
  await visit(page, "#/rules", ".figure-frame");
  await visit(page, "#/lobby", ".fault");
}

/** The text of the licences, which the last line of the settings leads to. */
async function licences(page) {
  expectFaults(page, /favicon/); // Firefox asks for a sign of the text
  await visit(page, "#/settings");
  await page.locator("p.small a").click();
  await page.waitForFunction(() => document.body.textContent.includes("MIT License"), null, { polling: 50 });
}

for (const [name, open] of [
  ["Chromium", openChromium],
  ["Firefox", openFirefox],
]) {
  const browser = await open();
  test.after(() => browser.close());

  test(`${name}: one file from the disk is all that it takes`, async () => {
    const page = await openPage({ browser, url: ONE_FILE });
    await playSome(page);
    await lookAround(page);
    await licences(page);
    await page.context().close();
  });

  test(`${name}: the file, and the folder, at any host`, async () => {
    const server = await serve(fileURLToPath(alone), 0, { plain: true });
    const host = `http://127.0.0.1:${server.address().port}/`;
    for (const url of [`${host}tessera.html`, `${host}site/`]) {
      const page = await openPage({ browser, url });
      await playSome(page);
      await lookAround(page);
      await licences(page);
      await page.context().close();
    }
    server.close();
  });

  test(`${name}: the folder is kept for times without its host`, async () => {
    const server = await serve(fileURLToPath(new URL("site", alone)), 0, { plain: true });
    const url = `http://127.0.0.1:${server.address().port}/`;
    const page = await openPage({ browser, url }, { serviceWorkers: "allow" });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    server.close();
    server.closeAllConnections();
    await page.reload();
    await playSome(page);
    await lookAround(page);
    await page.context().close();
  });
}
