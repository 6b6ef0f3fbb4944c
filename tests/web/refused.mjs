// A browser that keeps nothing, or refuses something that the page asks of it: the page opens, and a game is played.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blockingBrowser, openBrowser, openPage, shoot, visit } from "./harness.mjs";
import { nextDue } from "./harness-play.mjs";

const host = await openBrowser();
test.after(() => host.close());

const KEPT_NOT = "The browser does not let this page keep anything";

/** Begins a game on this device against a computer, and plays two turns. */
async function playTwoTurns(page) {
  await page.locator(".home-button").first().click();
  for (let turn = 0; turn < 2; turn++) {
    assert.equal(await nextDue(page), "turn");
    await page.locator(".board-list").focus();
    await page.keyboard.press("Enter");
    await page.locator(".hand-done").click();
    await page.locator(".hand-done").waitFor({ state: "detached" });
  }
}

/** The rest of what the page keeps: the game is gone on with, settings and language hold until the page is closed. */
async function lookAround(page) {
  await visit(page, "#/");
  await page.getByText("Continue", { exact: true }).click();
  await page.locator(".board-list li").first().waitFor({ state: "attached" });
  await visit(page, "#/settings", "#look");
  await page.getByText("dark", { exact: true }).click();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await page.locator(".header select").selectOption("de");
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
}

/** How often the page has said that nothing is kept: kept in `told` from the start. Runs in the page. */
function watchToasts() {
  globalThis.told = [];
  const watch = (records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node.matches?.(".toast")) globalThis.told.push(node.textContent);
  };
  new MutationObserver(watch).observe(document, { childList: true, subtree: true });
}

const told = (page) => page.evaluate(() => globalThis.told);

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
])
  test(`with all site data blocked a game is played, and one sentence says that nothing is kept: ${viewport.width} px`, async () => {
    const page = await openPage({ ...host, browser: blockingBrowser() }, { viewport, serviceWorkers: "allow" });
    const blocked = () => {
      try {
        return !globalThis.localStorage;
      } catch {
        return true;
      }
    };
    assert.ok(await page.evaluate(blocked), "the browser blocks site data");
    await page.evaluate(watchToasts);
    await page.locator(".home-button").first().click();
    await page.getByText(KEPT_NOT).first().waitFor();
    await shoot(page, `refused-${viewport.width}`);
    await visit(page, "#/");
    await playTwoTurns(page);
    await lookAround(page);
    assert.equal((await told(page)).filter((text) => text.startsWith(KEPT_NOT)).length, 1);
    await page.context().close();
  });

/** What the page may ask of a browser, by the way in which it is refused: an object is read, a method throws or rejects. */
const REFUSALS = {
  read: [
    ...["localStorage", "sessionStorage", "indexedDB", "caches", "Notification", "AudioContext"].map((name) => [
      "",
      name,
    ]),
    ...["serviceWorker", "wakeLock", "clipboard", "setAppBadge"].map((name) => ["Navigator.prototype", name]),
  ],
  call: [
    ...["getItem", "setItem", "removeItem"].map((name) => ["Storage.prototype", name]),
    ...["register", "getRegistration"].map((name) => ["ServiceWorkerContainer.prototype", name]),
    ["", "AudioContext"],
    ["Navigator.prototype", "vibrate"],
    ["Navigator.prototype", "setAppBadge"],
    ["WakeLock.prototype", "request"],
    ["Clipboard.prototype", "writeText"],
    ["Document.prototype", "execCommand"],
  ],
  wait: [
    ["ServiceWorkerContainer.prototype", "register"],
    ["ServiceWorkerContainer.prototype", "getRegistration"],
    ["AudioContext.prototype", "resume"],
    ["Navigator.prototype", "setAppBadge"],
    ["WakeLock.prototype", "request"],
    ["Clipboard.prototype", "writeText"],
  ],
};

/** Makes the browser refuse all this. Audio waits for a tap, as on a phone. Runs in the page, before anything else. */
function refuse([how, names]) {
  for (const [owner, name] of names) {
    const error = new DOMException(`${name} is refused`, "SecurityError");
    const refused = () => {
      throw error;
    };
    const change = { read: { get: refused }, call: { value: refused }, wait: { value: () => Promise.reject(error) } }[
      how
    ];
    const target = owner === "" ? globalThis : owner.split(".").reduce((at, part) => at[part], globalThis);
    Object.defineProperty(target, name, { ...change, configurable: true });
  }
  if (how === "wait") Object.defineProperty(AudioContext.prototype, "state", { get: () => "suspended" });
}

for (const [how, names] of Object.entries(REFUSALS))
  test(`a game is played, and a link taken away, where what the page asks for is refused: ${how}`, async () => {
    const page = await openPage(host, { serviceWorkers: "allow" });
    await page.addInitScript(refuse, [how, names]);
    await page.reload();
    await playTwoTurns(page);
    await page.getByText("Save", { exact: true }).click();
    await page.getByRole("button", { name: "Copy a link to this position" }).click();
    if (how === "call") await page.locator("#copy-self").waitFor();
    else await page.locator(".toast", { hasText: "The link is copied." }).waitFor();
    await page.keyboard.press("Escape");
    await lookAround(page);
    await page.context().close();
  });
