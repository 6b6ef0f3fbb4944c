/**
 * Builds the page into web/dist: scripts and styles with hashed names, the engine's module, icons, manifest, licences,
 * the service worker with the list of what it keeps. Ends with the size of the first load; with --limit it
 * fails when that is too large.
 *
 *   PAGE_WASM=FILE   the engine's module (build/wasm/page.wasm)
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { copyFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { noticesOf } from "./notices.mjs";
import { paletteTokens } from "./palette.mjs";
import { checkSize, chunkOf, closure } from "./size.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const dist = join(web, "dist");
const assets = join(dist, "assets");
const wasm = process.env.PAGE_WASM ?? join(web, "../build/wasm/page.wasm");

const common = {
  absWorkingDir: web,
  bundle: true,
  format: "esm",
  target: ["es2022", "chrome115", "firefox115", "safari16.4"],
  minify: true,
  sourcemap: false,
  metafile: true,
  legalComments: "none",
  outdir: assets,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
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

async function buildModule() {
  if (!existsSync(wasm))
    throw new Error(`no ${wasm}: cmake --preset wasm && cmake --build --preset wasm, or set PAGE_WASM`);
  const name = `page-${hashOf(await readFile(wasm))}.wasm`;
  await copyFile(wasm, join(assets, name));
  return name;
}

async function buildWorker() {
  const built = await esbuild.build({ ...common, entryPoints: ["src/engine/thinker.ts"] });
  return built.metafile;
}

/** The style sheets that come when they are asked for (`src/ui/style.ts`), by their area. */
async function buildStyles() {
  const sources = ["learn/learn", "panels/late", "screens/lobby", "review/review", "rules/rules"].map(
    (path) => `src/${path}.css`,
  );
  const { metafile } = await esbuild.build({ ...common, entryPoints: sources });
  const area = (source) => basename(source, ".css");
  return Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [area(entryPoint), basename(path)]),
  );
}

/** The tokens end with the colours of the engine's pictures. */
const palette = {
  name: "palette",
  setup: (build) =>
    build.onLoad({ filter: /[/\\]app[/\\]tokens\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")) + paletteTokens(),
      loader: "css",
    })),
};

async function buildPage(define) {
  const built = await esbuild.build({
    ...common,
    entryPoints: ["src/app/main.ts"],
    splitting: true,
    define,
    plugins: [palette],
  });
  return built.metafile;
}

/** The page, with what the first script imports asked for beside it. */
async function writeIndex(metafile) {
  const source = "src/app/main.ts";
  const [script, style] = [outputOf(metafile, source), outputOf(metafile, source, ".css")];
  const chunks = [...closure(metafile, chunkOf(metafile, source))].map((path) => basename(path));
  const preloads = chunks
    .filter((chunk) => chunk !== script)
    .map((chunk) => `<link rel="modulepreload" href="assets/${chunk}">`);
  const values = { SCRIPT: `assets/${script}`, STYLE: `assets/${style}`, PRELOADS: preloads.join("\n    ") };
  const text = await readFile(join(web, "index.html"), "utf8");
  await writeFile(
    join(dist, "index.html"),
    text.replace(/@(SCRIPT|STYLE|PRELOADS)@/g, (_, name) => values[name]),
  );
}

/** Every built file with its address below the page, in a fixed order. */
function builtFiles(folder = "") {
  return readdirSync(join(dist, folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? builtFiles(`${folder}${entry.name}/`) : [`${folder}${entry.name}`]))
    .sort();
}

async function buildServiceWorker() {
  const files = builtFiles();
  const bytes = await Promise.all(files.map((file) => readFile(join(dist, file))));
  const define = { KEPT_FILES: JSON.stringify(files), KEPT_VERSION: JSON.stringify(hashOf(Buffer.concat(bytes))) };
  await esbuild.build({
    ...common,
    entryPoints: ["src/app/sw.ts"],
    format: "iife",
    outdir: dist,
    entryNames: "[name]",
    define,
  });
}

await rm(dist, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
await cp(join(web, "static"), dist, { recursive: true });
const moduleName = await buildModule();
const workerFile = await buildWorker();
const worker = outputOf(workerFile, "src/engine/thinker.ts");
const metafile = await buildPage({
  PAGE_MODULE: JSON.stringify(moduleName),
  PAGE_THINKER: JSON.stringify(worker),
  PAGE_STYLES: JSON.stringify(await buildStyles()),
});
await writeIndex(metafile);
await writeFile(join(dist, "licenses.txt"), await noticesOf(web, [metafile, workerFile]));
await buildServiceWorker();
await checkSize(dist, metafile, [moduleName, worker], process.argv.includes("--limit"));
