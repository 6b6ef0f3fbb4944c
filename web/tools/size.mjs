/**
 * What the first load costs, compressed: the home screen, and a game on this device in English. And the page as one
 * file.
 */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const LIMIT = 175_000; // by the clang of Debian 12 or 13, whose modules differ in size
const FILE_LIMIT = 700_000;

/** What the home screen needs in English, and what a game on this device needs besides. */
export const HOME = ["src/app/main.ts", "src/words/core.en.ts", "src/screens/home.ts"];
export const GAME = ["src/screens/setup.ts", "src/screens/local.ts"];

/** The built scripts that an entry or chunk needs before it runs: itself and its static imports. */
export function closure(metafile, path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const imported of metafile.outputs[path].imports)
    if (imported.kind === "import-statement") closure(metafile, imported.path, found);
  return found;
}

/** The chunk that was made of a source file. */
export function chunkOf(metafile, source) {
  const path = Object.keys(metafile.outputs).find((name) => metafile.outputs[name].entryPoint === source);
  if (!path) throw new Error(`no chunk of ${source}: is it loaded by import()?`);
  return path;
}

async function compressed(dist, names) {
  const sizes = await Promise.all(
    [...names].map(async (name) => brotliCompressSync(await readFile(join(dist, name))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function filesOf(metafile, sources, others) {
  const paths = new Set(sources.flatMap((source) => [...closure(metafile, chunkOf(metafile, source))]));
  const css = metafile.outputs[chunkOf(metafile, "src/app/main.ts")].cssBundle;
  return new Set(["index.html", ...[...paths, css].map((path) => `assets/${basename(path)}`), ...others]);
}

/** Prints the sizes; if the limit is `held`, throws when the larger one is above it. */
export async function checkSize(dist, metafile, engine, held) {
  const needs = engine.map((name) => `assets/${name}`);
  const home = await compressed(dist, filesOf(metafile, HOME, needs));
  const all = await compressed(dist, filesOf(metafile, [...HOME, ...GAME], needs));
  console.log(`first load, brotli: home ${home} bytes, with a local game ${all} bytes, limit ${LIMIT}`);
  if (held && all > LIMIT) throw new Error(`the first load is ${all - LIMIT} bytes too large`);
}

/** Prints the size of the page that is one file; if the limit is `held`, throws when it is larger. */
export function checkFileSize(size, held) {
  console.log(`tessera.html: ${size} bytes, limit ${FILE_LIMIT}`);
  if (held && size > FILE_LIMIT) throw new Error(`tessera.html is ${size - FILE_LIMIT} bytes too large`);
}
