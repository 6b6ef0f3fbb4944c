// The page of the package's README draws a board in a browser: page.mjs FOLDER, in which game.html lies beside node_modules.
import assert from "node:assert/strict";
import { join } from "node:path";
import { openChromium, PATIENCE_MS } from "../web/harness-page.mjs";

const browser = await openChromium();
try {
  const page = await browser.newPage();
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(process.argv[2], pathname) });
  });
  const failed = new Promise((done) => page.once("pageerror", done));
  const drawn = page.waitForSelector("#board svg", { timeout: PATIENCE_MS }).then(
    () => null,
    (error) => error,
  );
  await page.goto("http://localhost/game.html");
  assert.equal(await Promise.race([drawn, failed]), null);
} finally {
  await browser.close();
}
