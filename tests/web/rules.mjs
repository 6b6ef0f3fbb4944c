// The rules: both games in three languages, both themes, three widths; numbers lead to their rules, and it prints.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkAxe, checkWidth, LOOKS, openBrowser, openPage, shoot, visit } from "./harness.mjs";

const host = await openBrowser();
test.after(() => host.close());

/** The ids of a game's rules, as docs/lookup/rules has them. */
function idsOf(game) {
  const text = readFileSync(new URL(`../../docs/lookup/rules/${game}.md`, import.meta.url), "utf8");
  return [...text.matchAll(/^- ((?:SW|CL)-\d+\.\d+) /gm)].map(([, id]) => id);
}

/** Waits until the engine has painted every figure. */
async function painted(page) {
  await page.waitForFunction(() => {
    const figures = [...document.querySelectorAll(".figure-picture")];
    return figures.length > 5 && figures.every((figure) => figure.querySelector("image, use"));
  });
}

/** Where the top of a part is in the window. */
function topOf(page, id) {
  return page.evaluate((part) => document.getElementById(part).getBoundingClientRect().top, id);
}

for (const { locale, colorScheme, width: own } of LOOKS)
  test(`rules in ${locale}, ${colorScheme}`, async () => {
    const page = await openPage(host, { locale, colorScheme, reducedMotion: "reduce" });
    for (const game of ["star-wars", "classic"]) {
      const ids = idsOf(game);
      await visit(page, `#/rules/${game}`, `.rules [id="${ids[0]}"]`);
      await painted(page);
      assert.deepEqual(await page.locator(".rule").evaluateAll((all) => all.map(({ id }) => id)), ids);
      for (const width of [1440, 1024, 360]) {
        const label = `rules-${game}-${locale.slice(0, 2)}-${colorScheme}-${width}`;
        await page.setViewportSize({ width, height: 900 });
        await shoot(page, label, { fullPage: true });
        await checkWidth(page, label);
        if (width === own) await checkAxe(page, label);
      }
    }
    await page.context().close();
  });

test("contents and numbers lead to their parts, and the way back works", async () => {
  const page = await openPage(host, { reducedMotion: "reduce" });
  await visit(page, "#/rules/X5", ".rules");
  await page.waitForFunction(() => document.activeElement?.id === "X5");
  await painted(page);
  assert.ok(Math.abs(await topOf(page, "X5")) < 100, "the address leads to the example");
  await page.getByRole("link", { name: "Team game" }).click();
  assert.equal(await page.evaluate(() => location.hash), "#/rules/SW-8");
  assert.ok((await topOf(page, "SW-8")) < 500, "the contents lead to the section");
  assert.equal(await page.evaluate(() => document.activeElement.id), "SW-8");
  await page.goBack();
  await page.waitForFunction(() => location.hash === "#/rules/X5" && document.activeElement?.id === "X5");
  await page.getByText("Classic", { exact: true }).click();
  await page.locator('[id="CL-6.3"]').waitFor();
  assert.equal(await page.evaluate(() => location.hash), "#/rules/classic");
  await page.context().close();
});

test("the language can change, and home leads here", async () => {
  const page = await openPage(host);
  await page.getByRole("link", { name: "The rules" }).click();
  await page.getByRole("heading", { name: "Battles", exact: true }).waitFor();
  await page.getByLabel("Language").selectOption("it");
  await page.getByRole("heading", { name: "Combattimenti", exact: true }).waitFor();
  await painted(page);
  await page.context().close();
});

test("what is printed is light and has no controls", async () => {
  const page = await openPage(host, { colorScheme: "dark", viewport: { width: 760, height: 1000 } });
  await visit(page, "#/rules/star-wars", ".rules");
  await painted(page);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.match(await page.locator(".figure-picture image").nth(4).getAttribute("href"), /chart/);
  assert.equal(await page.locator(".header, .rules-contents, .rules-tools").locator("visible=true").count(), 0);
  await shoot(page, "rules-print");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  assert.match(await page.locator(".figure-picture image").nth(4).getAttribute("href"), /space/);
  await page.context().close();
});
