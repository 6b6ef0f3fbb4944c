/** Where the built files of the engine are: names with a hash, put in by the build. */

declare const PAGE_MODULE: string;
declare const PAGE_THINKER: string;

/** The address of page.wasm. */
export function moduleUrl(): URL {
  return new URL(PAGE_MODULE, import.meta.url);
}

/** The address of the worker's script, `thinker.ts`. */
export function thinkerUrl(): URL {
  return new URL(PAGE_THINKER, import.meta.url);
}
