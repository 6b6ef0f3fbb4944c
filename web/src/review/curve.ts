/** The chart of winning probabilities over the game, with a mark at each turn that gave something away. */
import { svg, type TemplateResult } from "lit-html";
import type { ReviewTable } from "../game/review";
import { type ChartPoint, chart, type Series } from "../panels/chart";
import { seatsOfSides } from "../panels/sides";
import { percent, t } from "../words/words";
import type { Progress } from "./analysis";
import type { TurnReview } from "./analyst";
import { judge } from "./judgement";

const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The winning probability before a turn: with two sides, that of side 1; otherwise that of the mover's side. */
function chanceOf(turn: TurnReview, two: boolean): number {
  return two && turn.side === 2 ? 1 - turn.best.win : turn.best.win;
}

/** The result as a winning probability of a side; null if the game is not over. */
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

/** A description of the curve. */
export function curveLabel(table: ReviewTable): string {
  const two = table.view.state.scores.length === 2;
  return two ? t("review.curve.two", { name: table.view.seats[0].name }) : t("review.curve.many");
}

export interface CurveOptions {
  /** The width in units; the height of charts is constant. */
  width: number;
  /** Called with the stop that the person clicked. */
  go(stop: number): void;
}

/** The curve of the analysed turns; a click goes to that stop of the game. */
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
