/** The package in a browser: the engine with its types, and the module next to this script. */
import { compileEngine, Engine } from "./engine.js";

export * from "./engine.js";
export * from "./options.js";
export type * from "./types.js";

let compiled: Promise<WebAssembly.Module> | null = null;

/** The module of the package, compiled once: in Node from its file, in a browser from the file next to this script. */
export function packagedModule(): Promise<WebAssembly.Module> {
  compiled ??= compileEngine(new URL("./page.wasm", import.meta.url));
  return compiled;
}

/** Opens a new engine without a game, from the package's own module. */
export async function openEngine(): Promise<Engine> {
  return Engine.load(await packagedModule());
}
