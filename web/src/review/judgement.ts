/**
 * The arithmetic of a review: what a turn gave away, how exact a player was, and what was luck.
 * docs/understand/review.md tells the same in words.
 */

/** A turn as the computer sees it, from the mover's side: probabilities 0 to 1, points of lead at the end. */
export interface Value {
  win: number;
  diff: number;
}

/** What happened in one turn. Differences are from the mover's side: positive is good for them. */
export interface TurnFigures {
  seat: number;
  side: number;
  /** The best turn and the one played; `first`: that was the best one. */
  best: Value;
  played: Value;
  first: boolean;
  /** What the drawn tile changed against the average of all that could have been drawn; null: not known yet. */
  draw: Value | null;
  /** What the dice of this turn's battles changed for the mover; null: no battle, or not known. */
  dice: Value | null;
}

export type Judgement = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** From how much lost probability of winning on a turn has this name. */
export const THRESHOLDS: readonly { judgement: Judgement; loss: number }[] = [
  { judgement: "blunder", loss: 0.1 },
  { judgement: "mistake", loss: 0.05 },
  { judgement: "inaccuracy", loss: 0.02 },
];

/** Of a turn that loses this much probability of winning, 1/e of the accuracy is left. */
const ACCURACY_SCALE = 0.1;

/** What the played turn gave away against the best one; never below 0. */
export function loss(turn: Pick<TurnFigures, "best" | "played">): Value {
  return {
    win: Math.max(0, turn.best.win - turn.played.win),
    diff: Math.max(0, turn.best.diff - turn.played.diff),
  };
}

/** The name for what a turn gave away. */
export function judge(turn: Pick<TurnFigures, "best" | "played" | "first">): Judgement {
  if (turn.first) return "best";
  const lost = loss(turn).win;
  return THRESHOLDS.find((threshold) => lost >= threshold.loss)?.judgement ?? "good";
}

/** The accuracy of one turn, 0 to 100. */
export function accuracyOf(lostWin: number): number {
  return 100 * Math.exp(-Math.max(0, lostWin) / ACCURACY_SCALE);
}

/** One side's game in figures. Luck and skill are in points of expected lead and in probability of winning. */
export interface SideSummary {
  side: number;
  turns: number;
  /** Mean accuracy of its turns, 0 to 100; null without a turn. */
  accuracy: number | null;
  counts: Record<Judgement, number>;
  given: Value;
  draws: Value;
  dice: Value;
}

function add(sum: Value, value: Value | null, factor = 1): Value {
  return value ? { win: sum.win + factor * value.win, diff: sum.diff + factor * value.diff } : sum;
}

function empty(side: number): SideSummary {
  const nothing = { win: 0, diff: 0 };
  const counts = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  return { side, turns: 0, accuracy: null, counts, given: nothing, draws: nothing, dice: nothing };
}

/**
 * Sums up the turns by side. Between two sides what is luck for one is bad luck for the other, so each also gets the
 * other's luck with its sign turned; between more a side has only that of its own turns.
 */
export function summarize(turns: readonly TurnFigures[], sides: number): SideSummary[] {
  const sums = Array.from({ length: sides }, (_, index) => empty(index + 1));
  for (const turn of turns) {
    for (const sum of sums) {
      const own = sum.side === turn.side;
      if (own) addTurn(sum, turn);
      if (!own && sides !== 2) continue;
      sum.draws = add(sum.draws, turn.draw, own ? 1 : -1);
      sum.dice = add(sum.dice, turn.dice, own ? 1 : -1);
    }
  }
  return sums;
}

function addTurn(sum: SideSummary, turn: TurnFigures): void {
  const lost = loss(turn);
  sum.accuracy = ((sum.accuracy ?? 0) * sum.turns + accuracyOf(lost.win)) / (sum.turns + 1);
  sum.turns++;
  sum.counts[judge(turn)]++;
  sum.given = add(sum.given, lost);
}

/** The mean of values, each with its weight; null if nothing weighs. */
export function average(values: readonly { value: Value; weight: number }[]): Value | null {
  const weight = values.reduce((sum, each) => sum + each.weight, 0);
  if (weight <= 0) return null;
  const total = values.reduce((sum, each) => add(sum, each.value, each.weight), { win: 0, diff: 0 });
  return { win: total.win / weight, diff: total.diff / weight };
}

/** The same value seen from the only other side. */
export function opposite(value: Value): Value {
  return { win: 1 - value.win, diff: -value.diff };
}

/** One value less another. */
export function minus(value: Value, other: Value): Value {
  return add(value, other, -1);
}
