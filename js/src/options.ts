/** The options of a game, the same as the engine's own. */
import type { GameName } from "./types.js";

/**
 * An option that a game can have. `values` are the words of what it can be besides off; a switch has the one value `on`, and of
 * a choice the first is what `on` means. `usual`: whether it is on in a usual game.
 */
export interface OptionRow {
  word: string;
  game: GameName;
  values: readonly [string, ...string[]];
  usual: boolean;
}

/** Every option, in the engine's order. The set-up messages name each, tell what it does, and name the values of a choice. */
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

/** An option that is on, as lists of options have it: `fields`, or `river=river-20` for a value other than the first. */
export type OptionItem = OptionName | `${OptionName}=${string}`;

/** The value that an option has in a list; `off` if it is not there. */
export function valueIn(items: readonly string[], { word, values }: Pick<OptionRow, "word" | "values">): string {
  const item = items.find((each) => each.split("=")[0] === word);
  return item === undefined ? "off" : (item.split("=")[1] ?? values[0]);
}

/** The items of these options at the values that `chosen` gives, those that are off left out. */
export function itemsOf(rows: readonly OptionRow[], chosen: (row: OptionRow) => string): OptionItem[] {
  return rows.flatMap((row) => {
    const value = chosen(row);
    if (value === "off") return [];
    return [(value === row.values[0] ? row.word : `${row.word}=${value}`) as OptionItem];
  });
}
