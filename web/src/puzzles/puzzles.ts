/**
 * The puzzles that come with the page (docs/lookup/puzzles.md): an index of each game, and parts that are loaded when
 * one of their puzzles is first needed.
 */
import type { GameName } from "../../../js/src/types";

/** The themes in the order of the file. */
export const THEMES = ["arrow", "battle", "beside", "theft", "majority", "hole", "complete", "last"] as const;
export type Theme = (typeof THEMES)[number];

/** What the index has of a puzzle. */
export interface PuzzleEntry {
  kind: "ending" | "midgame";
  /** The lowest computer level that solves it; 9: none. */
  level: number;
  themes: Theme[];
}

/** An answer that is not the best, with the points and the probability to win that it gives away. */
export interface WrongAnswer {
  line: string;
  diff: number;
  win: number;
}

/** A position in which the person is to find the best turn. */
export interface Solvable {
  /** What `position` of the protocol takes. */
  position: string;
  /** The best turn and what follows, as words of a record. */
  line: string;
  diff: number;
  win: number;
  wrong: WrongAnswer[];
}

export interface Puzzle extends PuzzleEntry, Solvable {
  left: number;
  why: string;
}

/** Puzzles in a part; tools/build.mjs makes parts of this size. */
const PART = 50;

const loaded = new Map<string, Promise<unknown>>();

/** The puzzles of a page that is one file, which has them all. */
function ownFiles(bytes: ArrayBuffer): Record<GameName, unknown[]> {
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<GameName, unknown[]>;
}

async function fetched(name: string): Promise<unknown> {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/**
 * File 0 of a game is its index; the parts follow. A file that could not be loaded is asked for again the next time.
 */
function file(game: GameName, number: number): Promise<unknown> {
  const key = `${game} ${number}`;
  const load = async () =>
    PAGE_PUZZLES instanceof ArrayBuffer ? ownFiles(PAGE_PUZZLES)[game][number] : fetched(PAGE_PUZZLES[game][number]);
  const answer = loaded.get(key) ?? load();
  loaded.set(key, answer);
  answer.catch(() => loaded.delete(key));
  return answer;
}

/** The index of a game's puzzles. */
export function puzzleIndex(game: GameName): Promise<PuzzleEntry[]> {
  return file(game, 0) as Promise<PuzzleEntry[]>;
}

/** A puzzle by its number (0-based). */
export async function puzzleAt(game: GameName, number: number): Promise<Puzzle> {
  const part = (await file(game, 1 + Math.floor(number / PART))) as Puzzle[];
  return part[number % PART];
}

/** The best turn of a puzzle, or the turn of a wrong answer. */
export function turnOf({ line }: Pick<Solvable, "line">): string {
  return line.split(" ")[0];
}

/** Spreads the bits of a number (the finaliser of MurmurHash3). */
export function spread(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A day as `2026-11-28`. It begins at the same moment for all, by universal time. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The number of the puzzle of a day, the same for all that have the same puzzles. */
export function dailyNumber(day: string, count: number): number {
  return spread(Date.parse(day) / 86_400_000) % count;
}
