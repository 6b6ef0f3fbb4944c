// Bundles the page of the package's README with webpack, Vite, esbuild and Rollup, as their users would: bundle.mjs FOLDER, where
// main.js lies beside node_modules with the package. Each page is game.html in a folder of the bundler's name. Then Vite's
// development server serves the same; what is printed is its address, and it ends when this program is ended.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { createServer, build as vite } from "vite";
import webpack from "webpack";

const folder = resolve(process.argv[2]);
const main = join(folder, "main.js");
const html = '<!doctype html><div id="board"></div><script type="module" src="./main.js"></script>';
const into = (name) => join(folder, name);
for (const name of ["webpack", "esbuild", "rollup", "vite-source"]) {
  await mkdir(into(name));
  await writeFile(join(into(name), "game.html"), html);
}

await new Promise((done, failed) =>
  webpack({ mode: "production", context: folder, entry: main, output: { path: into("webpack") } }, (error, stats) =>
    error || stats.hasErrors() || stats.hasWarnings() ? failed(error ?? stats.toString()) : done(),
  ),
);

// These two leave the address of the module as it is: it lies beside the bundle.
const module = join(folder, "node_modules/tessera-engine/dist/page.wasm");
await esbuild.build({ entryPoints: [main], bundle: true, format: "esm", outdir: into("esbuild"), logLevel: "warning" });
await copyFile(module, join(into("esbuild"), "page.wasm"));
const bundle = await rollup({ input: main, plugins: [nodeResolve()], onwarn: (warning) => Promise.reject(warning) });
await bundle.write({ dir: into("rollup") });
await copyFile(module, join(into("rollup"), "page.wasm"));

// Vite keeps the package out of what it bundles for development, where the module would not be found.
await copyFile(main, join(into("vite-source"), "main.js"));
const config = {
  configFile: false,
  root: into("vite-source"),
  logLevel: "warn",
  optimizeDeps: { exclude: ["tessera-engine"] },
  build: {
    outDir: into("vite"),
    emptyOutDir: true,
    rolldownOptions: { input: join(into("vite-source"), "game.html") },
  },
};
await vite({ ...config, base: "./" });
const server = await createServer({ ...config, server: { host: "127.0.0.1", port: 0 } });
await server.listen();
console.log(`http://127.0.0.1:${server.httpServer.address().port}/game.html`);
