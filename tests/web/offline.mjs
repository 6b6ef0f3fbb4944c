// Kept by the service worker: after one visit the page opens and plays without a network. What scripts may do there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectFaults, openBrowser, openPage } from "./harness.mjs";

const host = await openBrowser();
test.after(() => host.close());

test("a game goes on offline, also after a reload", async () => {
  const page = await openPage(host, { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator(".home-button").click();
  await page.locator(".table-board svg").first().waitFor();
  const address = page.url();
  await page.reload();
  await page.locator(".table-board svg").first().waitFor();
  assert.equal(page.url(), address);
  await page.context().close();
});

test("text becomes markup or a script nowhere but where the page says so", async () => {
  const page = await openPage(host);
  expectFaults(page, /Trusted/);
  const refused = await page.evaluate(() => {
    const attempts = [
      () => (document.createElement("div").innerHTML = "<b>x</b>"),
      () => new Worker("sw.js"),
      () => trustedTypes.createPolicy("another", { createHTML: (text) => text }),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return "taken";
      } catch {
        return "refused";
      }
    });
  });
  assert.deepEqual(refused, ["refused", "refused", "refused"]);
  await page.context().close();
});

test("the manifest names icons that are there", async () => {
  const page = await openPage(host);
  const missing = await page.evaluate(async () => {
    const address = document.querySelector('link[rel="manifest"]').href;
    const { icons } = await (await fetch(address)).json();
    const answers = await Promise.all(icons.map((icon) => fetch(new URL(icon.src, address))));
    return answers.filter((answer) => !answer.ok).map((answer) => answer.url);
  });
  assert.deepEqual(missing, []);
  await page.context().close();
});

test("the shortcuts of the manifest lead to their screens", async () => {
  const page = await openPage(host);
  const shortcuts = await page.evaluate(async () => {
    const address = document.querySelector('link[rel="manifest"]').href;
    const { shortcuts } = await (await fetch(address)).json();
    return shortcuts.map(({ name, url }) => [name, new URL(url, address).href]);
  });
  assert.equal(shortcuts.length, 2);
  for (const [name, url] of shortcuts) {
    await page.goto(url);
    await page.getByRole("heading", { level: 1, name }).waitFor();
  }
  await page.context().close();
});
