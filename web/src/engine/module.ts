/** The addresses of the built parts of the engine. */
import type { EngineSource } from "../../../js/src/engine";

/** The address of page.wasm, or its bytes if the page is a single file. */
export function engineModule(): Extract<EngineSource, string | BufferSource> {
  return typeof PAGE_MODULE === "string" ? new URL(PAGE_MODULE, import.meta.url).href : PAGE_MODULE;
}

/** The address of the worker's script, `thinker.ts`. */
export function thinkerUrl(): URL {
  return new URL(PAGE_THINKER, import.meta.url);
}
