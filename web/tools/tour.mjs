/**
 * Takes a picture of every screen at six sizes in both themes: `npm run tour -- FOLDER`, after `./test web` or
 * `./run` has built page and program. Each scene is one picture, FOLDER/SCENE-THEME-SIZE.png; the sheets
 * FOLDER/tour-THEME.jpg show all that are in the folder side by side. Names of scenes after the folder: these alone
 * are taken. `--language de`: in German.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deflateRawSync } from "node:zlib";
import { endOf } from "../../tests/web/harness-games.mjs";
import { atRest, fromNetwork, openPage, visit } from "../../tests/web/harness-page.mjs";
import { nextDue, openSheet, playQuickly } from "../../tests/web/harness-play.mjs";
import { nameOf, openServer, openTable, setupOf, sitDown } from "../../tests/web/harness-server.mjs";
import { openGame, recordOf } from "./record-game.mjs";

/** Windows of a finger and of a mouse, in pixels. */
const DEVICES = [
  {
    options: { hasTouch: true, isMobile: true },
    sizes: [
      [360, 740],
      [740, 360],
      [820, 1180],
    ],
  },
  {
    options: {},
    sizes: [
      [1280, 800],
      [1440, 900],
      [2560, 1440],
    ],
  },
];
const SIZES = DEVICES.flatMap(({ sizes }) => sizes);
const THEMES = ["light", "dark"];

/** Pixels of a picture on a sheet, of a line of words and between them; how large a sheet may be. */
const SMALL = { height: 120, words: 18, gap: 4 };
const MOST_BYTES = 400_000;

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { language: { type: "string", default: "en" } },
});
const [folder, ...only] = positionals;
if (!folder) throw new Error("expected the folder for the pictures");

/** Whether the panels are a sheet over the board. */
const isCompact = ([width, height]) => width <= 860 || height <= 500;

/** A record as the address of a screen has it. */
const packed = (text) => deflateRawSync(text).toString("base64url");

/** The first turns of a record, a game that goes on. */
function recordStart(name, turns) {
  const lines = recordOf(name).split("\n");
  const tags = lines.filter((line) => line.startsWith("[") && !line.startsWith("[Result "));
  const moves = lines.filter((line) => Number.parseInt(line, 10) <= turns);
  return [...tags, "", ...moves, "*", ""].join("\n");
}

/** The tile in hand lies at its nth place, not yet sent. */
async function lay(page, nth) {
  await page.locator(".board-list").focus();
  for (let n = 0; n < nth; n++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".hand-done").waitFor();
  await page.locator(".board-list").blur();
}

/** A game that has ended, at this device. */
async function openEnd(page, game) {
  await page.evaluate((kept) => localStorage.setItem("tessera.game.end", JSON.stringify(kept)), endOf(game, true));
  await visit(page, "#/local/end", ".board-dock");
}

/** Opens a table and sits down others there; the page is that of who opened it. */
async function openWith(host, page, setup, ...others) {
  const table = await openTable(page, setup, "Anna");
  for (const [name, options] of others) {
    const other = await openPage(host, options);
    await playQuickly(other);
    await sitDown(other, table, name);
  }
  return table;
}

const CLOCKED = setupOf("classic", ["person", "open", 1, 1, 1], {
  options: ["fields", "abbot"],
  clock: { kind: "game", seconds: 3600, increment: 5 },
});

/** The sheet of a small screen at a tab; beside the board the panels are always there. */
const sheetAt = (tab) => async (page, size) => {
  const open = await page.locator('.table-side[data-open="true"]').count();
  if (isCompact(size) && open === 0) await openSheet(page, tab);
};

/**
 * The screens: each makes a page ready, and returns who else has to leave; `at` readies it for a size once more.
 */
const SCENES = {
  first: { open: (page) => page.locator(".home-board img").waitFor() },
  home: {
    open: async (page, host) => {
      await openGame(page, "star-wars", 20);
      await openWith(host, page, setupOf("classic", ["person", "open"]));
      await visit(page, "#/", ".home-tables .list-item");
      await page.locator(".home-board img").waitFor();
    },
  },
  setup: { open: (page) => visit(page, "#/new") },
  "setup-classic": {
    open: async (page) => {
      await visit(page, "#/new");
      await page.locator('input[name="game"]').nth(1).check();
      for (let n = 0; n < 3; n++) await page.locator(".seat-place-free").first().click();
    },
  },
  lobby: {
    open: async (page, host) => {
      await openWith(host, page, setupOf("star-wars", ["person", "open", 6]));
      const table = await openWith(host, page, { ...CLOCKED, public: true }, ["Ben"]);
      const watcher = await openPage(host);
      await nameOf(watcher, "Cara");
      await visit(watcher, `#/t/${table}`, ".table");
      await visit(page, "#/lobby", ".lobby-watched");
      await page.locator(".lobby-search summary").click();
    },
  },
  "lobby-new": { open: (page) => visit(page, "#/lobby/new") },
  name: {
    open: async (page) => {
      await visit(page, "#/lobby/new");
      await page.locator(".setup-start button").click();
      await page.locator("dialog .input").waitFor();
    },
  },
  room: {
    open: async (page, host) => {
      await openWith(host, page, setupOf("star-wars", ["person", "open", 6]));
      await page.locator(".lobby-code").waitFor();
    },
  },
  "star-wars": { open: (page) => openGame(page, "star-wars", 31) },
  "star-wars-lying": {
    open: async (page) => {
      await openGame(page, "star-wars", 31);
      await lay(page, 1);
    },
  },
  classic: {
    open: async (page) => {
      await playQuickly(page, { confirm: true, worth: true, owners: true });
      await openGame(page, "classic", 40);
    },
  },
  "classic-lying": {
    open: async (page) => {
      await openGame(page, "classic", 50);
      await lay(page, 2);
    },
  },
  "sheet-log": { open: (page) => openGame(page, "star-wars", 31), at: sheetAt("log") },
  "sheet-table": { open: (page) => openGame(page, "classic", 40), at: sheetAt("table") },
  five: {
    open: async (page, host) => {
      await openWith(host, page, CLOCKED, ["Bartholomäus"]);
      await nextDue(page);
    },
  },
  menu: {
    open: async (page, host) => {
      await openWith(host, page, CLOCKED, ["Ben"]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.locator(".lobby-bar-menu").click();
      await page.locator("dialog .lobby-code").waitFor();
    },
  },
  "end-star-wars": { open: (page) => openEnd(page, "star-wars"), at: (page) => page.locator(".ranks").waitFor() },
  "end-classic": { open: (page) => openEnd(page, "classic"), at: (page) => page.locator(".ranks").waitFor() },
  "review-open": { open: (page) => visit(page, "#/review") },
  review: {
    open: async (page) => {
      await visit(page, `#/review?game=${packed(recordStart("classic", 12))}&at=20`, ".transport-slider");
      await page.locator(".look .button-main").click();
      await page.locator(".look-progress").waitFor({ state: "detached", timeout: 120_000 });
    },
  },
  verify: {
    open: async (page) => {
      const record = await readFile(new URL("../../tests/chance/finished.txt", import.meta.url), "utf8");
      await visit(page, `#/verify?game=${packed(record)}`, ".verdict");
    },
  },
  learn: { open: (page) => visit(page, "#/learn") },
  puzzles: { open: (page) => visit(page, "#/puzzles") },
  puzzle: { open: (page) => visit(page, "#/puzzles/classic?daily=2026-11-28", ".hand-tile") },
  lesson: { open: (page) => visit(page, "#/learn/star-wars?step=4", ".learn-board .board-view") },
  rules: { open: (page) => visit(page, "#/rules") },
  settings: { open: (page) => visit(page, "#/settings") },
  keys: {
    open: async (page) => {
      await openGame(page, "star-wars", 31);
      await page.keyboard.press("?");
      await page.locator("dialog").waitFor();
    },
  },
  nowhere: { open: (page) => visit(page, "#/nowhere", ".fault") },
};

const fileOf = (scene, theme, [width, height]) => join(folder, `${scene}-${theme}-${width}x${height}.png`);

/** Takes a scene in a theme at the sizes of a device. */
async function take(host, name, theme, { options, sizes }) {
  const { open, at } = SCENES[name];
  const [width, height] = sizes[0];
  const page = await openPage(fromNetwork(host), {
    ...options,
    viewport: { width, height },
    colorScheme: theme,
    locale: asked.language,
  });
  await playQuickly(page, { confirm: true });
  await page.locator(".screen h1").first().waitFor();
  await open(page, host);
  for (const size of sizes) {
    await page.setViewportSize({ width: size[0], height: size[1] });
    await at?.(page, size);
    await page.evaluate(() => scrollTo(0, 0));
    await atRest(page);
    await page.screenshot({ path: fileOf(name, theme, size) });
  }
  for (const context of host.browser.contexts()) await context.close();
}

/** All scenes of a theme on one sheet: a line a scene, the sizes side by side. */
async function sheet(host, theme, scenes) {
  const shown = async (scene, size) => {
    const wide = Math.round((SMALL.height * size[0]) / size[1]);
    const bytes = await readFile(fileOf(scene, theme, size));
    return `<img src="data:image/png;base64,${bytes.toString("base64")}" width="${wide}" height="${SMALL.height}">`;
  };
  const width = SIZES.reduce((sum, [w, h]) => sum + Math.round((SMALL.height * w) / h) + SMALL.gap, SMALL.gap);
  const style = `margin:0;width:${width}px;background:#777;font:13px/${SMALL.words}px system-ui;color:#fff`;
  const page = await host.browser.newPage({ viewport: { width, height: 600 } });
  await page.setContent(`<body style="${style}"></body>`);
  for (const scene of scenes) {
    const images = (await Promise.all(SIZES.map((size) => shown(scene, size)))).join("");
    const row = `<div style="display:flex;gap:${SMALL.gap}px;padding:0 ${SMALL.gap}px">${images}</div>`;
    await page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), `<div>${scene}</div>${row}`);
  }
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  for (const quality of [80, 60, 40, 20]) {
    const bytes = await page.screenshot({ fullPage: true, type: "jpeg", quality });
    if (bytes.length > MOST_BYTES) continue;
    await writeFile(join(folder, `tour-${theme}.jpg`), bytes);
    console.log(`tour-${theme}.jpg: ${bytes.length} bytes`);
    break;
  }
  await page.close();
}

await mkdir(folder, { recursive: true });
const scenes = Object.keys(SCENES);
const wanted = scenes.filter((name) => only.length === 0 || only.includes(name));
const taken = (name) => existsSync(fileOf(name, THEMES[THEMES.length - 1], SIZES[SIZES.length - 1]));
const host = await openServer();
try {
  for (const scene of wanted) {
    for (const theme of THEMES) for (const device of DEVICES) await take(host, scene, theme, device);
    console.log(scene);
  }
  for (const theme of THEMES) await sheet(host, theme, scenes.filter(taken));
} finally {
  await host.close();
}
