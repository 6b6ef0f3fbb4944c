/** Stores in the browser what the person has solved: the rating, the puzzles of each game, and the daily ones. */
import type { GameName } from "../../../js/src/types";
import { keep, recall } from "../ui/store";
import { puzzleRating, rated, type SolverRating, UNRATED } from "./glicko";
import { dayOf, type PuzzleEntry, spread, type Theme } from "./puzzles";

const NAME = "puzzles";
const DAY_MS = 86_400_000;

/** The tries at a daily puzzle: `w` for each wrong one, at last `r`. */
export type Tries = string;

interface Kept {
  rating: SolverRating;
  /** By game and number of the puzzle: whether the first try was right. */
  done: Partial<Record<GameName, Record<number, boolean>>>;
  days: Record<string, Partial<Record<GameName, Tries>>>;
  /** By game: the most puzzles solved in ten minutes. */
  rush?: Partial<Record<GameName, number>>;
}

function kept(): Kept {
  return recall<Kept>(NAME) ?? { rating: UNRATED, done: {}, days: {} };
}

/** The person's rating. */
export function ownRating(): SolverRating {
  return kept().rating;
}

/** The puzzles of a game whose first try was right, and all that were tried. */
export function tally(game: GameName): { right: number; tried: number } {
  const tries = Object.values(kept().done[game] ?? {});
  return { right: tries.filter(Boolean).length, tried: tries.length };
}

/** Stores an answer. The first try at a puzzle counts for the rating. */
export function keepTry(game: GameName, number: number, entry: PuzzleEntry, right: boolean): void {
  const all = kept();
  const done = { ...all.done[game] };
  if (number in done) return;
  done[number] = right;
  const rating = rated(all.rating, puzzleRating(entry.level), right ? 1 : 0);
  keep(NAME, { ...all, rating, done: { ...all.done, [game]: done } });
}

/** The tries at the puzzle of a day. */
export function triesOf(day: string, game: GameName): Tries {
  return kept().days[day]?.[game] ?? "";
}

/** Stores a try at the puzzle of a day, unless it is solved. */
export function keepDaily(day: string, game: GameName, right: boolean): void {
  const all = kept();
  const tries = triesOf(day, game);
  if (tries.endsWith("r")) return;
  keep(NAME, { ...all, days: { ...all.days, [day]: { ...all.days[day], [game]: tries + (right ? "r" : "w") } } });
}

/** The most puzzles that the person has solved in ten minutes; 0: none yet. */
export function bestRush(game: GameName): number {
  return kept().rush?.[game] ?? 0;
}

/** Stores the result of ten minutes if it is the best one. */
export function keepRush(game: GameName, right: number): void {
  const all = kept();
  if (right > bestRush(game)) keep(NAME, { ...all, rush: { ...all.rush, [game]: right } });
}

/** The number of days in a row up to this one on which a daily puzzle was solved. A day that is not over yet does not
 * end them. */
export function streak(day: string): number {
  const { days } = kept();
  const solved = (at: string) => Object.values(days[at] ?? {}).some((tries) => tries.endsWith("r"));
  const before = (at: string, n: number) => dayOf(new Date(Date.parse(at) - n * DAY_MS));
  const first = solved(day) ? 0 : 1;
  let n = first;
  while (solved(before(day, n))) n++;
  return n - first;
}

/** The number of the next puzzle: one of the theme, if there is one, that the person has not tried and whose rating is
 * nearest to their own. After all of them they begin anew. `not` is the present one. */
export function nextNumber(game: GameName, entries: readonly PuzzleEntry[], theme: Theme | null, not: number): number {
  const { rating, done } = kept();
  const fits = [...entries.keys()].filter((n) => n !== not && (theme === null || entries[n].themes.includes(theme)));
  const fresh = fits.filter((n) => !(n in (done[game] ?? {})));
  const distance = (n: number) => Math.abs(puzzleRating(entries[n].level).rating - rating.rating);
  const among = fresh.length > 0 ? fresh : fits;
  return among.reduce((best, n) => {
    const nearer = distance(n) - distance(best);
    return nearer < 0 || (nearer === 0 && spread(n) < spread(best)) ? n : best;
  }, among[0] ?? Math.max(0, not));
}
