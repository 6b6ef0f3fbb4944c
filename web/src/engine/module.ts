/** The addresses of the built parts of the engine. */
import type { EngineSource } from "../../../js/src/engine";

type Built = Extract<EngineSource, string | BufferSource>;

function addressOf(built: Built): Built {
  return typeof built === "string" ? new URL(built, import.meta.url).href : built;
}

/** The address of page.wasm, or its bytes if the page is a single file. */
export function engineModule(): Built {
  return addressOf(PAGE_MODULE);
}

/** The address of review.wasm: an engine that has the commands of the review, too. */
export function reviewModule(): Built {
  return addressOf(PAGE_REVIEW_MODULE);
}

/** The address of the worker's script, `thinker.ts`. */
export function thinkerUrl(): URL {
  return new URL(PAGE_THINKER, import.meta.url);
}
