// What browser tests share: the built page on a static host, Debian's Chromium, axe. PAGE_URL tests a server that runs.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../../web/tools/serve.mjs";

const web = new URL("../../web/", import.meta.url);
const require = createRequire(new URL("package.json", web));
const { chromium } = require("playwright-core");
const axeSource = require("axe-core").source;

/** Where screenshots go: SCREENSHOTS, else a new temporary folder. */
export const shots = process.env.SCREENSHOTS ?? mkdtempSync(join(tmpdir(), "tessera-web-"));
mkdirSync(shots, { recursive: true });

const QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"];

/** Opens a browser. */
export function openChromium() {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: QUIET });
}

/** Opens the browser and the page's host; `close` ends both. */
export async function openBrowser() {
  const server = process.env.PAGE_URL ? null : await serve(fileURLToPath(new URL("dist", web)), 0);
  const browser = await openChromium();
  const url = process.env.PAGE_URL ?? `http://127.0.0.1:${server.address().port}/`;
  return {
    browser,
    url,
    close: async () => {
      await browser.close();
      server?.close();
    },
  };
}

/**
 * A page of its own context, 1440 by 900 in English unless told otherwise (playwright's context options). What the page
 * reports as an error, or asks of another host, is kept in `page.faults`.
 */
export async function openPage({ browser, url }, options = {}) {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, locale: "en-GB", serviceWorkers: "block", ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(`${error}`));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("request", (request) => {
    const local = request.url().startsWith(url) || /^(data|blob):/.test(request.url());
    if (!local) page.faults.push(`asks ${request.url()}`);
  });
  await page.goto(url);
  await page.locator(".screen h1, .table").first().waitFor();
  return page;
}

/** Goes to a route of the page and waits until the screen is there. */
export async function visit(page, hash, selector = ".screen h1") {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
  await page.locator(selector).first().waitFor();
}

/** Fails on anything that axe finds on the screen. */
export async function checkAxe(page, name) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const told = violations.map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.target.join(" ")).join("; ")}`);
  assert.deepEqual(told, [], `axe on ${name}`);
}

/** Fails on a script error, a message on the console, or a request to elsewhere. */
export function checkFaults(page, name) {
  assert.deepEqual(page.faults, [], `faults on ${name}`);
}

/** Fails when the page is wider than the window. */
export async function checkWidth(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${name} is ${over} px too wide`);
}

/** Keeps a picture of the window. */
export async function shoot(page, name) {
  await page.screenshot({ path: join(shots, `${name}.png`) });
}
