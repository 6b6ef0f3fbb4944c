/**
 * The person's own mistakes: turns of reviewed games that gave much away. The browser keeps them, and asks each again
 * after a day, a week and a month (docs/lookup/puzzles.md).
 */
import type { GameName } from "../../../js/src/types";
import { keep, recall } from "../ui/store";
import { dayOf, type Solvable, turnOf } from "./puzzles";

export interface Mistake extends Solvable {
  game: GameName;
  /** The line of the protocol that begins the game. */
  newgame: string;
  /** The person's turn in the game. */
  played: string;
  /** Turns that are nearly as good as the best one. */
  good: string[];
  /** The day on which it is asked next, and how often it has been right in a row. */
  due: string;
  right: number;
}

/** A mistake of a review. */
export type FoundMistake = Omit<Mistake, "due" | "right">;

const NAME = "mistakes";
/** The days until a mistake is asked, by how often it has been right; after the last time it is learned. */
const DAYS = [1, 7, 30];
/** The most that are kept: those that gave most away. */
const MOST = 100;
const DAY_MS = 86_400_000;

function mistakes(): Mistake[] {
  return recall<Mistake[]>(NAME) ?? [];
}

function dayAfter(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

const same = (a: FoundMistake, b: FoundMistake) => a.position === b.position && a.newgame === b.newgame;

/** What the turn of the game gave away, as a probability to win. */
function given({ wrong, played }: FoundMistake): number {
  return wrong.find((each) => turnOf(each) === played)?.win ?? 0;
}

/** Keeps mistakes for later; one that is kept already stays as it is. */
export function keepMistakes(found: readonly FoundMistake[], today: string): void {
  const kept = mistakes();
  const fresh = found.filter((each) => !kept.some((other) => same(each, other)));
  const all = [...kept, ...fresh.map((each) => ({ ...each, due: dayAfter(today, DAYS[0]), right: 0 }))];
  keep(NAME, all.sort((a, b) => given(b) - given(a)).slice(0, MOST));
}

/** The mistakes of a game that are asked on a day, those that wait longest first. */
export function dueMistakes(game: GameName, today: string): Mistake[] {
  return mistakes()
    .filter((each) => each.game === game && each.due <= today)
    .sort((a, b) => (a.due < b.due ? -1 : Number(a.due > b.due)));
}

/** The number of kept mistakes of a game, and the day on which the next one is asked; null: none is kept. */
export function waiting(game: GameName): { count: number; next: string } | null {
  const days = mistakes().flatMap((each) => (each.game === game ? [each.due] : []));
  return days.length > 0 ? { count: days.length, next: days.sort()[0] } : null;
}

/** Drops a mistake, which this version cannot set up. */
export function forgetMistake(mistake: Mistake): void {
  keep(
    NAME,
    mistakes().filter((each) => !same(each, mistake)),
  );
}

/** Notes the first answer to a mistake on a day. What was right three times in a row is learned, and goes. */
export function answerMistake(mistake: Mistake, right: boolean, today: string): void {
  const times = right ? mistake.right + 1 : 0;
  const next = { ...mistake, right: times, due: dayAfter(today, DAYS[times] ?? 0) };
  keep(
    NAME,
    mistakes().flatMap((each) => (same(each, mistake) ? (times < DAYS.length ? [next] : []) : [each])),
  );
}
