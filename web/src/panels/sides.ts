/** The sides of a game: which seats are theirs, their scores turn by turn, and their ranks. */
import type { GameEvent, State } from "../../../js/src/types";
import type { Step, TableView } from "../game/model";

/** A side in the final order. Equal scores share a rank (SW-6.3, CL-5.3). */
export interface Rank {
  rank: number;
  side: number;
  score: number;
}

/** A point of the history of scores: those of all sides after a turn. */
export interface ScoresAfter {
  /** The number of turns before it; the last point may have the same number as the one before: the final scoring. */
  turn: number;
  scores: number[];
}

/** The seats (from 1) of each side: one each, or in the team game those opposite each other (SW-8.1). */
export function seatsOfSides(state: Pick<State, "options"> & { colours: readonly unknown[] }): number[][] {
  if (state.options.includes("teams"))
    return [
      [1, 3],
      [2, 4],
    ];
  return state.colours.map((_, seat) => [seat + 1]);
}

/** The side (from 1) of a seat. */
export function sideOf(state: Pick<State, "options">, seat: number): number {
  return state.options.includes("teams") ? ((seat - 1) % 2) + 1 : seat;
}

/** Whether a seat (from 1) is to move, or its turn is being shown: nobody is after the last tile, though the final
 * scoring is still shown. */
export function isOnTurn(view: Pick<TableView, "stage" | "state" | "showing">, seat: number): boolean {
  const { phase, seat: mover } = view.state;
  return view.stage === "playing" && (view.showing ?? (phase === "over" ? 0 : mover)) === seat;
}

/** The sides by score, the best first; equal ones in the order of their numbers. */
export function ranking(scores: readonly number[]): Rank[] {
  return scores
    .map((score, index) => ({ rank: 1 + scores.filter((other) => other > score).length, side: index + 1, score }))
    .sort((a, b) => a.rank - b.rank || a.side - b.side);
}

/** What an event adds to the scores, by side. */
export function pointsOf(event: GameEvent): { side: number; points: number }[] {
  if (event.event === "scored" || event.event === "tie") {
    return event.sides.map((side) => ({ side, points: event.points }));
  }
  if (event.event === "arrow") return [{ side: event.seat, points: event.points }];
  return event.event === "lost" ? [{ side: event.side, points: event.points }] : [];
}

/** The scores after some events. */
export function scoresAfter(before: readonly number[], events: readonly GameEvent[]): number[] {
  const scores = [...before];
  for (const { side, points } of events.flatMap(pointsOf)) scores[side - 1] = (scores[side - 1] ?? 0) + points;
  return scores;
}

/** The events of the final scoring, in their order. */
export function finalEvents(steps: readonly Step[]): Extract<GameEvent, { event: "scored" }>[] {
  return steps
    .flatMap((step) => step.events)
    .filter((event): event is Extract<GameEvent, { event: "scored" }> => event.event === "scored" && event.final);
}

/** Of these the ones that bring points: the steps in which the final scoring is gone through. */
export function finalGains(steps: readonly Step[]): ReturnType<typeof finalEvents> {
  return finalEvents(steps).filter(({ points }) => points > 0);
}

/** The scores after each turn, from those before the first step on; what the final scoring adds comes last. */
export function scoreHistory(steps: readonly Step[], start: readonly number[]): ScoresAfter[] {
  const history: ScoresAfter[] = [{ turn: 0, scores: [...start] }];
  let scores: number[] = [...start];
  let turn = 0;
  for (const step of steps) {
    const played = step.events.filter((event) => event.event !== "scored" || !event.final);
    if (step.events.some((event) => event.event === "placed")) turn++;
    scores = scoresAfter(scores, played);
    const last = history[history.length - 1];
    if (last.turn === turn) last.scores = scores;
    else history.push({ turn, scores });
  }
  const final = finalEvents(steps);
  if (final.length > 0) history.push({ turn, scores: scoresAfter(scores, final) });
  return history;
}

/** The segments of the realm in which an event happened: what the board lights up. */
export function segmentsOf(
  view: Pick<TableView, "segments">,
  event: { realm: string; x: number; y: number },
): string[] {
  const name = `${event.realm}@${event.x},${event.y}`;
  return view.segments.find((segments) => segments.includes(name)) ?? [name];
}

/** How many tiles are still to be drawn. */
export function tilesInStack(view: TableView): number {
  return Object.values(view.state.bag).reduce((sum, count) => sum + count, 0);
}
