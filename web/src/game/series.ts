/** The points of a series: consecutive games of the same people. */
import type { TableView } from "./model";

/** For each seat, the points of the earlier games and of this one, if it is over: 2 for a win, 1 for a shared first
 * place. `sideOf` returns the side (1-based) of a seat. */
export function seriesPoints(
  before: readonly number[],
  view: Pick<TableView, "stage" | "lost" | "undecided"> & { state: { scores: readonly number[] } },
  sideOf: (seat: number) => number,
): number[] {
  if (view.stage !== "over" || view.undecided) return [...before];
  const { scores } = view.state;
  const best = Math.max(...scores);
  const shared = scores.filter((score) => score === best).length > 1;
  return before.map((points, at) => {
    if (view.lost) return points + (view.lost.seat === at + 1 ? 0 : 2);
    if (scores[sideOf(at + 1) - 1] < best) return points;
    return points + (shared ? 1 : 2);
  });
}

/** For each seat, the number of games in which the computer made turns for its holder: the earlier games, and this one
 * if it was decided. */
export function gamesHelped(
  before: readonly number[],
  { stage, steps, undecided }: Pick<TableView, "stage" | "steps" | "undecided">,
): number[] {
  const counts = stage === "over" && !undecided;
  return before.map((games, at) => games + Number(counts && turnsInstead(steps, at + 1) > 0));
}

/** The number of turns that the computer made for the holder of a seat (1-based). */
export function turnsInstead(steps: TableView["steps"], seat: number): number {
  return steps.filter((step) => step.instead && step.seat === seat).length;
}

/** The seat (1-based) that has won the best of three; 0: none yet. */
export function bestOfThree(points: readonly number[]): number {
  const played = points.reduce((sum, each) => sum + each, 0) / 2;
  const [one, other] = points;
  if (one === other || (Math.max(one, other) < 4 && played < 3)) return 0;
  return one > other ? 1 : 2;
}

/** Converts points to won games; a shared first place counts half. */
export function gamesWon(points: number): string {
  const whole = Math.floor(points / 2);
  if (points % 2 === 0) return String(whole);
  return whole === 0 ? "½" : `${whole}½`;
}
