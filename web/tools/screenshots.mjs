/**
 * Takes the pictures of the main screens that the README shows: `npm run screenshots`, after `./test web` or `./run`
 * has built page and program. Needs pngquant, so that each file stays below 200 kB.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromNetwork, openPage, visit } from "../../tests/web/harness-page.mjs";
import { openServer, openTable, setupOf } from "../../tests/web/harness-server.mjs";
import { openGame, recordOf } from "./record-game.mjs";

const MOST_BYTES = 200_000;
const pictures = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tessera-pictures-"));
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** Lays the tile in hand at its nth place, not yet sent. */
async function choose(page, nth) {
  await page.locator(".board-list").focus();
  for (let n = 0; n < nth; n++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.locator(".board-list").blur();
  await page.waitForTimeout(900);
}

async function settings(page, set) {
  await page.evaluate((kept) => localStorage.setItem("tessera.settings", JSON.stringify(kept)), set);
  await page.reload();
}

/** Writes a picture in so few colours that it is small enough; returns its size in bytes. */
function shrink(whole, small) {
  for (const colours of [256, 128, 64, 32]) {
    const made = spawnSync("pngquant", ["--speed", "1", "--force", "--output", small, `${colours}`, whole]);
    if (made.status !== 0) throw new Error(`pngquant: ${made.error ?? made.stderr}`);
    if (statSync(small).size <= MOST_BYTES) return statSync(small).size;
  }
  throw new Error(`${small} is larger than ${MOST_BYTES} bytes`);
}

/** Keeps the picture of a window. */
async function take(page, name) {
  const whole = join(folder, `${name}.png`);
  await page.screenshot({ path: whole });
  console.log(`page-${name}.png: ${shrink(whole, join(pictures, `page-${name}.png`))} bytes`);
  await page.context().close();
}

const SCENES = {
  home: async (host) => {
    const page = await openPage(host, { viewport: WIDE });
    await page.locator(".home-board img").waitFor();
    await page.waitForTimeout(800);
    return page;
  },
  "star-wars": async (host) => {
    const page = await openPage(host, { viewport: WIDE, colorScheme: "dark" });
    await openGame(page, "star-wars", 31);
    await choose(page, 1);
    return page;
  },
  classic: async (host) => {
    const page = await openPage(host, { viewport: WIDE });
    await settings(page, { worth: true });
    await openGame(page, "classic", 40);
    return page;
  },
  room: async (host) => {
    const page = await openPage(fromNetwork(host), { viewport: { width: 1280, height: 740 } });
    await openTable(page, setupOf("star-wars", ["person", "open", 6]), "Anna");
    await page.locator(".lobby-code").waitFor();
    return page;
  },
  review: async (host) => {
    const page = await openPage(host, { viewport: WIDE, colorScheme: "dark" });
    await visit(page, "#/review");
    await page.locator("#record-text").fill(recordOf("classic"));
    await page.locator("form .button-main").click();
    await page.locator(".look .button-main").click();
    await page.locator(".look-progress").waitFor({ state: "detached", timeout: 600_000 });
    await page.locator(".transport-slider").fill("70");
    await page.waitForTimeout(1500);
    return page;
  },
  "phone-classic": async (host) => {
    const page = await openPage(host, { viewport: PHONE, hasTouch: true, isMobile: true });
    await openGame(page, "classic", 18);
    await choose(page, 2);
    return page;
  },
  "phone-star-wars": async (host) => {
    const page = await openPage(host, { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: "dark" });
    await openGame(page, "star-wars", 14);
    return page;
  },
};

const wanted = process.argv.slice(2);
const host = await openServer();
try {
  for (const [name, scene] of Object.entries(SCENES))
    if (wanted.length === 0 || wanted.includes(name)) await take(await scene(host), name);
} finally {
  await host.close();
  rmSync(folder, { recursive: true });
}
