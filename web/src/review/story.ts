/** What a game turned on, told by the computer's look at all of its turns. */
import type { TurnReview } from "./analyst";
import { judge, loss } from "./judgement";

export interface Story {
  /** The turn that raised the winner's chance most, and that chance before and after it. */
  turning: { turn: TurnReview; from: number; to: number } | null;
  /** The best turn of those played that was most better than any other, by this much of the chance to win. */
  best: { turn: TurnReview; ahead: number } | null;
}

/** A move that was so little better than the next is no find. */
const LEAST_AHEAD = 0.02;

/** How much a turn of another side, by what it gave away, its draw and its dice, did for the winner. */
function gift(turn: TurnReview): number {
  return loss(turn).win - (turn.draw?.win ?? 0) - (turn.dice?.win ?? 0);
}

/**
 * The winner's chance is known at each of their turns. What raised it from one to the next is what another side did
 * between them, the dice of the first or the draw of the next: whatever of these did most.
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

/** The story of a game whose turns have all been looked at; `winner` is the side that won, the first of those that
 * shared. */
export function storyOf(turns: readonly TurnReview[], winner: number): Story {
  const inOrder = [...turns].sort((a, b) => a.stop - b.stop);
  return { turning: turningOf(inOrder, winner), best: bestOf(inOrder) };
}
