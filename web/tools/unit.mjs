/** Runs the unit tests: every src/**\/*.test.ts, bundled one by one for Node. Names on the command line choose some. */
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const web = fileURLToPath(new URL("..", import.meta.url));
const out = join(web, ".cache/unit");

function testsIn(folder) {
  return readdirSync(join(web, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return testsIn(`${folder}/${entry.name}`);
    return entry.name.endsWith(".test.ts") ? [`${folder}/${entry.name}`] : [];
  });
}

const wanted = process.argv.slice(2);
const entryPoints = testsIn("src").filter((path) => wanted.length === 0 || wanted.some((word) => path.includes(word)));
rmSync(out, { recursive: true, force: true });
await esbuild.build({
  absWorkingDir: web,
  entryPoints,
  outdir: out,
  outbase: "src",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node18",
  packages: "external",
  sourcemap: "inline",
  define: {
    PAGE_MODULE: '"page.wasm"',
    PAGE_REVIEW_MODULE: '"review.wasm"',
    PAGE_THINKER: '"thinker.js"',
    PAGE_PLACE: '"server"',
  },
});
const files = entryPoints.map((path) => join(out, path.replace(/^src\//, "").replace(/\.ts$/, ".mjs")));
const env = {
  PAGE_WASM: join(web, "../build/wasm/page.wasm"),
  REVIEW_WASM: join(web, "../build/wasm/review.wasm"),
  PUZZLES: join(web, "../data/puzzles"),
  ...process.env,
};
process.exit(
  spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], { stdio: "inherit", env }).status ?? 1,
);
