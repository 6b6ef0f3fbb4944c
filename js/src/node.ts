/** The package in Node: the same as in a browser, with the module read from its file. */
import { readFile } from "node:fs/promises";
import { compileEngine, Engine } from "./engine.js";

export * from "./index.js";

let compiled: Promise<WebAssembly.Module> | null = null;

/** As in a browser (index.ts). */
export function packagedModule(): Promise<WebAssembly.Module> {
  compiled ??= readFile(new URL("./page.wasm", import.meta.url)).then(compileEngine);
  return compiled;
}

/** As in a browser (index.ts). */
export async function openEngine(): Promise<Engine> {
  return Engine.load(await packagedModule());
}
