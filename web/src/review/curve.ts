/** The evaluation over the game: chances to win, with a mark where a turn gave something away. */
import { svg, type TemplateResult } from "lit-html";
import type { ReviewTable } from "../game/review";
import { type ChartPoint, chart, type Series } from "../panels/chart";
import { seatsOfSides } from "../panels/sides";
import { percent, t } from "../words/words";
import type { Progress } from "./analysis";
import type { TurnReview } from "./analyst";
import { judge } from "./judgement";

const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The chance of side 1 of two before a turn, or that of the mover's side. */
function chanceOf(turn: TurnReview, two: boolean): number {
  return two && turn.side === 2 ? 1 - turn.best.win : turn.best.win;
}

/** The result as a chance for a side; null while the game is not over. */
function ending(table: ReviewTable, side: number): number | null {
  const { view, steps } = table;
  if (!steps.some((step) => step.events.some((event) => event.event === "over"))) return null;
  const over = steps[steps.length - 1].events.find((event) => event.event === "over");
  const scores = over?.event === "over" ? over.scores : view.state.scores;
  const best = Math.max(...scores);
  return scores[side - 1] === best ? 1 / scores.filter((score) => score === best).length : 0;
}

function seriesOf(table: ReviewTable, turns: readonly TurnReview[], complete: boolean): Series[] {
  const sides = seatsOfSides(table.view.state);
  const two = sides.length === 2;
  return sides.slice(0, two ? 1 : sides.length).map(([number], index) => {
    const seat = table.view.seats[number - 1];
    const own = turns.filter((turn) => two || turn.side === index + 1);
    const points = own.map((turn) => ({ x: turn.stop, y: chanceOf(turn, two) }));
    const end = complete ? ending(table, index + 1) : null;
    return {
      colour: seat.colour,
      seat: seat.number,
      points: end === null ? points : [...points, { x: table.steps.length, y: end }],
    };
  });
}

function marks(turns: readonly TurnReview[], two: boolean, place: (point: ChartPoint) => ChartPoint): TemplateResult {
  const told = turns.filter((turn) => ["inaccuracy", "mistake", "blunder"].includes(judge(turn)));
  return svg`${told.map((turn) => {
    const { x, y } = place({ x: turn.stop, y: chanceOf(turn, two) });
    return svg`<circle class="curve-mark" data-judgement=${judge(turn)} cx=${x} cy=${y} r="4"></circle>`;
  })}`;
}

/** What the curve shows, in words. */
export function curveLabel(table: ReviewTable): string {
  const two = table.view.state.scores.length === 2;
  return two ? t("review.curve.two", { name: table.view.seats[0].name }) : t("review.curve.many");
}

export interface CurveOptions {
  /** Units wide: a chart's height is the same everywhere. */
  width: number;
  /** Called with the stop that was pointed at. */
  go(stop: number): void;
}

/** The curve as far as it is known; a click goes to that place of the game. */
export function curve(table: ReviewTable, progress: Progress, { width, go }: CurveOptions): TemplateResult {
  const turns = [...progress.turns.values()].sort((a, b) => a.stop - b.stop);
  const two = seatsOfSides(table.view.state).length === 2;
  return chart(seriesOf(table, turns, turns.length === progress.count), {
    label: curveLabel(table),
    width,
    xMax: table.steps.length,
    yMin: 0,
    yMax: 1,
    ticks: TICKS,
    tick: percent,
    cursor: table.stop,
    over: (place) => marks(turns, two, place),
    pick: go,
  });
}
