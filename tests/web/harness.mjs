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

/**
 * What screens are looked at in: each language, both themes, the languages with long words on a phone. A theme's colours
 * do not depend on words, so not every pair is shown.
 */
export const LOOKS = [
  { locale: "en-GB", colorScheme: "light", width: 1440 },
  { locale: "en-GB", colorScheme: "dark", width: 1440 },
  { locale: "de-DE", colorScheme: "dark", width: 360 },
  { locale: "it-IT", colorScheme: "light", width: 360 },
];

/** Where pictures go; without it none are taken. */
const shots = process.env.SCREENSHOTS;
if (shots) mkdirSync(shots, { recursive: true });

afterEach(() => assert.deepEqual(takeFaults(), [], "script errors, messages on the console, requests to elsewhere"));

/** Nothing that ends by itself is on its way: a line that fades in has no colour of its own yet. */
function shown() {
  const ends = (each) => each.playState === "running" && Number.isFinite(each.effect.getComputedTiming().endTime);
  return !document.getAnimations().some(ends);
}

/** Fails on anything that axe finds on the screen. */
export async function checkAxe(page, name) {
  await page.waitForFunction(shown, null, { polling: "raf" });
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
