/** The options of a game, the same as the engine's own. */
import type { GameName } from "./types";

/**
 * Every option that a game can have, in the engine's order: its word, the game that has it, and whether it is on in a
 * usual game. The set-up messages name it and tell what it does.
 */
export const OPTIONS = [
  { word: "fields", game: "classic", usual: true },
  { word: "abbot", game: "classic", usual: false },
  { word: "river", game: "classic", usual: false },
  { word: "teams", game: "star-wars", usual: false },
] as const satisfies readonly { word: string; game: GameName; usual: boolean }[];

/** The word of an option. */
export type OptionName = (typeof OPTIONS)[number]["word"];
