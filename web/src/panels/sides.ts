/** The sides of a game: their seats, their scores turn by turn, and their ranks. */
import type { GameEvent, State } from "../../../js/src/types";
import type { Step, TableView } from "../game/model";

/** A side in the final order. Equal scores share a rank (SW-6.3, CL-5.3). */
export interface Rank {
  rank: number;
  side: number;
  score: number;
}

/** A point of the score history: the scores of all sides after a turn. */
export interface ScoresAfter {
  /** The number of turns so far. The point for the final scoring has the same number as the point before it. */
  turn: number;
  scores: number[];
}

/** The seats (1-based) of each side: one each, or in the team game two opposite seats (SW-8.1). */
export function seatsOfSides(state: Pick<State, "options"> & { colours: readonly unknown[] }): number[][] {
  if (state.options.includes("teams"))
    return [
      [1, 3],
      [2, 4],
    ];
  return state.colours.map((_, seat) => [seat + 1]);
}

/** The side (1-based) of a seat. */
export function sideOf(state: Pick<State, "options">, seat: number): number {
  return state.options.includes("teams") ? ((seat - 1) % 2) + 1 : seat;
}

/** Whether it is the turn of a seat (1-based), or its turn is being shown. After the last tile it is nobody's turn,
 * even while the final scoring is shown. */
export function isOnTurn(view: Pick<TableView, "stage" | "state" | "showing">, seat: number): boolean {
  const { phase, seat: mover } = view.state;
  return view.stage === "playing" && (view.showing ?? (phase === "over" ? 0 : mover)) === seat;
}

/** The sides by score, the best first; sides with equal scores in the order of their numbers. The sides `out` share the
 * last place. */
export function ranking(scores: readonly number[], out: readonly number[] = []): Rank[] {
  const worth = scores.map((score, index) => (out.includes(index + 1) ? Number.NEGATIVE_INFINITY : score));
  return scores
    .map((score, index) => ({ rank: 1 + worth.filter((other) => other > worth[index]).length, side: index + 1, score }))
    .sort((a, b) => a.rank - b.rank || a.side - b.side);
}

/** The points that an event adds, by side. */
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

/** The events of the final scoring, in order. */
export function finalEvents(steps: readonly Step[]): Extract<GameEvent, { event: "scored" }>[] {
  return steps
    .flatMap((step) => step.events)
    .filter((event): event is Extract<GameEvent, { event: "scored" }> => event.event === "scored" && event.final);
}

/** Those of these events that score points; the final scoring is shown in these steps. */
export function finalGains(steps: readonly Step[]): ReturnType<typeof finalEvents> {
  return finalEvents(steps).filter(({ points }) => points > 0);
}

/** The scores before the first step and after each turn; the last point includes the final scoring. */
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

/** The segments of an event's realm, which the board lights up. */
export function segmentsOf(
  view: Pick<TableView, "segments">,
  event: { realm: string; x: number; y: number },
): string[] {
  const name = `${event.realm}@${event.x},${event.y}`;
  return view.segments.find((segments) => segments.includes(name)) ?? [name];
}

/** The number of tiles left to draw. */
export function tilesInStack(view: TableView): number {
  return Object.values(view.state.bag).reduce((sum, count) => sum + count, 0);
}
