/** What a game turned on, told by the computer's look at all of its turns. */
import type { TurnReview } from "./analyst";
import { judge } from "./judgement";

export interface Story {
  /** The turn after which the winner's chance had risen most, and that chance before and after it. */
  turning: { turn: TurnReview; from: number; to: number } | null;
  /** The best turn of those played that was most better than any other, by this much of the chance to win. */
  best: { turn: TurnReview; ahead: number } | null;
}

/** A move that was so little better than the next is no find. */
const LEAST_AHEAD = 0.02;

function turningOf(turns: readonly TurnReview[], sides: number, winner: number): Story["turning"] {
  const told = turns.filter((turn) => sides === 2 || turn.side === winner);
  const chances = told.map(({ side, best }) => (side === winner ? best.win : 1 - best.win));
  const rises = told.map((turn, at) => ({ turn, from: chances[at], to: chances[at + 1] ?? 1 }));
  return rises.reduce<Story["turning"]>(
    (most, each) => (each.to - each.from > (most ? most.to - most.from : 0) ? each : most),
    null,
  );
}

function bestOf(turns: readonly TurnReview[]): Story["best"] {
  const finds = turns.flatMap((turn) => {
    const [first, second] = turn.candidates;
    if (judge(turn) !== "best" || !first || !second || second.visits === 0) return [];
    return [{ turn, ahead: first.win - second.win }];
  });
  const most = finds.reduce<Story["best"]>((best, each) => (each.ahead > (best?.ahead ?? 0) ? each : best), null);
  return most && most.ahead >= LEAST_AHEAD ? most : null;
}

/** The story of a game whose turns have all been looked at; `winner` is the side that won, the first of those that shared. */
export function storyOf(turns: readonly TurnReview[], sides: number, winner: number): Story {
  const inOrder = [...turns].sort((a, b) => a.stop - b.stop);
  return { turning: turningOf(inOrder, sides, winner), best: bestOf(inOrder) };
}
