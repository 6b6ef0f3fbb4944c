// Players whose eyes are elsewhere: a push that reaches the service worker, what it shows and where that leads; the screen
// that stays on while it is one's turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PATIENCE_MS, visit } from "./harness.mjs";
import { nextDue, playQuickly, turnByKeys } from "./harness-play.mjs";
import { openServer, openTable, setupOf, sitDown } from "./harness-server.mjs";

const host = await openServer({ whole: true });
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

/** Asks the page until it says yes. What is asked may take its time. */
async function untilTrue(page, ask) {
  for (const until = Date.now() + PATIENCE_MS; !(await page.evaluate(ask)); await page.waitForTimeout(50)) {
    assert.ok(Date.now() < until, `never: ${ask}`);
  }
}

/**
 * Delivers a push and gives the notices that the browser then shows. They are asked for once, after the worker has shown
 * its own: Chromium forgets a notice that is asked for while it is being shown.
 */
async function noticesAfter(worker, push, data) {
  await worker.evaluate(() => {
    const show = ServiceWorkerRegistration.prototype.showNotification;
    self.noticeShown = new Promise((resolve, reject) => {
      self.registration.showNotification = (...notice) => show.apply(self.registration, notice).then(resolve, reject);
    });
  });
  await push(data);
  return worker.evaluate(async () => {
    await self.noticeShown;
    const all = await self.registration.getNotifications();
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  });
}

/** The person taps the notice of a table: which window the worker asks for. Resolves when the notice is gone. */
async function tapNotice(page, worker) {
  const window = await worker.evaluate(async () => {
    const [notification] = await self.registration.getNotifications();
    let asked = null;
    self.clients.openWindow = async (address) => {
      asked = address;
      return null;
    };
    const event = new NotificationEvent("notificationclick", { notification });
    const done = new Promise((resolve) => {
      event.waitUntil = (promise) => promise.then(resolve, resolve);
    });
    self.dispatchEvent(event);
    await done;
    return asked;
  });
  const gone = async () => (await (await navigator.serviceWorker.ready).getNotifications()).length === 0;
  await untilTrue(page, gone);
  return window;
}

/**
 * Whenever the page is opened anew the browser subscribes as a push service would have it. Chromium itself refuses in the
 * windows of tests after a while of its own choice, and warns.
 */
function standInForPushes(page) {
  return page.addInitScript((endpoint) => {
    PushManager.prototype.subscribe = async () => ({ endpoint });
  }, ENDPOINT);
}

/** The tables are asked for and painted while the browser's answer to the wish is awaited: the switch stays as it was put. */
async function wishAndWait(page, wish) {
  await page.evaluate((endpoint) => {
    PushManager.prototype.subscribe = () =>
      new Promise((resolve) => {
        globalThis.subscribeNow = () => resolve({ endpoint });
      });
  }, ENDPOINT);
  await wish.check();
  await page.waitForFunction(() => globalThis.subscribeNow);
  const told = page.waitForResponse((answer) => answer.url().endsWith("/turns"));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await told).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.ok(await wish.isChecked());
  await page.evaluate(() => globalThis.subscribeNow());
}

test("a push without content is told in words by the worker, and leads to its table", async () => {
  const anna = await openPage(host, { serviceWorkers: "allow", permissions: ["notifications"] });
  await anna.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await standInForPushes(anna);
  const { ben, table } = await twoAtTable(anna, DAYS);

  // 1. The wish: the browser subscribes, the server is told for which seat, the worker finds what it needs.
  await visit(anna, "#/", `.home-tables [data-task="draw"], .home-tables [data-task="move"]`);
  const wish = anna.getByLabel("Tell me when a table waits for me");
  await wishAndWait(anna, wish);
  const told = (id) => JSON.parse(localStorage.getItem("tessera.notify"))?.told[id];
  assert.equal(await (await anna.waitForFunction(told, table)).jsonValue(), ENDPOINT);

  // 2. A push: whatever stands in it, the words are the page's own.
  const push = await pushesOf(anna);
  const worker = anna.context().serviceWorkers()[0] ?? (await anna.context().waitForEvent("serviceworker"));
  const notice = { title: "Tessera", body: "It is your turn.", tag: table, data: `#/t/${table}` };
  assert.deepEqual(await noticesAfter(worker, push, "Ben says: look at my hand"), [notice]);

  // 3. A page that the worker does not control stays where it is; one that it does is led to the table.
  assert.equal(await tapNotice(anna, worker), `${host.url}#/t/${table}`);
  assert.equal(new URL(anna.url()).hash, "#/");
  await anna.reload();
  await anna.waitForFunction(() => navigator.serviceWorker.controller !== null);
  assert.deepEqual(await noticesAfter(worker, push, ""), [notice]);
  assert.equal(await tapNotice(anna, worker), null);
  await anna.waitForURL(`${host.url}#/t/${table}`);
  await anna.locator(".table").waitFor();

  // 4. Nothing waits any more: browsers want each push to be shown.
  assert.equal(await nextDue(anna), "turn");
  await playQuickly(anna);
  assert.equal(await nextDue(anna), "turn");
  await turnByKeys(anna);
  assert.equal(await nextDue(ben), "turn");
  assert.deepEqual(await noticesAfter(worker, push, ""), [
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
