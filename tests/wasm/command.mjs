// Runs a WASI command module: command.mjs MODULE.wasm ARGUMENT... Paths are relative to the current folder.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [, , path, ...args] = process.argv;
const wasi = new WASI({ version: "preview1", args: [path, ...args], preopens: { ".": "." }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(path));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
