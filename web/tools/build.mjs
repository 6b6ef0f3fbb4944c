/**
 * Builds the page three times. For a server of ours into web/dist, and without tables for any static host into
 * web/alone/site: scripts and styles with hashed names, the engine's module, icons, manifest, licences, the service
 * worker with the list of what it keeps. And without tables as one file, web/alone/tessera.html, which needs nothing
 * but a browser. Ends with the size of the first load and of the file; with --limit it fails when one is too large.
 *
 *   PAGE_WASM=FILE   the engine's module (build/wasm/page.wasm); review.wasm is beside it
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { copyFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { buildJoined } from "./join.mjs";
import { noticesOf } from "./notices.mjs";
import { paletteTokens } from "./palette.mjs";
import { checkFileSize, checkSize, chunkOf, closure, GAME, HOME } from "./size.mjs";
import { faces, TYPEFACE } from "./typeface.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const wasm = process.env.PAGE_WASM ?? join(web, "../build/wasm/page.wasm");
const reviewWasm = join(dirname(wasm), "review.wasm");

const common = {
  absWorkingDir: web,
  bundle: true,
  format: "esm",
  target: ["es2022", "chrome115", "firefox115", "safari16.4"],
  minify: true,
  sourcemap: false,
  metafile: true,
  legalComments: "none",
};

/** The style sheets that come when they are asked for (`src/ui/style.ts`). */
const LATE_STYLES = [
  "learn/learn",
  "panels/late",
  "real/real",
  "screens/lobby",
  "screens/setup",
  "review/review",
  "rules/rules",
  "screens/tournament",
].map((path) => `src/${path}.css`);

/** The pictures of the README that others show of the page: messengers of an invitation, and shops of the page itself
 * (`static/manifest.webmanifest`). No page of ours needs them. */
const PICTURES = ["star-wars", "classic", "page-star-wars", "page-phone-star-wars"].map((name) => `${name}.png`);

/** The tokens end with the colours of the engine's pictures. */
const palette = {
  name: "palette",
  setup: (build) =>
    build.onLoad({ filter: /[/\\]app[/\\]tokens\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")) + paletteTokens(),
      loader: "css",
    })),
};

function hashOf(bytes) {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 10);
}

/** The built file of an entry, by its source. */
function outputOf(metafile, source, ending) {
  const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === source);
  if (!found) throw new Error(`nothing was built from ${source}`);
  return basename(ending === ".css" ? found[1].cssBundle : found[0]);
}

/** Values for esbuild's `define`, each written as JSON. */
function constants(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
}

/**
 * The page's text: what it may load and run, the address of its sign, the lines at the ends of head and body. Text
 * becomes markup or script nowhere but where `policies` (Trusted Types) do it.
 */
async function pageText({ sources, policies, icon, head, end = [] }) {
  const more = `base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types ${policies}`;
  const lines = (each) => each.join("\n    ");
  const values = { POLICY: `default-src 'none'; ${sources}; ${more}`, ICON: icon, HEAD: lines(head), END: lines(end) };
  const text = await readFile(join(web, "index.html"), "utf8");
  return text.replace(/@(POLICY|ICON|HEAD|END)@/g, (_, name) => values[name]).replace(/^ +\n/gm, "");
}

// ---- Puzzles ----

/** Puzzles in a part, as src/puzzles/puzzles.ts has it. */
const PART = 50;

/** The one file has only so many puzzles of each game, so that it stays small. */
const FILE_PUZZLES = 240;

/** The files of each game's puzzles, the first `most` of them: an index, then the parts. */
async function puzzleFiles(most = Number.POSITIVE_INFINITY) {
  const games = ["star-wars", "classic"].map(async (game) => {
    const lines = gunzipSync(await readFile(join(web, `../data/puzzles/${game}.jsonl.gz`))).toString();
    const puzzles = lines.split("\n").filter(Boolean).slice(0, most).map(JSON.parse);
    const index = puzzles.map(({ kind, level, themes }) => ({ kind, level, themes }));
    const parts = Array.from({ length: Math.ceil(puzzles.length / PART) }, (_, at) =>
      puzzles.slice(at * PART, (at + 1) * PART),
    );
    return [game, [index, ...parts]];
  });
  return Object.fromEntries(await Promise.all(games));
}

/** Writes them into a folder with names that have a hash; gives the names. */
async function writePuzzles(folder) {
  const names = {};
  for (const [game, files] of Object.entries(await puzzleFiles())) {
    names[game] = await Promise.all(
      files.map(async (content, at) => {
        const text = JSON.stringify(content);
        const name = `puzzles-${game}-${at}-${hashOf(text)}.json`;
        await writeFile(join(folder, name), text);
        return name;
      }),
    );
  }
  return names;
}

// ---- The typeface ----

/** Writes the weights into a folder with names that have a hash; gives their ranges and names. */
function writeFaces(folder, weights) {
  return Promise.all(
    weights.map(async ({ range, bytes }) => {
      const name = `face-${hashOf(bytes)}.woff2`;
      await writeFile(join(folder, name), bytes);
      return [range, name];
    }),
  );
}

// ---- A folder: for a server of ours, or for any host ----

/** Every file of a folder by its address below it, in a fixed order. */
function filesIn(root, folder = "") {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesIn(root, `${folder}${entry.name}/`) : [`${folder}${entry.name}`]))
    .sort();
}

async function buildServiceWorker(root) {
  const files = filesIn(root).filter((file) => !file.startsWith("pictures/"));
  const bytes = await Promise.all(files.map((file) => readFile(join(root, file))));
  const define = constants({ KEPT_FILES: files, KEPT_VERSION: hashOf(Buffer.concat(bytes)) });
  const entry = { entryPoints: ["src/app/sw.ts"], format: "iife", outdir: root, entryNames: "[name]" };
  await esbuild.build({ ...common, ...entry, define });
}

/** Builds the page for a `place` (src/built.d.ts) into a folder, with the weights of its typeface; gives what esbuild
 * says of it, and the engine's files. */
async function buildFolder(root, place, weights) {
  const hashed = { ...common, outdir: join(root, "assets"), entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]" };
  await cp(join(web, "static"), root, { recursive: true });
  await mkdir(join(root, "pictures"));
  for (const name of PICTURES) await copyFile(join(web, "../docs/pictures", name), join(root, "pictures", name));
  await mkdir(hashed.outdir);

  // 1. The engine's module, the worker's script, the late style sheets, and the page that knows their names.
  const [moduleName, reviewName] = await Promise.all(
    [wasm, reviewWasm].map(async (file) => {
      const name = `${basename(file, ".wasm")}-${hashOf(await readFile(file))}.wasm`;
      await copyFile(file, join(hashed.outdir, name));
      return name;
    }),
  );
  const worker = (await esbuild.build({ ...hashed, entryPoints: ["src/engine/thinker.ts"] })).metafile;
  const thinker = outputOf(worker, "src/engine/thinker.ts");
  const styles = (await esbuild.build({ ...hashed, entryPoints: LATE_STYLES })).metafile;
  const area = LATE_STYLES.map((source) => [basename(source, ".css"), outputOf(styles, source)]);
  const define = constants({
    PAGE_PLACE: place,
    PAGE_MODULE: moduleName,
    PAGE_REVIEW_MODULE: reviewName,
    PAGE_THINKER: thinker,
    PAGE_STYLES: Object.fromEntries(area),
    PAGE_PUZZLES: await writePuzzles(hashed.outdir),
    PAGE_FACES: await writeFaces(hashed.outdir, weights),
    PAGE_LICENCES: "licenses.txt",
  });
  const source = "src/app/main.ts";
  const page = { ...hashed, entryPoints: [source], define, plugins: [palette] };
  const { files, metafile } = await buildJoined(page, [HOME, GAME]);
  for (const [name, contents] of files) await writeFile(join(hashed.outdir, name), contents);

  // 2. The page, with what the first script imports asked for beside it; the licences, the service worker.
  const [script, style] = [outputOf(metafile, source), outputOf(metafile, source, ".css")];
  const chunks = [...closure(metafile, chunkOf(metafile, source))].map((path) => basename(path));
  const preloads = chunks
    .filter((chunk) => chunk !== script)
    .map((chunk) => `<link rel="modulepreload" href="assets/${chunk}">`);
  const text = await pageText({
    sources:
      "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
      "worker-src 'self'; manifest-src 'self'",
    policies: "lit-html tessera",
    icon: "icons/tessera.svg",
    head: [
      '<link rel="apple-touch-icon" href="icons/tessera-192.png">',
      '<link rel="manifest" href="manifest.webmanifest">',
      `<link rel="stylesheet" href="assets/${style}">`,
      ...preloads,
      `<script type="module" src="assets/${script}"></script>`,
    ],
  });
  await writeFile(join(root, "index.html"), text);
  await writeFile(join(root, "licenses.txt"), await noticesOf(web, [metafile, worker], [TYPEFACE]));
  await buildServiceWorker(root);
  return { metafile, engine: [moduleName, thinker] };
}

// ---- One file ----

/** The part of a Content-Security-Policy that allows this text of a script or style sheet. */
function allowed(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * What esbuild makes of entries without writing it: the texts, in the order of the entries, and what it says of them.
 */
async function buildTexts(entryPoints, more = {}) {
  const { outputFiles, metafile } = await esbuild.build({ ...common, write: false, outdir: web, entryPoints, ...more });
  return { texts: outputFiles.map(({ text }) => text), metafile };
}

/** Builds the page as one file; gives its size. */
async function buildFile(path) {
  // 1. The parts. The page's script is last, as the only one that the others are put into.
  const thinker = await buildTexts(["src/engine/thinker.ts"], { format: "iife" });
  const late = await buildTexts(LATE_STYLES);
  const define = {
    ...constants({ PAGE_PLACE: "file", PAGE_STYLES: {}, PAGE_FACES: [] }),
    PAGE_MODULE: "tesseraParts.module",
    PAGE_REVIEW_MODULE: "tesseraParts.module",
    PAGE_THINKER: "tesseraParts.thinker",
    PAGE_LICENCES: "tesseraParts.licences",
    PAGE_PUZZLES: "tesseraParts.puzzles",
  };
  const page = await buildTexts(["src/app/main.ts"], { define, plugins: [palette] });
  const [script, style] = page.texts;
  const licences = await noticesOf(web, [page.metafile, thinker.metafile]);
  const puzzles = JSON.stringify(await puzzleFiles(FILE_PUZZLES));
  const sheet = [style, ...late.texts].join("");
  const texts = [thinker.texts[0], licences, puzzles, sheet, script].map((text) => Buffer.from(text));
  const parts = [await readFile(reviewWasm), ...texts];

  // 2. The page around them, which runs these scripts alone and reaches no network.
  const begin = (at) => parts.slice(0, at).reduce((sum, { length }) => sum + length, 0);
  const SPANS = JSON.stringify(parts.map((_, at) => [begin(at), begin(at + 1)]));
  const start = await readFile(join(web, "tools/one-file.js"), "utf8");
  const starter = (await esbuild.transform(start, { minify: true, define: { SPANS } })).code;
  const packed = gzipSync(Buffer.concat(parts), { level: 9 }).toString("base64");
  const icon = (await readFile(join(web, "static/icons/tessera.svg"))).toString("base64");
  const text = await pageText({
    sources:
      `script-src ${allowed(starter)} ${allowed(script)} 'wasm-unsafe-eval'; style-src ${allowed(sheet)}; ` +
      "img-src data: blob:; worker-src blob:",
    policies: "lit-html tessera one-file",
    icon: `data:image/svg+xml;base64,${icon}`,
    head: [], // the style sheet is packed, too
    end: [`<script type="text/plain" id="parts">${packed}</script>`, `<script>${starter}</script>`],
  });
  await writeFile(path, text);
  return text.length;
}

// ---- All of them ----

const [dist, alone] = [join(web, "dist"), join(web, "alone")];
const limit = process.argv.includes("--limit");
for (const file of [wasm, reviewWasm])
  if (!existsSync(file))
    throw new Error(`no ${file}: cmake --preset wasm && cmake --build --preset wasm, or set PAGE_WASM`);
await Promise.all([dist, alone].map((folder) => rm(folder, { recursive: true, force: true })));
const weights = await faces(web);
const { metafile, engine } = await buildFolder(dist, "server", weights);
await buildFolder(join(alone, "site"), "host", weights);
const fileSize = await buildFile(join(alone, "tessera.html"));
await checkSize(dist, metafile, engine, limit);
checkFileSize(fileSize, limit);
