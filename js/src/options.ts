/** The options of a game, the same as the engine's own. */
import type { GameName } from "./types.js";

/**
 * An option of a game. `values` are its possible values other than off: a switch has only `on`; in a list of several
 * values, `on` means the first. `usual`: whether it is on by default.
 */
export interface OptionRow {
  word: string;
  game: GameName;
  values: readonly [string, ...string[]];
  usual: boolean;
}

/** All options, in the engine's order. The set-up messages have a name and an explanation for each, and names for the
 * values. */
export const OPTIONS = [
  { word: "fields", game: "classic", values: ["on"], usual: true },
  { word: "abbot", game: "classic", values: ["on"], usual: false },
  { word: "river", game: "classic", values: ["river-1", "river-20"], usual: false },
  { word: "arrows", game: "classic", values: ["on"], usual: false },
  { word: "towns", game: "classic", values: ["on"], usual: false },
  { word: "teams", game: "star-wars", values: ["on"], usual: false },
] as const satisfies readonly OptionRow[];

/** The word of an option. */
export type OptionName = (typeof OPTIONS)[number]["word"];

/** An active option in a list of options: `fields`, or `river=river-20` for a value other than the first. */
export type OptionItem = OptionName | `${OptionName}=${string}`;

/** The value of an option in a list; `off` if the list lacks the option. */
export function valueIn(items: readonly string[], { word, values }: Pick<OptionRow, "word" | "values">): string {
  const item = items.find((each) => each.split("=")[0] === word);
  return item === undefined ? "off" : (item.split("=")[1] ?? values[0]);
}

/** The list items of these options with the values that `chosen` returns; options that are off are left out. */
export function itemsOf(rows: readonly OptionRow[], chosen: (row: OptionRow) => string): OptionItem[] {
  return rows.flatMap((row) => {
    const value = chosen(row);
    if (value === "off") return [];
    return [(value === row.values[0] ? row.word : `${row.word}=${value}`) as OptionItem];
  });
}
