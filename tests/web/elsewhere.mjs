// Players whose eyes are elsewhere: a push that reaches the service worker, what it shows and where that leads; the screen
// that stays on while it is one's turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, visit } from "./harness.mjs";
import { nextDue, playQuickly, turnByKeys } from "./harness-play.mjs";
import { openServer, openTable, setupOf, sitDown } from "./harness-server.mjs";

const host = await openServer();
test.after(() => host.close());

const DAYS = { public: false, clock: { kind: "days", days: 2 } };

/** The address that a push service would have given: nothing is sent there by the test. */
const ENDPOINT = "https://push.invalid/anna";

/** Anna and Ben at a table at which Anna begins. */
async function twoAtTable(anna, more) {
  const ben = await openPage(host);
  await playQuickly(ben);
  const table = await openTable(anna, setupOf("classic", ["person", "open"], more), "Anna");
  await sitDown(ben, table, "Ben");
  for (const page of [anna, ben]) await page.locator(".table").waitFor();
  return { ben, table };
}

/** Delivers pushes to the service worker of the page, as the browser does for those of its push service. */
async function pushesOf(page) {
  const cdp = await page.context().newCDPSession(page);
  const known = new Promise((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await known;
  const { origin } = new URL(host.url);
  return (data) => cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

/** Asks the page until it says yes; gives what it says then. What is asked may take its time. */
async function untilTrue(page, ask, about) {
  for (const until = Date.now() + 60_000; ; await page.waitForTimeout(50)) {
    const told = await page.evaluate(ask, about);
    if (told) return told;
    assert.ok(Date.now() < until, `never: ${ask}`);
  }
}

/** What the browser shows of the page's notices, once there is one. */
function noticesShown(page) {
  return untilTrue(page, async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.length > 0 && all.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  });
}

/** The person taps the notice of a table: what the worker does with it, and which window it asks for. */
function tapNotice(page) {
  const [worker] = page.context().serviceWorkers();
  return worker.evaluate(async () => {
    const [notification] = await self.registration.getNotifications();
    const asked = { window: null };
    self.clients.openWindow = async (address) => {
      asked.window = address;
      return null;
    };
    const event = new NotificationEvent("notificationclick", { notification });
    const done = new Promise((resolve) => {
      event.waitUntil = (promise) => promise.then(resolve, resolve);
    });
    self.dispatchEvent(event);
    await done;
    return { ...asked, left: (await self.registration.getNotifications()).length };
  });
}

test("a push without content is told in words by the worker, and leads to its table", async () => {
  const anna = await openPage(host, { serviceWorkers: "allow", permissions: ["notifications"] });
  await anna.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const { ben, table } = await twoAtTable(anna, DAYS);

  // 1. The wish: the browser subscribes, the server is told for which seat, the worker finds what it needs.
  await visit(anna, "#/", `.home-tables [data-task="draw"], .home-tables [data-task="move"]`);
  await anna.evaluate((endpoint) => {
    PushManager.prototype.subscribe = async () => ({ endpoint });
  }, ENDPOINT);
  const wish = anna.getByLabel("Tell me when a table waits for me");
  await wish.check();
  const told = (id) => JSON.parse(localStorage.getItem("tessera.notify"))?.told[id];
  assert.equal(await (await anna.waitForFunction(told, table)).jsonValue(), ENDPOINT);

  // 2. A push: whatever stands in it, the words are the page's own.
  const push = await pushesOf(anna);
  const notice = { title: "Tessera", body: "It is your turn.", tag: table, data: `#/t/${table}` };
  await push("Ben says: look at my hand");
  assert.deepEqual(await noticesShown(anna), [notice]);

  // 3. A page that the worker does not control stays where it is; one that it does is led to the table.
  assert.deepEqual(await tapNotice(anna), { window: `${host.url}#/t/${table}`, left: 0 });
  assert.equal(new URL(anna.url()).hash, "#/");
  await anna.reload();
  await anna.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await push("");
  await noticesShown(anna);
  assert.deepEqual(await tapNotice(anna), { window: null, left: 0 });
  await anna.locator(".table").waitFor();
  assert.equal(new URL(anna.url()).hash, `#/t/${table}`);

  // 4. Nothing waits any more: browsers want each push to be shown.
  assert.equal(await nextDue(anna), "turn");
  await playQuickly(anna);
  assert.equal(await nextDue(anna), "turn");
  await turnByKeys(anna);
  assert.equal(await nextDue(ben), "turn");
  await push("");
  assert.deepEqual(await noticesShown(anna), [
    { title: "Tessera", body: "It is the turn of others.", tag: "", data: "#/" },
  ]);

  // 5. The wish taken back: nothing is left for the worker to ask with.
  await visit(anna, "#/", ".home-tables [data-task]");
  await wish.uncheck();
  await untilTrue(anna, async () => !(await caches.has("seats")) && !localStorage.getItem("tessera.notify"));
  for (const page of [anna, ben]) await page.context().close();
});

/** The browser's wake locks, as a stand-in that remembers who holds one. */
function standInForWakeLock() {
  globalThis.locks = [];
  const request = async () => {
    const lock = { released: false };
    lock.release = async () => {
      lock.released = true;
    };
    globalThis.locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
}

/** Waits until so many locks are held. */
const held = (page, count) =>
  page.waitForFunction((n) => globalThis.locks.filter(({ released }) => !released).length === n, count);

/** The page is out of sight, or seen again. */
const hide = (page, hidden) =>
  page.evaluate((out) => {
    Object.defineProperty(document, "hidden", { value: out, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

test("the screen stays on while it is one's turn, and no longer", async () => {
  const anna = await openPage(host);
  await playQuickly(anna);
  await anna.evaluate(standInForWakeLock);
  const { ben } = await twoAtTable(anna, { public: false });
  assert.equal(await nextDue(anna), "turn");
  await held(anna, 1);
  await hide(anna, true);
  await held(anna, 0);
  await hide(anna, false);
  await held(anna, 1);
  await turnByKeys(anna);
  assert.equal(await nextDue(ben), "turn");
  await held(anna, 0);
  await turnByKeys(ben);
  await held(anna, 1);
  await visit(anna, "#/", ".home-title");
  await held(anna, 0);

  const { ben: other } = await twoAtTable(anna, DAYS);
  assert.equal(await nextDue(anna), "turn");
  assert.equal(await anna.evaluate(() => globalThis.locks.filter(({ released }) => !released).length), 0);
  for (const page of [anna, ben, other]) await page.context().close();
});
