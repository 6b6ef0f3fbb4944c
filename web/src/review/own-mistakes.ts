/** The mistakes of a reviewed game, as puzzles of one's own. */
import type { Seat } from "../game/model";
import { type FoundMistake, keepMistakes } from "../puzzles/mistakes";
import type { AnalysedGame, TurnReview } from "./analyst";
import { leastLoss, loss } from "./judgement";

/** Keeps the mistakes of the person if exactly one seat is played at this device. Returns how many there are. */
export function keepOwnMistakes(
  seats: readonly Pick<Seat, "number" | "mine">[],
  game: AnalysedGame,
  turns: readonly TurnReview[],
  today: string,
): number {
  const mine = seats.filter((seat) => seat.mine);
  if (mine.length !== 1) return 0;
  const found = mistakesOf(game, turns, game.sideOf(mine[0].number));
  keepMistakes(found, today);
  return found.length;
}

/** The turns of a side that were mistakes or blunders. Turns below an inaccuracy count as right in the puzzle. */
export function mistakesOf(
  game: Pick<AnalysedGame, "newgame" | "start" | "words" | "steps">,
  turns: readonly TurnReview[],
  side: number,
): FoundMistake[] {
  const wrong = turns.filter((turn) => turn.side === side && loss(turn).win >= leastLoss("mistake"));
  return wrong.map((turn) => {
    const before = game.words.slice(0, game.steps[turn.stop].from);
    const others = turn.candidates.flatMap((each) =>
      each.move !== turn.best.move && each.win !== null
        ? [{ line: each.move, ...loss({ best: turn.best, played: each }) }]
        : [],
    );
    return {
      game: /\bgame=classic\b/.test(game.newgame) ? "classic" : "star-wars",
      newgame: game.newgame,
      position: [game.start, ...(before.length > 0 ? ["moves", ...before] : [])].join(" "),
      line: [turn.best.move, ...turn.best.pv.slice(1)].join(" "),
      diff: turn.best.diff,
      win: turn.best.win,
      good: others.filter(({ win }) => win < leastLoss("inaccuracy")).map(({ line }) => line),
      wrong: others.filter(({ win }) => win >= leastLoss("inaccuracy")).sort((a, b) => a.diff - b.diff),
      played: turn.played.move,
    };
  });
}
