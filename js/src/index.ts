/** What the package gives: the engine with its types, and the module that comes with it. */
import { compileEngine, Engine } from "./engine.js";

export * from "./engine.js";
export * from "./options.js";
export type * from "./types.js";

let compiled: Promise<WebAssembly.Module> | null = null;

/** The module of the package, compiled once: in Node from its file, in a browser from beside this script. */
export function packagedModule(): Promise<WebAssembly.Module> {
  compiled ??= compilePackaged();
  return compiled;
}

async function compilePackaged(): Promise<WebAssembly.Module> {
  const address = new URL("./page.wasm", import.meta.url);
  if (address.protocol !== "file:") return compileEngine(address);
  const { readFile } = await import("node:fs/promises");
  return compileEngine(await readFile(address));
}

/** A new engine without a game, of the package's own module. */
export async function openEngine(): Promise<Engine> {
  return Engine.load(await packagedModule());
}
