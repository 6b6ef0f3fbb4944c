/** The scores during the game, as a chart and as a table. */
import { html, type TemplateResult } from "lit-html";
import type { Seat, TableView } from "../game/model";
import { seatMark } from "../ui/seat-mark";
import { number, t } from "../words/words";
import { chart, roundTicks, type Series } from "./chart";
import type { Names } from "./log";
import { type ScoresAfter, scoreHistory, seatsOfSides } from "./sides";

const CHART_WIDTH = 400;

/** The score history of a table. A game that began at a position begins with the scores of that position. */
export function historyOf(view: TableView): ScoresAfter[] {
  const gained = scoreHistory(
    view.steps,
    view.state.scores.map(() => 0),
  );
  const end = gained[gained.length - 1].scores;
  const start = view.state.scores.map((score, side) => score - end[side]);
  return gained.map(({ turn, scores }) => ({ turn, scores: scores.map((score, side) => score + start[side]) }));
}

function seriesOf(history: readonly ScoresAfter[], side: number, seat: Seat): Series {
  const points = history.map((after, x) => ({ x, y: after.scores[side] }));
  return { colour: seat.colour, seat: seat.number, points };
}

function turnName(history: readonly ScoresAfter[], index: number): string {
  const final = index > 0 && history[index].turn === history[index - 1].turn;
  return final ? t("panels.chart.final") : number(history[index].turn);
}

function numbers(history: readonly ScoresAfter[], names: readonly string[]): TemplateResult {
  return html`<details class="numbers">
    <summary>${t("panels.chart.numbers")}</summary>
    <div class="numbers-scroll" tabindex="0" role="region" aria-label=${t("panels.chart.label")}>
      <table class="figures">
        <thead><tr><th scope="col">${t("panels.chart.turn")}</th>${names.map(
          (name) => html`<th
          scope="col">${name}</th>`,
        )}</tr></thead>
        <tbody>
          ${history.map(
            (after, index) => html`<tr><th scope="row">${turnName(history, index)}</th>
              ${after.scores.map((score) => html`<td>${number(score)}</td>`)}</tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** The chart of all sides' scores with its table. */
export function scoreChart(view: TableView, names: Names): TemplateResult {
  const history = historyOf(view);
  const sides = seatsOfSides(view.state);
  const most = Math.max(10, ...history.flatMap((after) => after.scores));
  const series = sides.map(([seat], side) => seriesOf(history, side, view.seats[seat - 1]));
  return html`${chart(series, {
    label: t("panels.chart.label"),
    width: CHART_WIDTH,
    xMax: history.length - 1,
    yMin: 0,
    yMax: most,
    ticks: roundTicks(0, most),
    tick: number,
    titles: { x: t("panels.chart.turn"), y: t("panels.table.score") },
  })}
    <ul class="chart-legend">
      ${sides.map(([seat], side) => html`<li>${seatMark(view.seats[seat - 1].colour)} ${names.side(side + 1)}</li>`)}
    </ul>
    ${numbers(
      history,
      sides.map((_, side) => names.side(side + 1)),
    )}`;
}
