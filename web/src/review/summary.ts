/** The table of luck and skill for each side. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Performance, WinLead } from "../../../js/src/types";
import type { ReviewTable } from "../game/review";
import type { Names } from "../panels/log";
import { seatsOfSides } from "../panels/sides";
import { seatMark } from "../ui/seat-mark";
import { number, percent, t } from "../words/words";
import type { Progress } from "./analysis";
import { battlesOf } from "./battles";
import { type Judgement, leastLoss, type SideSummary, summarize } from "./judgement";

const ORDER: readonly Judgement[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** Formats points with a sign and one decimal. */
export function signed(points: number): string {
  return number(points, { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

function row(
  title: string,
  sides: readonly SideSummary[],
  cell: (side: SideSummary, index: number) => string,
): TemplateResult {
  return html`<tr><th scope="row">${title}</th>${sides.map((side, index) => html`<td>${cell(side, index)}</td>`)}</tr>`;
}

function battleRow(table: ReviewTable, sides: readonly SideSummary[]): TemplateResult | typeof nothing {
  const battles = battlesOf(table.steps, sides.length, (dice) => table.engine.odds(dice));
  if (battles.every(({ fought }) => fought === 0)) return nothing;
  return row(
    t("review.summary.battles"),
    sides,
    (_, i) => `${number(battles[i].won)} (${number(battles[i].expected, ONE)})`,
  );
}

const ONE = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** What the losses of counted decisions are as a rating. */
export function performanceOf({ engine }: ReviewTable, playouts: number, losses: readonly number[]): Performance {
  const parts = losses.map((lost) => Math.round(10000 * lost));
  return JSON.parse(engine.command(["performance", playouts, ...parts].join(" "))[0]) as Performance;
}

function ratingText({ rating, error }: Performance): string {
  return rating === null || error === null ? "–" : `${number(rating, ONE)} ± ${number(error, ONE)}`;
}

function likeText({ level, low, high }: Performance): string {
  if (level === null || low === null || high === null) return "–";
  return t("review.summary.level", { level, low, high });
}

function resultText(result: WinLead): string {
  return `${signed(result.diff)} (${percent(result.win)})`;
}

/** The luck of each side, and the result with and without it. */
function luckRows(progress: Progress, sides: readonly SideSummary[]): TemplateResult | typeof nothing {
  const luck = progress.luck?.sides;
  if (!luck) return nothing;
  const dice = luck.some((side) => side.dice.diff !== 0);
  const over = luck.every(({ result }) => result !== null);
  return html`${row(t("review.summary.draws"), sides, (_, i) => signed(luck[i].draws.diff))}
    ${dice ? row(t("review.summary.dice"), sides, (_, i) => signed(luck[i].dice.diff)) : nothing}
    ${over ? row(t("review.summary.result"), sides, (_, i) => resultText(luck[i].result!)) : nothing}
    ${over ? row(t("review.summary.adjusted"), sides, (_, i) => resultText(luck[i].adjusted!)) : nothing}`;
}

/** The header of a side's column: its marks, and its name if there is space. */
function sideHead({ view }: ReviewTable, side: number, names: Names): TemplateResult {
  const marks = seatsOfSides(view.state)[side - 1].map((seat) => seatMark(view.seats[seat - 1].colour));
  return html`<th scope="col">${marks} <span class="summary-name">${names.side(side)}</span></th>`;
}

/** The table of the turns analysed so far. `practise` keeps the mistakes of a side as puzzles. */
export function summary(
  table: ReviewTable,
  progress: Progress,
  names: Names,
  practise: (side: number) => void,
): TemplateResult {
  const done = progress.turns.size;
  if (done === 0) return html`<p class="soft">${t("review.summary.none")}</p>`;
  const sides = summarize([...progress.turns.values()], seatsOfSides(table.view.state).length);
  const played = sides.map(({ counted }) => performanceOf(table, progress.playouts, counted));
  return html`<div class="stack">
    ${
      done < progress.count
        ? html`<p
      class="soft">${t("review.summary.part", { done, n: progress.count })}</p>`
        : nothing
    }
    <div class="summary-scroll" tabindex="0" role="region" aria-label=${t("review.tab.summary")}>
      <table class="figures summary">
        <thead><tr><td></td>${sides.map(({ side }) => sideHead(table, side, names))}</tr></thead>
        <tbody>
          ${row(t("review.summary.rating"), sides, (_, i) => ratingText(played[i]))}
          ${row(t("review.summary.like"), sides, (_, i) => likeText(played[i]))}
          ${row(t("review.summary.counted"), sides, ({ counted }) => number(counted.length))}
          ${ORDER.map((name) => row(t(`review.summary.${name}`), sides, ({ counts }) => number(counts[name])))}
          ${row(t("review.summary.given"), sides, ({ given }) => signed(-given.diff))}
          ${battleRow(table, sides)}
          ${luckRows(progress, sides)}
        </tbody>
      </table>
    </div>
    ${sides.map(({ side, counts: { mistake, blunder } }) =>
      mistake + blunder > 0
        ? html`<button class="button" @click=${() => practise(side)}
      >${t("review.practise", { n: mistake + blunder, name: names.side(side) })}</button>`
        : nothing,
    )}
    <p class="soft small">${t("review.summary.how", {
      inaccuracy: percent(leastLoss("inaccuracy")),
      mistake: percent(leastLoss("mistake")),
      blunder: percent(leastLoss("blunder")),
      noise: number(played[0].noise, ONE),
    })}</p>
  </div>`;
}
