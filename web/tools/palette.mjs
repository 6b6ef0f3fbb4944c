/** The colours that the page has in common with the engine's pictures, out of src/picture/palette.h. */
import { readFileSync } from "node:fs";

const table = readFileSync(new URL("../../src/picture/palette.h", import.meta.url), "utf8");

/** The players' colours by name: the figure, and marks upon it. */
const players = [...table.matchAll(/ROW\((\w+), "(#\w+)", "#\w+", "(#\w+)"\)/g)].map(([, name, figure, marks]) => ({
  name: name.toLowerCase(),
  figure,
  marks,
}));

function ground(theme) {
  return new RegExp(`GROUND_${theme} "(#\\w+)"`).exec(table)[1];
}

function groundRule(game, light, dark) {
  return `:root[data-game="${game}"] { --ground: light-dark(${ground(light)}, ${ground(dark)}); }\n`;
}

/** Tokens of these colours as a style sheet. */
export function paletteTokens() {
  const seats = players.map(({ name, figure, marks }) => `--seat-${name}: ${figure}; --on-${name}: ${marks};`);
  const grounds = groundRule("star-wars", "CHART", "SPACE") + groundRule("classic", "PARCHMENT", "MEADOW");
  return `:root { ${seats.join(" ")} }\n${grounds}`;
}
