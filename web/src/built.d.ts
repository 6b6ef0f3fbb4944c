/** What the build (`tools/build.mjs`) puts in: names with a hash, or what `tools/one-file.js` unpacks. */

/**
 * Where the page is opened: from a server of ours, from any static host, or as one file. The last two have no tables.
 */
declare const PAGE_PLACE: "server" | "host" | "file";
/** page.wasm: its name, or its bytes. */
declare const PAGE_MODULE: string | ArrayBuffer;
/** review.wasm, likewise. */
declare const PAGE_REVIEW_MODULE: string | ArrayBuffer;
/** The worker's script. */
declare const PAGE_THINKER: string;
/** The style sheets by area; the one file has them in its head. */
declare const PAGE_STYLES: Record<string, string>;
/** The typeface (ui/typeface.ts): for each weight the range that it stands for, and the name of its file. */
declare const PAGE_FACES: [string, string][];
/**
 * The puzzles (src/puzzles/puzzles.ts): the names of the files of each game, or a JSON text with the files' contents.
 */
declare const PAGE_PUZZLES: Record<"star-wars" | "classic", string[]> | ArrayBuffer;
/** The text of the licences. */
declare const PAGE_LICENCES: string;
