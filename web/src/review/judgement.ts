/**
 * The judgements of a review, and their sums. docs/understand/review.md explains it.
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
  /** The decision was neither forced nor indifferent. */
  counted: boolean;
  /** The luck of the draw; null if the game begins with the tile drawn. */
  draw: Value | null;
  /** The luck of the dice; null without a battle. */
  dice: Value | null;
}

export type Judgement = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** The smallest loss of winning probability at which a turn gets this name. */
const THRESHOLDS: readonly { judgement: Judgement; loss: number }[] = [
  { judgement: "blunder", loss: 0.1 },
  { judgement: "mistake", loss: 0.05 },
  { judgement: "inaccuracy", loss: 0.02 },
];

/** The smallest loss of winning probability of a judgement that has one. */
export function leastLoss(judgement: Judgement): number {
  return THRESHOLDS.find((threshold) => threshold.judgement === judgement)!.loss;
}

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

/** What the turns of one side gave away: how often, and in all. */
export interface SideSummary {
  side: number;
  counts: Record<Judgement, number>;
  given: Value;
  /** What each counted decision gave away, as a probability to win. */
  counted: number[];
}

/** Sums up the turns by side. */
export function summarize(turns: readonly TurnFigures[], sides: number): SideSummary[] {
  return Array.from({ length: sides }, (_, index) => {
    const counts = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    const own = turns.filter(({ side }) => side === index + 1);
    for (const turn of own) counts[judge(turn)]++;
    const losses = own.map(loss);
    return {
      side: index + 1,
      counts,
      given: { win: sum(losses.map(({ win }) => win)), diff: sum(losses.map(({ diff }) => diff)) },
      counted: own.filter(({ counted }) => counted).map((turn) => loss(turn).win),
    };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
