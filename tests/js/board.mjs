// The board of the package's README is clicked, and played by keys, in a browser, and a worker thinks for a page: board.mjs
// FOLDER, which has board.html, worker.html and think.mjs.
import assert from "node:assert/strict";
import { join } from "node:path";
import { openChromium, PATIENCE_MS } from "../web/harness-page.mjs";

const [folder] = process.argv.slice(2);
const browser = await openChromium();
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults = [];
  page.on("pageerror", (error) => faults.push(`${error}`));
  await page.route("**/*", (route) => route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }));
  await page.goto("http://localhost/board.html");
  await page.locator("[data-cell]").first().waitFor(); // the module goes on after the page has loaded
  const tiles = () => page.locator("#board svg > g:not([data-move])").count();

  // 1. A click lays the tile, a second one turns it where it fits in another rotation.
  const moves = async (cell) => {
    await page.locator(`[data-cell="${cell}"]`).click({ position: { x: 30, y: 30 } });
    return page.locator("[data-move]").evaluateAll((all) => all.map((each) => each.dataset.move));
  };
  const cells = await page.locator("[data-cell]").evaluateAll((all) => all.map((each) => each.dataset.cell));
  assert.ok(cells.length > 0 && (await tiles()) === 1);
  const [first, ...others] = await moves(cells[0]);
  assert.match(first, new RegExp(`@${cells[0]}r\\d=none$`));
  assert.ok(others.length > 0, "a meeple can be placed");
  const shown = new Set([first]);
  for (let n = 0; n < 4; n++) shown.add((await moves(cells[0]))[0]);
  assert.ok([...shown].every((move) => move.includes(`@${cells[0]}r`)));

  // 2. The turn with a meeple is played, the computer answers, and the next turn is chosen by keys.
  await page.locator("[data-move]").nth(1).click();
  await page.locator("[data-cell]").first().waitFor();
  const before = await tiles();
  assert.ok(before >= 4, "three tiles and the meeple");
  await page.locator("[data-cell]").first().press("Enter");
  await page.locator("[data-move]").first().press("Space");
  await page.waitForFunction(
    (drawn) => document.querySelectorAll("#board svg > g:not([data-move])").length > drawn,
    before,
  );

  // 3. The move of the worker is on the board.
  await page.goto("http://localhost/worker.html");
  await page.locator("#board svg").waitFor();
  assert.deepEqual(faults, []);
} finally {
  await browser.close();
}
