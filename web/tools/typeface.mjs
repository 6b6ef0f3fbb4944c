/** The page's typeface: two weights of a package of fontsource, cut down to the characters that the page can need. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";

/** The package, and the range of weights for which each of its weights stands. */
const PACKAGE = "@fontsource/source-sans-3";
const WEIGHTS = { 400: "1 499", 600: "500 1000" };

/** Names are written with Latin letters of any country of western Europe, words also with these signs. */
const LATIN = Array.from({ length: 0x100 - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join("");
const SIGNS = "–—‘’‚“”„…−";

/** The folder of the package, whose licence goes with the page. */
export const TYPEFACE = `node_modules/${PACKAGE}`;

/** The weights: the range that each stands for, and its bytes as woff2. */
export function faces(web) {
  const name = PACKAGE.split("/")[1];
  return Promise.all(
    Object.entries(WEIGHTS).map(async ([weight, range]) => {
      const whole = await readFile(join(web, TYPEFACE, `files/${name}-latin-${weight}-normal.woff2`));
      return { range, bytes: await subsetFont(whole, LATIN + SIGNS, { targetFormat: "woff2" }) };
    }),
  );
}
