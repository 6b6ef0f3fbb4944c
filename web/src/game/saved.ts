/** Games on this device, kept in the browser: one entry a game, written after each step. */
import { forget, keep, keptNames, recall } from "../ui/store";
import { below, randomId } from "./chance";
import type { Setup } from "./model";

/** A game as it is kept: all that follows from nothing else. */
export interface SavedGame {
  id: string;
  setup: Setup;
  /** The seat that began, from 1. */
  first: number;
  /** The game so far, in words of the protocol. */
  words: string[];
  /**
   * Chance that was drawn and taken back: by the number of tiles, and of throws, before it. It comes again as long as
   * the rules allow it, so that taking back draws nobody a better tile.
   */
  draws: string[];
  throws: string[];
  /** When it was last played, in milliseconds since 1970, and the final scores once it is over. */
  at: number;
  scores: number[] | null;
}

const PREFIX = "game.";
const MOST_KEPT = 40;

/** Creates and keeps a game; returns its id. The oldest finished ones make room. */
export function createLocalGame(setup: Setup): string {
  const id = randomId(10);
  const first = setup.first || below(setup.seats.length) + 1;
  for (const old of savedGames().slice(MOST_KEPT - 1)) if (old.scores) removeGame(old.id);
  saveGame({ id, setup, first, words: [], draws: [], throws: [], at: Date.now(), scores: null });
  return id;
}

/** Keeps a game as it is now. */
export function saveGame(game: SavedGame): void {
  keep(PREFIX + game.id, game);
}

/** The game of an id, or null. */
export function savedGame(id: string): SavedGame | null {
  return recall<SavedGame>(PREFIX + id);
}

/** All games, the one played last first. */
export function savedGames(): SavedGame[] {
  const games = keptNames(PREFIX).map((name) => recall<SavedGame>(name));
  return games.filter((game) => game !== null).sort((a, b) => b.at - a.at);
}

/** Forgets a game. */
export function removeGame(id: string): void {
  forget(PREFIX + id);
}

/** Tiles laid so far: words that are moves. */
export function tilesLaid(game: Pick<SavedGame, "words">): number {
  return game.words.filter((word) => word.includes("@") && !word.startsWith("[")).length;
}
