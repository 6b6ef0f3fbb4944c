import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import app from "../../messages/app.en.json";
import lobby from "../../messages/lobby.en.json";
import { useCatalogue } from "../words/words";

useCatalogue("en", { ...app, ...lobby });

const WISH = "tessera.notify";
const OLD_KEY = "BAAA";
const NEW_KEY = "BBBB";

/** The fake browser's state: stored texts, and the key and endpoint of its push subscription. */
const browser = { kept: new Map<string, string>(), key: "", endpoint: "", made: 0, refuses: false };

function subscription() {
  const bytes = Uint8Array.from(atob(browser.key), (letter) => letter.charCodeAt(0));
  return {
    endpoint: browser.endpoint,
    options: { applicationServerKey: bytes.buffer },
    unsubscribe: async () => {
      browser.endpoint = "";
    },
  };
}

const pushManager = {
  getSubscription: async () => (browser.endpoint ? subscription() : null),
  subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
    if (browser.refuses) throw new Error("no push service");
    if (!browser.endpoint) browser.endpoint = `https://push.test/${++browser.made}`;
    browser.key = applicationServerKey;
    return subscription();
  },
};

Object.assign(globalThis, {
  document: { baseURI: "http://server.test/" },
  localStorage: {
    getItem: (name: string) => browser.kept.get(name) ?? null,
    setItem: (name: string, value: string) => browser.kept.set(name, value),
    removeItem: (name: string) => browser.kept.delete(name),
  },
  Notification: { permission: "granted", requestPermission: async () => "granted" },
  fetch: async () => new Response(JSON.stringify({ push: NEW_KEY })),
});
Object.defineProperty(globalThis, "navigator", {
  value: { serviceWorker: { getRegistration: async () => ({ pushManager }) } },
  configurable: true,
});

/** The browser's caches by name; `opened` is called before a cache opens, which is asynchronous. */
const caches = {
  names: new Set<string>(),
  opened: () => {},
  open: async (name: string) => {
    caches.opened();
    await new Promise((resolve) => setImmediate(resolve));
    return { put: async () => caches.names.add(name) };
  },
  delete: async (name: string) => caches.names.delete(name),
};
Object.assign(globalThis, { caches, window: globalThis });

const { renew, tellMe, tellMeNoMore } = await import("./elsewhere");

function wish(): { endpoint: string; told: Record<string, string> } {
  return JSON.parse(browser.kept.get(WISH) ?? "null");
}

beforeEach(() => {
  Object.assign(browser, { key: NEW_KEY, endpoint: "https://push.test/0", made: 0, refuses: false });
  const told = { t: "https://push.test/0" };
  browser.kept.set(WISH, JSON.stringify({ endpoint: "https://push.test/0", told }));
});

test("a subscription for another key of the server is made anew", async () => {
  browser.key = OLD_KEY;
  await renew();
  assert.deepEqual(wish(), { endpoint: "https://push.test/1", told: {} });
  assert.equal(browser.key, NEW_KEY);
});

test("one that holds is told to the server again, which may have forgotten it", async () => {
  await renew();
  assert.deepEqual(wish(), { endpoint: "https://push.test/0", told: {} });
});

test("where the push service cannot be reached it stays", async () => {
  browser.refuses = true;
  await renew();
  assert.equal(wish().endpoint, "https://push.test/0");
});

test("who does not wish to be told is not subscribed", async () => {
  browser.kept.delete(WISH);
  browser.endpoint = "";
  await renew();
  assert.equal(wish(), null);
  assert.equal(browser.made, 0);
});

test("a wish that is taken back while the seats are written down leaves nothing for the worker", async () => {
  const taken = new Promise((resolve) => {
    caches.opened = () => resolve(tellMeNoMore());
  });
  await tellMe();
  await taken;
  assert.equal(wish(), null);
  assert.deepEqual([...caches.names], []);
});

test("what the worker needs is written down with the wish", async () => {
  caches.opened = () => {};
  await tellMe();
  assert.deepEqual([...caches.names], ["seats"]);
});

test("a browser that refuses to be asked, its caches or its worker, ends no wish with an error", async () => {
  const refuse = () => {
    throw new Error("the browser blocks site data");
  };
  const { open, delete: remove } = caches;
  const { requestPermission } = Notification;
  const { getRegistration } = navigator.serviceWorker;
  Object.assign(caches, { open: refuse, delete: refuse });
  Object.assign(navigator.serviceWorker, { getRegistration: refuse });
  try {
    assert.equal(await tellMe(), "on");
    await tellMeNoMore();
    assert.equal(wish(), null);
    Object.assign(Notification, { requestPermission: refuse });
    assert.equal(await tellMe(), "denied");
    assert.equal(wish(), null);
  } finally {
    Object.assign(caches, { open, delete: remove });
    Object.assign(Notification, { requestPermission });
    Object.assign(navigator.serviceWorker, { getRegistration });
  }
});
