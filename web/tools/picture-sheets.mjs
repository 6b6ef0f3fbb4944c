/**
 * Makes sheets to judge the engine's pictures by: `npm run sheets -- FOLDER`, after `cmake --preset wasm` has built the
 * module. One PNG for each theme, a board in tiles of 200, 100, 60 and 40 pixels, and one with every meeple; each
 * also as it is seen with three kinds of colour blindness, NAME-KIND.png. With the meadow and the meeples there is
 * also the picture of docs/pictures that shows parts of both in all sights, colour-sight.png. Names of themes, or
 * `meeples`, after the folder: these alone.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { load } from "../../tests/wasm/session.mjs";
import { openChromium } from "../../tests/web/harness-page.mjs";
import { recordOf, tagOf, wordsOf } from "./record-game.mjs";

const root = new URL("../../", import.meta.url);

/** How a sheet is seen, by the names that Chromium has for it. */
const SIGHTS = ["none", "protanopia", "deuteranopia", "tritanopia"];

/** Themes with the record of docs/pictures that each is shown by. */
const THEMES = {
  space: "star-wars",
  chart: "star-wars",
  meadow: "classic",
  parchment: "classic",
};

const SIDE = 1000;

/** What is seen of the board: tiles across and down, pixels to a tile, and where on the sheet. */
const WINDOWS = [
  { wide: 4, high: 3, size: 200, x: 0, y: 0 },
  { wide: 6, high: 6, size: 100, x: 810, y: 0 },
  { wide: 8, high: 7, size: 60, x: 0, y: 610 },
  { wide: 9, high: 10, size: 40, x: 490, y: 610 },
];
const SHEET = { width: 1410, height: 1040 };

const { open, json } = await load(await WebAssembly.compile(await readFile(new URL("build/wasm/page.wasm", root))));

/** A session in which a record of docs/pictures has been played for so many turns. */
async function played(game, turns) {
  const ask = open();
  const text = recordOf(game);
  const colours = tagOf(text, "Colours");
  const options = tagOf(text, "Options") === "-" ? [] : tagOf(text, "Options").split(",");
  const chosen = options.map((option) => `${option}=on`).join(" ");
  ask(`newgame game=${game} players=${colours.split(",").length} colours=${colours} ${chosen} seed=1`);
  ask(`position startpos moves ${wordsOf(text, turns).join(" ")}`);
  return ask;
}

/** The middle of the tiles, as a cell. */
function middleOf({ board }) {
  const middle = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
  return { x: middle(board.map(({ x }) => x)), y: middle(board.map(({ y }) => y)) };
}

function boardSheet(picture, middle) {
  const inner = picture.replace(/^<\?xml[^>]*>\s*<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  const look = ({ wide, high, size, x, y }) => {
    const box = `${(middle.x - (wide >> 1)) * SIDE} ${(middle.y - (high >> 1)) * SIDE} ${wide * SIDE} ${high * SIDE}`;
    return `<svg x="${x}" y="${y}" width="${wide * size}" height="${high * size}" viewBox="${box}"><use
      href="#board"/></svg>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.width}" height="${SHEET.height}">
    <defs><g id="board">${inner}</g></defs>${WINDOWS.map(look).join("")}</svg>`;
}

const COLOURS = ["red", "green", "black", "white", "orange", "blue", "yellow"];
const FIGURES = [
  "small",
  "small route",
  "small asteroids",
  "small planet",
  "large",
  "large route",
  "large asteroids",
  "large planet",
  "abbot",
];
const GROUNDS = ["#0a1024", "#c0492f", "#efe3c2", "#86b04a"];

function meepleSheet() {
  const ask = open();
  const rows = [];
  for (const [row, size] of [200, 100, 60, 40].entries()) {
    const scale = size / SIDE;
    const top = [0, 750, 1130, 1360][row];
    for (const [i, figure] of FIGURES.entries())
      for (const [k, colour] of COLOURS.entries()) {
        const [piece, on = ""] = figure.split(" ");
        const { svg } = json(ask, `meeple-shape ${piece} ${colour} ${on}`.trim());
        const [x, y] = [i * 520 * scale, top + k * 520 * scale];
        rows.push(
          `<g transform="translate(${x} ${y}) scale(${scale})"><rect width="520" height="520"
            fill="${GROUNDS[(i + k) % 4]}"/>${svg}</g>`,
        );
      }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="940" height="1520">${rows.join("")}</svg>`;
}

/** Parts of sheets that stand one below the other on the picture of colour sight, a column for each sight. */
const PARTS = [
  { sheet: "meadow", x: 810, y: 90, width: 240, height: 230 },
  { sheet: "meeples", x: 0, y: 1130, width: 240, height: 219 },
];
const BETWEEN = 3;

function colourSight(taken) {
  const part = ({ sheet, x, y, width, height }, type) => {
    const image = `data:image/png;base64,${taken[`${sheet} ${type}`].toString("base64")}`;
    return `<div style="width:${width}px;height:${height}px;background:url(${image}) ${-x}px ${-y}px"></div>`;
  };
  const column = (type) =>
    `<div style="display:grid;gap:${BETWEEN}px">${PARTS.map((each) => part(each, type)).join("")}</div>`;
  return `<div style="display:flex;gap:${BETWEEN}px">${SIGHTS.map(column).join("")}</div>`;
}

const [folder, ...only] = process.argv.slice(2);
if (!folder) throw new Error("expected the folder for the sheets");
await mkdir(folder, { recursive: true });
const wanted = (name) => only.length === 0 || only.includes(name);
const sheets = {};
for (const [theme, game] of Object.entries(THEMES)) {
  if (!wanted(theme)) continue;
  const ask = await played(game, 45);
  sheets[theme] = boardSheet(json(ask, `picture ${theme} 100`).svg, middleOf(json(ask, "state json")));
}
if (wanted("meeples")) sheets.meeples = meepleSheet();
const browser = await openChromium();
const taken = {};
for (const [name, sheet] of Object.entries(sheets)) {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(sheet);
  const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) } });
  await page.setContent(`<body style="margin:0;background:#888">${sheet}</body>`);
  const eyes = await page.context().newCDPSession(page);
  for (const type of SIGHTS) {
    await eyes.send("Emulation.setEmulatedVisionDeficiency", { type });
    const file = type === "none" ? `${name}.png` : `${name}-${type}.png`;
    taken[`${name} ${type}`] = await page.screenshot();
    await writeFile(join(folder, file), taken[`${name} ${type}`]);
  }
}
if (PARTS.every(({ sheet }) => sheets[sheet])) {
  const width = SIGHTS.length * (PARTS[0].width + BETWEEN) - BETWEEN;
  const height = PARTS.reduce((sum, part) => sum + part.height + BETWEEN, -BETWEEN);
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<body style="margin:0;background:#fff">${colourSight(taken)}</body>`);
  await writeFile(join(folder, "colour-sight.png"), await page.screenshot());
}
await browser.close();
