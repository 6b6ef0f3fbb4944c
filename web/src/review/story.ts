/** Finds the turning point and the best move of a game in the analysis of all its turns. */
import type { TurnReview } from "./analyst";
import { judge, loss } from "./judgement";

export interface Story {
  /** The turn that raised the winner's winning probability most, with the probability before and after it. */
  turning: { turn: TurnReview; from: number; to: number } | null;
  /** The played best turn with the largest lead in winning probability over the second best, and that lead. */
  best: { turn: TurnReview; ahead: number } | null;
}

/** The smallest lead over the second best turn that counts as a find. */
const LEAST_AHEAD = 0.02;

/** How much a turn of another side helped the winner: by what it gave away, its draw and its dice. */
function gift(turn: TurnReview): number {
  return loss(turn).win - (turn.draw?.win ?? 0) - (turn.dice?.win ?? 0);
}

/**
 * Finds the turning point. The winner's probability is known at each of the winner's turns. It rises between two of
 * them by the turns of other sides, the dice of the first, or the draw of the second; the one with the largest effect
 * counts.
 */
function turningOf(turns: readonly TurnReview[], winner: number): Story["turning"] {
  const own = turns.flatMap(({ side }, at) => (side === winner ? [at] : []));
  const rises = own.map((at, index) => {
    const [turn, next] = [turns[at], turns[own[index + 1]] as TurnReview | undefined];
    const between = turns.slice(at + 1, own[index + 1]).map((each) => ({ turn: each, did: gift(each) }));
    const luck = [{ turn, did: turn.dice?.win ?? 0 }, ...(next ? [{ turn: next, did: next.draw?.win ?? 0 }] : [])];
    const cause = [...between, ...luck].reduce((most, each) => (each.did > most.did ? each : most));
    return { turn: cause.turn, from: turn.played.win, to: next?.best.win ?? 1 };
  });
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

/** The story of a game whose turns are all analysed; `winner` is the winning side, or the first of several that share
 * the first place. */
export function storyOf(turns: readonly TurnReview[], winner: number): Story {
  const inOrder = [...turns].sort((a, b) => a.stop - b.stop);
  return { turning: turningOf(inOrder, winner), best: bestOf(inOrder) };
}
