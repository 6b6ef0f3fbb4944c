/** Rates the legal cells by a computer player's quick evaluation. */
import type { Engine } from "../../../js/src/engine";
import { keyOf } from "./geometry";
import { previewOf } from "./sprites";

/** 3: about as good as the best; 2: good; 1: weaker. */
export type Rating = 1 | 2 | 3;

/** The largest loss of winning probability, compared with the best cell, for each rating. */
const LESS = { best: 0.03, good: 0.12 };

/** The ratings by cell; weaker cells may be missing. `engine` is in the phase `place`, and is unchanged afterwards. */
export function ratingsOf(engine: Engine): ReadonlyMap<string, Rating> {
  const { candidates } = engine.advise("mcts", 1, 1);
  const wins = new Map<string, number>();
  for (const { move, win } of candidates) {
    const cell = keyOf(previewOf(move, "red")!.placement);
    wins.set(cell, Math.max(wins.get(cell) ?? 0, win));
  }
  const best = Math.max(...wins.values());
  const rate = (win: number): Rating => (best - win <= LESS.best ? 3 : best - win <= LESS.good ? 2 : 1);
  return new Map([...wins].map(([cell, win]) => [cell, rate(win)]));
}
