// What browser tests share: pages, checks with axe and of widths, pictures. A test fails on whatever its pages report.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterEach } from "node:test";
import { closePages, takeFaults } from "./harness-page.mjs";

export {
  atRest,
  blockingBrowser,
  expectFaults,
  fromNetwork,
  holdBack,
  openBrowser,
  openPage,
  PATIENCE_MS,
  translatePage,
  visit,
} from "./harness-page.mjs";

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

afterEach(async (each) => {
  if (!each.passed) await closePages();
  assert.deepEqual(takeFaults(), [], "script errors, messages on the console, requests to elsewhere");
});

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

/** Pixels by which the page can be scrolled, across and down: of a table none. Runs in the page. */
export function beyondWindow() {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  return [scrollWidth - clientWidth, scrollHeight - clientHeight];
}

/** Fails when the page is wider than the window. */
export async function checkWidth(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${name} is ${over} px too wide`);
}

/**
 * Keeps in `flown` what has left the board for the scores: points or a meeple, where it goes to, and what the scores were
 * then. Runs in the page, before anything else.
 */
export function watchFlights() {
  globalThis.flown = [];
  const kept = (node) => {
    const { transform } = node.getAnimations()[0].effect.getKeyframes().at(-1);
    const [dx, dy] = [...transform.matchAll(/calc\(-50% ([+-]) (-?[\d.]+)px/g)].map(([, sign, px]) =>
      Number(sign + px),
    );
    const to = { x: Number.parseFloat(node.style.left) + dx, y: Number.parseFloat(node.style.top) + dy };
    const scores = [...document.querySelectorAll(".side-points")].map((each) => each.textContent);
    globalThis.flown.push({ what: node.querySelector("use") ? "meeple" : "points", to, scores });
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof Element && node.matches(".flight")) kept(node);
  }).observe(document, { childList: true, subtree: true });
}

/** Both have flown and arrived: nothing is in the air any more. For `waitForFunction`. */
export function flightsOver(whats) {
  const flown = globalThis.flown.map(({ what }) => what);
  return whats.every((what) => flown.includes(what)) && document.querySelector(".board-flights > *") === null;
}

/** Keeps a picture of the window in SCREENSHOTS; `options` are playwright's. */
export async function shoot(page, name, options = {}) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`), ...options });
}
