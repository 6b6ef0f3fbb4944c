/**
 * The licences of what the page contains, in one text: our own, those of bundled packages, those of the engine's
 * module.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** What is linked into the engine's module besides the engine, with the licences as Debian's packages bring them. */
function linkedParts() {
  const [llvm] = execFileSync("clang", ["-dumpversion"], { encoding: "utf8" }).split(".");
  return [
    { name: "wasi-libc", file: "/usr/share/doc/wasi-libc/copyright" },
    { name: `compiler-rt of LLVM ${llvm}`, file: `/usr/share/doc/libclang-rt-${llvm}-dev-wasm32/copyright` },
  ];
}

/** The folders of the packages that a build took files of, sorted. */
function packagesOf(metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter(Boolean))].sort();
}

async function packageNotice(folder) {
  const { name, version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (!file) throw new Error(`${folder} is bundled and has no licence: expected a file LICENSE`);
  return { title: `${name} ${version}, part of the page`, text: await readFile(join(folder, file), "utf8") };
}

async function linkedNotice({ name, file }) {
  if (!existsSync(file))
    throw new Error(`no ${file}: expected the licence of ${name}, which the engine's module contains`);
  return { title: `${name}, part of the engine's module`, text: await readFile(file, "utf8") };
}

/** The text for a page in `web` that esbuild built with these metafiles, and that has files of these `folders` of
 * packages; throws where a licence is missing. */
export async function noticesOf(web, metafiles, folders = []) {
  const own = { title: "Tessera", text: await readFile(join(web, "../LICENSE"), "utf8") };
  const packages = await Promise.all(
    [...packagesOf(metafiles), ...folders].map((path) => packageNotice(join(web, path))),
  );
  const linked = await Promise.all(linkedParts().map(linkedNotice));
  return [own, ...packages, ...linked]
    .map(({ title, text }) => `${title}\n${"=".repeat(title.length)}\n\n${text.trim()}\n`)
    .join("\n\n");
}
