// What the page asks for fails, one after another: for n = 1, 2, 3 ... the n-th request, its answer, the n-th use of the
// browser's storage, of a worker, of WebAssembly or of a service worker, until a game ends without a failure. After each
// the page says so or goes on, nothing that it has kept is lost, and the page that is opened next goes on with the game.
//
//   MOST=3 SEED=1 node --test tests/web/failures.mjs     at most so many of each kind, which the seed chooses; MOST=0: all
import assert from "node:assert/strict";
import { request as ask, createServer } from "node:http";
import { describe, test } from "node:test";
import { openBrowser, PATIENCE_MS } from "./harness.mjs";
import { nextDue } from "./harness-play.mjs";
import { openServer, setupOf } from "./harness-server.mjs";

const MOST = Number(process.env.MOST ?? 2);
const SEED = Number(process.env.SEED ?? 1);
const ONLY = process.env.ONLY?.split(",").map(Number); // these numbers
const MOST_CALLS = 400; // of a kind in a game

/** What fails in the page, by kind: a function of an object, or what a constructor makes. */
const KINDS = {
  storage: ["getItem", "setItem", "removeItem"].map((name) => ["Storage.prototype", name]),
  worker: [
    ["", "Worker"],
    ["Worker.prototype", "postMessage"],
  ],
  wasm: ["instantiate", "instantiateStreaming", "compile", "compileStreaming"].map((name) => ["WebAssembly", name]),
  "service worker": ["register", "getRegistration"].map((name) => ["ServiceWorkerContainer.prototype", name]),
};

/** Counts the calls of each kind, and makes the n-th of kind `failing` fail. Runs in the page, before anything else. */
function failCalls([kinds, failing, n]) {
  globalThis.calls = {};
  const named = Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [kind, ...name]));
  for (const [kind, owner, name] of named) {
    globalThis.calls[kind] = 0;
    const target = owner === "" ? globalThis : owner.split(".").reduce((at, part) => at?.[part], globalThis);
    const before = target?.[name];
    if (!before) continue;
    const call = function (...given) {
      const made = new.target ? () => Reflect.construct(before, given, before) : () => before.apply(this, given);
      if (++globalThis.calls[kind] !== n || kind !== failing) return made();
      if (before.prototype === undefined && !/^(getItem|setItem|removeItem|postMessage)$/.test(name))
        return Promise.reject(new DOMException("out of memory", "QuotaExceededError"));
      if (name === "postMessage") {
        this.terminate();
        setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "the worker has ended" })));
        return undefined;
      }
      throw new DOMException("out of memory", "QuotaExceededError");
    };
    if (before.prototype) call.prototype = before.prototype;
    target[name] = call;
  }
}

/** A host before another one: a request that is due is refused, or its answer ends in the middle. */
class Gate {
  #server;
  requests = 0;
  due = 0;
  torn = false;

  async open(url) {
    const upstream = new URL(url);
    this.#server = createServer((question, answer) => {
      const isDue = ++this.requests === this.due;
      if (isDue && !this.torn) return answer.writeHead(503).end();
      const { method, headers, url: path } = question;
      const passed = ask({ host: upstream.hostname, port: upstream.port, method, headers, path }, (got) => {
        answer.writeHead(got.statusCode, { ...got.headers, ...(isDue ? { "Content-Length": 1_000_000 } : {}) });
        if (!isDue) return got.pipe(answer);
        got.once("data", (bytes) => answer.write(bytes.subarray(0, bytes.length / 2), () => question.socket.destroy()));
        got.once("end", () => question.socket.destroy());
      });
      passed.on("error", () => question.socket.destroy());
      answer.on("close", () => passed.destroy());
      question.pipe(passed);
    });
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${this.#server.address().port}/`;
    return this;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** What says that something failed; where a page is slow, the last one shows without a failure, too. */
const MESSAGE = ".fault:not([role=status]), .toast-trouble"; // a status only says that the page connects
const UNLOADED = ".unloaded";

/** The first message that a page shows. */
async function messageOf(page, failed) {
  const find = (selector) => {
    const seen = [...document.querySelectorAll(selector)].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
    return seen.map((each) => each.textContent.trim()).find((text) => text !== "") ?? null;
  };
  const textOf = (found) => found.jsonValue();
  const unloaded = failed.then(() => page.waitForFunction(find, UNLOADED)).then(textOf);
  return Promise.race([page.waitForFunction(find, MESSAGE).then(textOf), unloaded]);
}

/** Waits for what is done; a message ends the run. `failed` comes when the browser reports an error that
 * nothing has caught, or a file that is missing: after these alone the page may stay unloaded. */
async function reach(page, done, failed) {
  const said = messageOf(page, failed).then((text) => {
    throw new Said(text);
  });
  for (const each of [done, said]) each.catch(() => {}); // what comes when the page is closed
  await Promise.race([done, said]);
}

class Said extends Error {}

const tiles = (page) => page.locator(".board-tiles > g").count();

/** Plays a turn, and notes in `board` how many tiles lie on the board after it. */
async function playTurn(page, board = { laid: 0 }) {
  await nextDue(page);
  await page.locator(".board-list").press("Enter");
  await page.locator(".hand-done").press("Enter"); // a second click at one place would be a double tap
  await page.locator(".hand-done").waitFor({ state: "detached" });
  board.laid = Math.max(board.laid, await tiles(page));
}

/** Opens a page in a context; null: the browser itself says that there is none. */
async function openIn(context, url, prepare = () => {}) {
  const page = await context.newPage();
  await prepare(page);
  const got = await page.goto(url).catch(() => null);
  return got?.ok() ? page : null;
}

/** A game against a computer on this device, and back to it from the home screen. */
const HERE = {
  async begin(page, board) {
    const first = page.locator(".home-button").first();
    await first.waitFor();
    await first.click();
    for (let turn = 0; turn < 2; turn++) await playTurn(page, board);
  },
  async leave(page) {
    await page.evaluate(() => {
      location.hash = "#/";
    });
    const go = page.getByText("Continue", { exact: true });
    await go.waitFor();
    await go.click();
    await nextDue(page);
  },
  /** The page that is opened next goes on with the game, if the page before has come to one. */
  async goOn(page, laid) {
    await page.locator(".home-button").first().waitFor();
    if (laid > 1) await page.getByText("Continue", { exact: true }).click();
    else await page.locator(".home-button").first().click();
    assert.equal(await nextDue(page), "turn");
    const kept = await tiles(page);
    assert.ok(kept >= laid, `${kept} of ${laid} tiles are left`);
    await playTurn(page);
  },
};

const ONE_COMPUTER = setupOf("classic", ["person", 1], { public: false });
const served = await openServer();

/** The same at a table of a server. */
const SERVED = {
  async begin(page, board) {
    const setup = page.locator(".home-button").first();
    await setup.waitFor();
    await this.openTable(page);
    for (let turn = 0; turn < 2; turn++) await playTurn(page, board);
  },
  async openTable(page) {
    const body = JSON.stringify({ id: crypto.randomUUID(), setup: ONE_COMPUTER, name: "Ann" });
    const headers = { "Content-Type": "application/json" };
    const opened = await fetch(`${served.url}api/v1/tables`, { method: "POST", headers, body });
    const held = await opened.json();
    const seat = { ...held, name: "Ann", game: "classic", at: Date.now(), commitment: "", contribution: "" };
    await page.evaluate((kept) => {
      const write = () => localStorage.setItem(`tessera.table.${kept.table}`, JSON.stringify(kept));
      try {
        write();
      } catch {
        write();
      }
      location.hash = `#/t/${kept.table}`;
    }, seat);
    await nextDue(page);
  },
  async leave(page) {
    await page.evaluate(() => {
      location.hash = "#/";
    });
    await page.locator(".home-button").first().waitFor();
    await this.enter(page);
    await nextDue(page);
  },
  enter(page) {
    return page.evaluate(() => {
      const name = Object.keys(localStorage).find((key) => key.startsWith("tessera.table."));
      location.hash = `#/t/${name.slice("tessera.table.".length)}`;
    });
  },
  async goOn(page, laid) {
    await page.locator(".home-button").first().waitFor();
    if (laid <= 1) return;
    await this.enter(page);
    assert.equal(await nextDue(page), "turn");
    const kept = await tiles(page);
    assert.ok(kept >= laid, `${kept} of ${laid} tiles are left`);
    await playTurn(page);
  },
};

/** Kinds of which the service worker is a part. */
const NET = ["request", "answer", "service worker"];

/** A run in which the n-th call of a kind fails, or nothing if there is none; gives how many of each were made. */
async function run(host, game, kind = "", n = 0) {
  const gate = await new Gate().open(host.url);
  const serviceWorkers = kind === "" || NET.includes(kind) ? "allow" : "block"; // without one a run is quicker
  const context = await host.browser.newContext({ locale: "en-GB", reducedMotion: "reduce", serviceWorkers });
  context.setDefaultTimeout(PATIENCE_MS);
  gate.due = kind in KINDS ? 0 : n;
  gate.torn = kind === "answer";
  const failed = new Promise((resolve) => {
    context.on("weberror", resolve);
    context.on("console", (message) => message.text().startsWith("Failed to load resource") && resolve());
  });
  const board = { laid: 0 };
  const page = await openIn(context, gate.url, (opened) => opened.addInitScript(failCalls, [KINDS, kind, n]));
  let said = "";
  if (page) {
    const done = game.begin(page, board).then(() => game.leave(page));
    try {
      await (n > 0 ? reach(page, done, failed) : done);
    } catch (error) {
      if (!(error instanceof Said)) throw error;
      said = error.message;
    }
    if (/does not let this page keep anything/.test(said)) board.laid = 0; // the page has said that nothing is kept
  }
  const { requests } = gate;
  const calls = { request: requests, answer: requests, ...(await page?.evaluate(() => globalThis.calls)) };
  gate.due = 0;
  await page?.close();
  await game.goOn(await openIn(context, gate.url), board.laid);
  await context.close();
  gate.close();
  return { calls, said };
}

/** The numbers that fail: all, or some by the seed. */
function chosen(count) {
  const all = Array.from({ length: count }, (_, at) => at + 1);
  if (MOST === 0 || count <= MOST) return all;
  let state = SEED * 7919;
  const below = (bound) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * bound);
  };
  return Array.from({ length: MOST }, () => all.splice(below(all.length), 1)[0]).sort((a, b) => a - b);
}

const hosts = { here: [HERE, await openBrowser()], "at a table": [SERVED, served] };
const totals = {};
test.after(async () => {
  await Promise.all(Object.values(hosts).map(([, host]) => host.close()));
  console.log(
    Object.entries(totals)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(", "),
  );
});

const counted = await Promise.all(Object.values(hosts).map(([game, host]) => run(host, game)));

test("each kind is used by the page", () => {
  const used = (kind) => counted.some(({ calls }) => calls[kind] > 0);
  assert.deepEqual(Object.keys(KINDS).filter(used), Object.keys(KINDS));
});

for (const [at, [where, [game, host]]] of Object.entries(hosts).entries())
  describe(where, { concurrency: 2 }, () => {
    const used = Object.entries(counted[at].calls).filter(([, count]) => count > 0);
    for (const [kind, count] of used)
      test(`each ${kind} fails, ${where}`, async () => {
        assert.ok(count < MOST_CALLS, `${count} calls`);
        for (const n of ONLY ?? chosen(count)) {
          const { said } = await run(host, game, kind, n).catch((error) => {
            throw new Error(`${kind} ${n} of ${count}: ${error.message}`);
          });
          if (process.env.SAID) console.log(`${kind} ${n} of ${count}: ${said}`);
          totals[kind] = (totals[kind] ?? 0) + 1;
        }
      });
  });
