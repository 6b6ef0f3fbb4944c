/**
 * The arithmetic of a review: losses, accuracy and luck. docs/understand/review.md explains it.
 */

/** A value from the mover's point of view: the winning probability (0 to 1), and the expected lead in points at the
 * end. */
export interface Value {
  win: number;
  diff: number;
}

/** The figures of one turn. Positive differences are good for the mover. */
export interface TurnFigures {
  seat: number;
  side: number;
  /** The values of the best turn and of the played one; `first`: the played turn was the best. */
  best: Value;
  played: Value;
  first: boolean;
  /** The value of the drawn tile minus the average over all tiles that could have been drawn; null: not known yet. */
  draw: Value | null;
  /** How the dice of this turn's battles changed the mover's value; null: no battle, or unknown. */
  dice: Value | null;
}

export type Judgement = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** The smallest loss of winning probability at which a turn gets this name. */
export const THRESHOLDS: readonly { judgement: Judgement; loss: number }[] = [
  { judgement: "blunder", loss: 0.1 },
  { judgement: "mistake", loss: 0.05 },
  { judgement: "inaccuracy", loss: 0.02 },
];

/** The loss of winning probability at which the accuracy falls to 1/e. */
const ACCURACY_SCALE = 0.1;

/** The loss of the played turn against the best one; never below 0. */
export function loss(turn: Pick<TurnFigures, "best" | "played">): Value {
  return {
    win: Math.max(0, turn.best.win - turn.played.win),
    diff: Math.max(0, turn.best.diff - turn.played.diff),
  };
}

/** The judgement of a turn, by its loss. */
export function judge(turn: Pick<TurnFigures, "best" | "played" | "first">): Judgement {
  if (turn.first) return "best";
  const lost = loss(turn).win;
  return THRESHOLDS.find((threshold) => lost >= threshold.loss)?.judgement ?? "good";
}

/** The accuracy of one turn, 0 to 100. */
export function accuracyOf(lostWin: number): number {
  return 100 * Math.exp(-Math.max(0, lostWin) / ACCURACY_SCALE);
}

/** The figures of one side. Luck and skill are in points of expected lead and in winning probability. */
export interface SideSummary {
  side: number;
  turns: number;
  /** The mean accuracy of its turns, 0 to 100; null without turns. */
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
 * Sums up the turns by side. With two sides, good luck of one is bad luck of the other, so each also gets the other's
 * luck with the opposite sign. With more sides, each gets only the luck of its own turns.
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

/** The weighted mean of values; null if all weights are 0. */
export function average(values: readonly { value: Value; weight: number }[]): Value | null {
  const weight = values.reduce((sum, each) => sum + each.weight, 0);
  if (weight <= 0) return null;
  const total = values.reduce((sum, each) => add(sum, each.value, each.weight), { win: 0, diff: 0 });
  return { win: total.win / weight, diff: total.diff / weight };
}

/** The value from the point of view of the other of two sides. */
export function opposite(value: Value): Value {
  return { win: 1 - value.win, diff: -value.diff };
}

/** The difference of two values. */
export function minus(value: Value, other: Value): Value {
  return add(value, other, -1);
}
