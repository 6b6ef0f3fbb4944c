// The page of the package's README draws a board in a browser: page.mjs PLACE ... A PLACE is a folder with game.html, or the
// address of the page at a server.
import assert from "node:assert/strict";
import { join } from "node:path";
import { openChromium, PATIENCE_MS } from "../web/harness-page.mjs";

const browser = await openChromium();
try {
  for (const place of process.argv.slice(2)) {
    const page = await browser.newPage();
    const served = place.startsWith("http:");
    if (!served)
      await page.route("**/*", (route) => {
        const { pathname } = new URL(route.request().url());
        return route.fulfill({ path: join(place, pathname) });
      });
    const failed = new Promise((done) => page.once("pageerror", done));
    const drawn = page.waitForSelector("#board svg", { timeout: PATIENCE_MS }).then(
      () => null,
      (error) => error,
    );
    await page.goto(served ? place : "http://localhost/game.html");
    assert.equal(await Promise.race([drawn, failed]), null, place);
    await page.close();
  }
} finally {
  await browser.close();
}
