/** The games that the same people play one after the other. */
import type { TableView } from "./model";

/** By seat the points of the games before and of this one, if it is over: 2 for one won, 1 for a first place shared.
 * `sideOf` gives the side (from 1) of a seat. */
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

/** By seat the games, those before and this one if it is over and was decided, in which the computer made turns for who
 * has the seat. */
export function gamesHelped(
  before: readonly number[],
  { stage, steps, undecided }: Pick<TableView, "stage" | "steps" | "undecided">,
): number[] {
  const counts = stage === "over" && !undecided;
  return before.map((games, at) => games + Number(counts && turnsInstead(steps, at + 1) > 0));
}

/** How many turns the computer made for who holds a seat, from 1. */
export function turnsInstead(steps: TableView["steps"], seat: number): number {
  return steps.filter((step) => step.instead && step.seat === seat).length;
}

/** The seat that has won the best of three, from 1; 0: none has yet. */
export function bestOfThree(points: readonly number[]): number {
  const played = points.reduce((sum, each) => sum + each, 0) / 2;
  const [one, other] = points;
  if (one === other || (Math.max(one, other) < 4 && played < 3)) return 0;
  return one > other ? 1 : 2;
}

/** Points as games that were won, a half for a first place shared. */
export function gamesWon(points: number): string {
  const whole = Math.floor(points / 2);
  if (points % 2 === 0) return String(whole);
  return whole === 0 ? "½" : `${whole}½`;
}
