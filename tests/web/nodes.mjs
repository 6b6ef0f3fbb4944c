// A table behind nginx on three nodes of one database: each of them is killed once in mid-turn, and both pages go on by
// themselves.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { expectFaults, openPage } from "./harness.mjs";
import { openChromium } from "./harness-page.mjs";
import { nextDue, playQuickly, turnByKeys } from "./harness-play.mjs";
import { logOf, openTable, program, setupOf, sitDown } from "./harness-server.mjs";

const tests = new URL("../", import.meta.url);
const script = (name) => fileURLToPath(new URL(name, tests));

/** Three nodes behind nginx, and the browser. */
async function openFleet() {
  const words = [script("nodes/commanded.py")];
  const env = { ...process.env, TESSERA: program };
  const stdio = ["pipe", "pipe", "inherit"];
  const fleet = spawn(script("store/with_postgres"), ["python3", ...words], { env, stdio });
  const lines = createInterface({ input: fleet.stdout })[Symbol.asyncIterator]();
  const { value: url } = await lines.next();
  const browser = await openChromium();
  return {
    browser,
    url,
    /** Has the nodes do something, and gives what they say. */
    command: async (line) => {
      fleet.stdin.write(`${line}\n`);
      return (await lines.next()).value;
    },
    close: async () => {
      const ended = once(fleet, "exit");
      fleet.stdin.end();
      await browser.close();
      assert.deepEqual(await ended, [0, null]);
    },
  };
}

const host = await openFleet();
test.after(() => host.close());

/** What the browser itself says of a server that does not answer, or refuses. */
const UNANSWERED = /^Failed to load resource:/;

/** Chooses a place and a decision, but for the key that sends the turn. */
async function chooseTurn(page) {
  await page.locator(".board-list").focus();
  await page.keyboard.press("Enter");
  await page.locator(".hand-done").waitFor();
}

async function sendTurn(page) {
  await page.keyboard.press("Enter");
  await page.locator(".hand-done").waitFor({ state: "detached" });
}

test("a node is killed in mid-turn, whichever it is, and both pages go on without being loaded again", async () => {
  const pages = [await openPage(host), await openPage(host)];
  for (const page of pages) {
    expectFaults(page, UNANSWERED);
    await playQuickly(page);
  }
  const table = await openTable(pages[0], setupOf("classic", ["person", "open"]), "Anna");
  await sitDown(pages[1], table, "Ben");
  for (const page of pages) {
    await page.locator(".table").waitFor();
    await page.evaluate(() => {
      globalThis.loadedOnce = true;
    });
  }
  const names = (await host.command("nodes all")).split(" ");
  assert.equal(names.length, 3);
  let turns = 0;
  for (const name of names) {
    const [anna, ben] = pages;
    assert.equal(await nextDue(anna), "turn");
    await chooseTurn(anna);
    await host.command(`kill ${name}`);
    await sendTurn(anna);
    assert.equal(await nextDue(ben), "turn");
    await turnByKeys(ben);
    turns += 2;
    await host.command(`start ${name}`);
  }
  const { entries } = await logOf(host, table);
  assert.deepEqual(
    entries.map(({ seq }) => seq),
    entries.map((_, index) => index + 1),
  );
  assert.equal(entries.filter(({ type, by }) => type === "moved" && by === "person").length, turns);
  for (const page of pages) {
    assert.equal(await page.evaluate(() => globalThis.loadedOnce), true);
    await page.locator(".lobby-trouble").waitFor({ state: "detached" });
    assert.equal(await page.locator(".board-scene .tile").count(), turns + 1);
    await page.context().close();
  }
});
