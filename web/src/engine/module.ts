/** Where the built parts of the engine are. */
import type { EngineSource } from "../../../js/src/engine";

/** The address of page.wasm; where the page is one file, its bytes. */
export function engineModule(): Extract<EngineSource, string | BufferSource> {
  return typeof PAGE_MODULE === "string" ? new URL(PAGE_MODULE, import.meta.url).href : PAGE_MODULE;
}

/** The address of the worker's script, `thinker.ts`. */
export function thinkerUrl(): URL {
  return new URL(PAGE_THINKER, import.meta.url);
}
