// What browser tests share: pages, checks with axe and of widths, pictures. A test fails on whatever its pages report.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterEach } from "node:test";
import { takeFaults } from "./harness-page.mjs";

export { atRest, expectFaults, openBrowser, openPage, visit } from "./harness-page.mjs";

const web = new URL("../../web/", import.meta.url);
const axeSource = createRequire(new URL("package.json", web))("axe-core").source;

/** Where pictures go; without it none are taken. */
const shots = process.env.SCREENSHOTS;
if (shots) mkdirSync(shots, { recursive: true });

afterEach(() => assert.deepEqual(takeFaults(), [], "script errors, messages on the console, requests to elsewhere"));

/** Fails on anything that axe finds on the screen. */
export async function checkAxe(page, name) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const told = violations.map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.target.join(" ")).join("; ")}`);
  assert.deepEqual(told, [], `axe on ${name}`);
}

/** Fails when the page is wider than the window. */
export async function checkWidth(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${name} is ${over} px too wide`);
}

/** Keeps a picture of the window in SCREENSHOTS; `options` are playwright's. */
export async function shoot(page, name, options = {}) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`), ...options });
}
