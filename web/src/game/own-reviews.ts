/**
 * What reviews of this browser found out about the person's own turns. The figures stay in the browser, as nobody else
 * could check them (docs/understand/players-and-results.md).
 */
import { keep, recall } from "../ui/store";

/** A reviewed game: the points that the person's turns gave away, the luck in points, and the level that they played
 * like; null: not known. */
export interface OwnReview {
  given: number;
  luck: number | null;
  level: number | null;
}

/** The averages of the kept reviews, and the level in the middle; null: not known. */
export interface OwnReviews extends OwnReview {
  games: number;
}

const NAME = "reviews";
const MOST = 100;

function kept(): OwnReview[] {
  return recall<OwnReview[]>(NAME) ?? [];
}

/** Keeps a review, unless it is kept already; the oldest goes if there are too many. */
export function keepReview(review: OwnReview): void {
  const same = (other: OwnReview) => other.given === review.given && other.luck === review.luck;
  if (!kept().some(same)) keep(NAME, [...kept(), review].slice(-MOST));
}

const known = (values: (number | null)[]): number[] => values.filter((value) => value !== null);

function average(values: readonly number[]): number | null {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

/** What the kept reviews come to; null: there are none. */
export function ownReviews(): OwnReviews | null {
  const all = kept();
  const given = average(all.map((review) => review.given));
  if (given === null) return null;
  const levels = known(all.map(({ level }) => level)).sort((a, b) => a - b);
  const luck = average(known(all.map((review) => review.luck)));
  return { games: all.length, given, luck, level: levels[Math.floor(levels.length / 2)] ?? null };
}
