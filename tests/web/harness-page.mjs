// The browser of the tests: the built page on a static host, Debian's Chromium without windows. PAGE_URL tests a server
// that runs.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../../web/tools/serve.mjs";

const web = new URL("../../web/", import.meta.url);
const { chromium } = createRequire(new URL("package.json", web))("playwright-core");

/** A name that leads to this machine, as one of a network does. */
const NAME = "tessera.example";

const NAMES = `--host-resolver-rules=MAP ${NAME} 127.0.0.1`;
const QUIET = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
  NAMES,
];

/** Chromium whole, and what of it draws pages and nothing else, which takes a third less time. */
const WHOLE = "/usr/bin/chromium";
const SHELL = "/usr/bin/chromium-headless-shell";

/** How long is waited for anything, on any machine: what comes is seen at once. */
export const PATIENCE_MS = 120_000;

/** Opens a browser; `whole`: one that also shows notices. */
export function openChromium({ whole = false } = {}) {
  const executablePath = whole || !existsSync(SHELL) ? WHOLE : SHELL;
  return chromium.launch({ executablePath, args: QUIET, timeout: PATIENCE_MS });
}

/** A browser whose person has blocked all site data: it has one context, and ends with that. */
export function blockingBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "tessera-blocked-"));
  mkdirSync(join(profile, "Default"));
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(settings));
  const newContext = (options) => {
    const launch = { executablePath: WHOLE, args: QUIET, timeout: PATIENCE_MS, ...options };
    return chromium.launchPersistentContext(profile, launch);
  };
  // The browser writes to its profile until the last of its processes has ended, after its context is closed.
  process.on("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 20 }));
  return { newContext };
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

/** A host as others in its network open it: by plain HTTP, and not under an address of the device's own. */
export function fromNetwork({ browser, url }) {
  return { browser, url: url.replace("127.0.0.1", NAME) };
}

/** What playwright itself writes on the console of a page whose service workers it blocks. */
const BLOCKED = "Service Worker registration blocked by Playwright";

/** What pages have reported, in order, and what is expected of some: a pattern by context. */
const faults = [];
const expected = new WeakMap();

/** The contexts that are open. */
const contexts = new Set();

/**
 * A page of its own context, 1440 by 900 in English unless told otherwise (playwright's context options). What its pages
 * report as an error or a warning, or ask of another host, is kept as a fault.
 */
export async function openPage({ browser, url }, options = {}) {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, locale: "en-GB", serviceWorkers: "block", ...options });
  contexts.add(context);
  context.on("close", () => contexts.delete(context));
  context.setDefaultTimeout(PATIENCE_MS);
  const keep = (fault) => fault !== BLOCKED && !expected.get(context)?.test(fault) && faults.push(fault);
  context.on("weberror", (report) => keep(`${report.error()}`));
  context.on("console", (message) => ["error", "warning"].includes(message.type()) && keep(message.text()));
  context.on("request", (request) => {
    const local = request.url().startsWith(url) || /^(data|blob):/.test(request.url());
    if (!local) keep(`asks ${request.url()}`);
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(".screen h1, .table").first().waitFor();
  return page;
}

/** What a page reports is no fault from now on where it matches a pattern. */
export function expectFaults(page, pattern) {
  expected.set(page.context(), pattern);
}

/** Closes all pages: those of a test that has failed are nothing to the next. */
export async function closePages() {
  await Promise.all([...contexts].map((context) => context.close()));
}

/** The faults since they were taken the last time. */
export function takeFaults() {
  return faults.splice(0);
}

/** Goes to a route of the page and waits until its screen is there, and no other: what the screen before shows is gone
 * when the page has heard of the change of its address. */
export async function visit(page, hash, selector = ".screen h1") {
  await page.evaluate(
    (next) =>
      new Promise((resolve) => {
        addEventListener("hashchange", () => resolve(), { once: true });
        const before = location.href;
        location.hash = next;
        if (location.href === before) resolve();
      }),
    hash,
  );
  await page.locator("#screen[aria-busy=false]").waitFor();
  await page.locator(selector).first().waitFor();
}

/** Holds back what a page asks of these addresses, until the function that it gives is called. */
export async function holdBack(page, addresses) {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Has a page translated as Chromium does it: every text, also one that comes later, is put into two `<font>` elements. */
export function translatePage(page) {
  return page.evaluate(() => {
    const left = "[translate='no'], script, style, title, font, svg, input, textarea";
    const translate = (root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      if (root.nodeType === Node.TEXT_NODE) texts.push(root);
      for (const text of texts) {
        if (!text.parentElement || text.parentElement.closest(left) || text.data.trim() === "") continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        text.replaceWith(outer);
        outer.append(inner);
        inner.append(text.data);
      }
    };
    translate(document.body);
    const come = (changes) => {
      for (const { addedNodes, type, target } of changes)
        for (const node of type === "characterData" ? [target] : addedNodes) translate(node);
    };
    new MutationObserver(come).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** Nothing moves on a page: no animation runs, and board and scrolled place are the same for three frames. */
export function atRest(page) {
  const rests = (call) => {
    const runs = (each) => each.playState === "running" && Number.isFinite(each.effect.getComputedTiming().endTime);
    const plane = document.querySelector(".board-plane");
    const { x, y, width, height } = (plane?.parentElement ?? document.body).getBoundingClientRect();
    const place = [scrollX, scrollY, x, y, width, height, plane?.style.transform].join(" ");
    const moves = document.getAnimations().some(runs) || document.querySelector(".board-moving") !== null;
    const last = globalThis.restingSince;
    const frames = !moves && last?.call === call && last.place === place ? last.frames + 1 : 0;
    globalThis.restingSince = { call, place, frames };
    return frames >= 3;
  };
  return page.waitForFunction(rests, crypto.randomUUID(), { polling: "raf" }); // each call counts frames of its own
}
