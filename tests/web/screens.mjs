// Home, set-up and settings: three languages, both themes, three widths; axe finds nothing, nothing is cut off.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAxe, checkWidth, LOOKS, openBrowser, openPage, shoot, visit } from "./harness.mjs";

const SIZES = [
  [1440, 900],
  [1024, 768],
  [360, 740],
];
const SCREENS = { home: "#/", setup: "#/new", settings: "#/settings" };

const host = await openBrowser();
test.after(() => host.close());

for (const { locale, colorScheme, width: own } of LOOKS)
  test(`screens in ${locale}, ${colorScheme}`, async () => {
    const page = await openPage(host, { locale, colorScheme, reducedMotion: "reduce" });
    for (const [name, hash] of Object.entries(SCREENS)) {
      await visit(page, hash);
      if (name === "home") await page.locator(".home-board img").waitFor();
      for (const [width, height] of SIZES) {
        const label = `${name}-${locale.slice(0, 2)}-${colorScheme}-${width}`;
        await page.setViewportSize({ width, height });
        await shoot(page, label);
        await checkWidth(page, label);
        if (width === own) await checkAxe(page, label);
      }
    }
    await page.context().close();
  });

test("the settings lead to the licences of all that the page contains", async () => {
  const page = await openPage(host);
  await visit(page, "#/settings");
  const address = await page.getByRole("link", { name: "Licences of what this page contains" }).getAttribute("href");
  const notices = await page.evaluate(async (path) => (await fetch(path)).text(), address);
  for (const part of ["Tessera", "@fontsource", "lit-html", "uqr", "wasi-libc", "compiler-rt"])
    assert.match(notices, new RegExp(`^${part}`, "m"));
  await page.context().close();
});
