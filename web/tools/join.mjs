/**
 * Joins chunks that esbuild split: it makes one of every set of modules that the same entries share, dozens of small
 * files for the first game. What is compressed as one file is smaller, and asked for once.
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import * as esbuild from "esbuild";
import { chunkOf, closure } from "./size.mjs";

/** The imports of an output as names of files. */
function importsOf(output) {
  return output.imports.map(({ kind, path }) => ({ kind, path: basename(path) }));
}

/**
 * Builds with `options` (an outdir; nothing is written) and joins the shared chunks of each group of sources into one
 * that no earlier group has. Entries stay files of their own. Gives the files by their names, and esbuild's metafile
 * with its outputs by these names.
 */
export async function buildJoined(options, groups) {
  // 1. What esbuild splits, and which group each shared chunk belongs to.
  const { outputFiles, metafile } = await esbuild.build({ ...options, splitting: true, metafile: true, write: false });
  const built = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([path, of]) => [basename(path), of]));
  const groupOf = new Map();
  groups.forEach((sources, group) => {
    for (const source of sources)
      for (const path of closure(metafile, chunkOf(metafile, source)))
        if (!metafile.outputs[path].entryPoint && !groupOf.has(basename(path))) groupOf.set(basename(path), group);
  });

  // 2. New names: what a file holds follows from its old name, which has a hash, and from what is joined. An export of
  // a joined chunk is known by the chunk's number and its own name.
  const joined = [...groupOf.keys()].sort();
  const named = (name) => {
    const hash = createHash("sha256")
      .update([name, ...joined].join())
      .digest("hex")
      .slice(0, 10);
    return name.replace(/-[^-]*\.js$/, `-${hash}.js`);
  };
  const scripts = Object.keys(outputs).filter((name) => name.endsWith(".js"));
  const apart = scripts.filter((name) => !groupOf.has(name));
  const names = new Map(apart.map((name) => [name, named(name)]));
  for (const group of groups.keys()) names.set(`group ${group}`, named(`shared${group}-.js`));
  const exportsOf = (chunk, one) =>
    `export { ${outputs[chunk].exports.map((name) => one(name, `_${joined.indexOf(chunk)}${name}`)).join()} } from `;
  const homeOf = (name) => (groupOf.has(name) ? `group ${groupOf.get(name)}` : name);

  // 3. Each file again, where a chunk of another file is what that file exports of it.
  const loader = "js";
  const plugin = {
    name: "join",
    setup(build) {
      build.onResolve({ filter: /./ }, ({ kind, path, namespace, importer }) => {
        if (kind === "entry-point") return { path, namespace: "built" };
        if (namespace === "elsewhere") return { path: `./${names.get(path)}`, external: true };
        const to = basename(path);
        if (homeOf(importer) === homeOf(to)) return { path: to, namespace: "built" };
        return groupOf.has(to) ? { path: to, namespace: "elsewhere" } : { path: `./${names.get(to)}`, external: true };
      });
      build.onLoad({ filter: /^group /, namespace: "built" }, ({ path }) => {
        const members = joined.filter((chunk) => homeOf(chunk) === path);
        const lines = members.map((chunk) => `${exportsOf(chunk, (name, known) => `${name} as ${known}`)}"./${chunk}"`);
        return { contents: lines.join("\n"), loader };
      });
      build.onLoad({ filter: /./, namespace: "built" }, ({ path }) => ({ contents: built.get(path), loader }));
      build.onLoad({ filter: /./, namespace: "elsewhere" }, ({ path }) => ({
        contents: `${exportsOf(path, (name, known) => `${known} as ${name}`)}"${homeOf(path)}"`,
        loader,
      }));
    },
  };
  const entryPoints = [...names].map(([name, out]) => ({ in: name, out: out.replace(/\.js$/, "") }));
  const again = { ...options, entryPoints, entryNames: "[name]", plugins: [plugin], metafile: true, write: false };
  const whole = await esbuild.build(again);

  // 4. The files of both, and what is known of them.
  const files = new Map(whole.outputFiles.map(({ path, contents }) => [basename(path), contents]));
  for (const [name, contents] of built) if (!name.endsWith(".js")) files.set(name, contents);
  const known = Object.entries(whole.metafile.outputs).map(([path, output]) => {
    const { entryPoint, cssBundle } = outputs[output.entryPoint.replace(/^built:/, "")] ?? {};
    return [basename(path), { imports: importsOf(output), entryPoint, cssBundle }];
  });
  return { files, metafile: { inputs: metafile.inputs, outputs: Object.fromEntries(known) } };
}
