/** Games on this device, stored in the browser: one entry for each game, written after each step. */
import { forget, keep, keptNames, recall } from "../ui/store";
import { below, randomId } from "./chance";
import type { Setup } from "./model";

/** A stored game, without anything that can be derived. */
export interface SavedGame {
  id: string;
  setup: Setup;
  /** It is played at a real table, `#/real/ID`; absent: on this device, `#/local/ID`. */
  real?: true;
  /** The seat that began (1-based). */
  first: number;
  /** The game so far, in words of the protocol. */
  words: string[];
  /**
   * Random results that were taken back, indexed by the number of tiles, or of throws, before each. They are used again
   * if the rules allow it, so that a take-back cannot give a better tile.
   */
  draws: string[];
  throws: string[];
  /** The time of the last move, in milliseconds since 1970; and the final scores once the game is over. */
  at: number;
  scores: number[] | null;
}

const PREFIX = "game.";
const MOST_KEPT = 40;

/** Creates and stores a game; returns its id. If there are too many, the oldest finished games are deleted. */
export function createLocalGame(setup: Setup, real = false): string {
  const id = randomId(10);
  const first = setup.first || below(setup.seats.length) + 1;
  for (const old of savedGames().slice(MOST_KEPT - 1)) if (old.scores) removeGame(old.id);
  saveGame({ id, setup, ...(real && { real }), first, words: [], draws: [], throws: [], at: Date.now(), scores: null });
  return id;
}

/** Stores the present state of a game. */
export function saveGame(game: SavedGame): void {
  keep(PREFIX + game.id, game);
}

/** The stored game with an id, or null. */
export function savedGame(id: string): SavedGame | null {
  return recall<SavedGame>(PREFIX + id);
}

/** All stored games, the most recently played first. */
export function savedGames(): SavedGame[] {
  const games = keptNames(PREFIX).map((name) => recall<SavedGame>(name));
  return games.filter((game) => game !== null).sort((a, b) => b.at - a.at);
}

/** The route of a stored game. */
export function gameRoute({ id, real }: SavedGame): string {
  return `#/${real ? "real" : "local"}/${id}`;
}

/** Deletes a stored game. */
export function removeGame(id: string): void {
  forget(PREFIX + id);
}

/** The number of tiles laid so far: the number of words that are moves. */
export function tilesLaid(game: Pick<SavedGame, "words">): number {
  return game.words.filter((word) => word.includes("@") && !word.startsWith("[")).length;
}
