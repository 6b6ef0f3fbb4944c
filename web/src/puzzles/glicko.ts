/**
 * The rating of a person who solves puzzles: Glicko-2 (Glickman 2013), where each puzzle is a game of its own period.
 */

export interface SolverRating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** The rating of somebody who has solved nothing yet. */
export const UNRATED: SolverRating = { rating: 1500, deviation: 350, volatility: 0.06 };

/**
 * How much volatility may change (tau), points of a rating in a unit of the scale, and the accuracy of a volatility.
 */
const CHANGE = 0.5;
const SCALE = 173.7178;
const ACCURACY = 0.000001;

/** The rating of a puzzle, by the lowest computer level (1 to 9) that solves it. It stays the same. */
export function puzzleRating(level: number): Pick<SolverRating, "rating" | "deviation"> {
  return { rating: 900 + 150 * (level - 1), deviation: 80 };
}

/** The new volatility: the root of the function of step 5, by the Illinois algorithm. */
function nextVolatility(phi: number, delta: number, v: number, volatility: number): number {
  const a = Math.log(volatility ** 2);
  const f = (x: number) => {
    const e = Math.exp(x);
    const sum = phi ** 2 + v + e;
    return (e * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - a) / CHANGE ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - v);
  if (!(delta ** 2 > phi ** 2 + v)) {
    let k = 1;
    while (f(a - k * CHANGE) < 0) k++;
    high = a - k * CHANGE;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > ACCURACY) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = f(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}

/** The rating after a puzzle; `score` is 1 if it was solved at the first try, otherwise 0. */
export function rated(
  person: SolverRating,
  puzzle: Pick<SolverRating, "rating" | "deviation">,
  score: 0 | 1,
): SolverRating {
  const mu = (person.rating - UNRATED.rating) / SCALE;
  const phi = person.deviation / SCALE;
  const other = { mu: (puzzle.rating - UNRATED.rating) / SCALE, phi: puzzle.deviation / SCALE };
  const g = 1 / Math.sqrt(1 + (3 * other.phi ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp(-g * (mu - other.mu)));
  const v = 1 / (g ** 2 * expected * (1 - expected));
  const volatility = nextVolatility(phi, v * g * (score - expected), v, person.volatility);
  const next = 1 / Math.sqrt(1 / (phi ** 2 + volatility ** 2) + 1 / v);
  return {
    rating: UNRATED.rating + SCALE * (mu + next ** 2 * g * (score - expected)),
    deviation: Math.min(UNRATED.deviation, SCALE * next),
    volatility,
  };
}
