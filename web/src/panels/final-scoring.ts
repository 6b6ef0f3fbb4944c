/**
 * The panel at the end of a game: the winners, the final scoring realm by realm, and the table of ranks.
 */
import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { GameEvent } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { number, t } from "../words/words";
import { type Names, sentences } from "./log";
import type { Pictures } from "./pictures";
import { finalGains, ranking, scoresAfter } from "./sides";
import { insteadTexts, isCutShort, winnerSeats, winnersText } from "./winners";

type Scored = Extract<GameEvent, { event: "scored" }>;

/** The scores by side before the final scoring. */
function before(view: TableView, events: readonly Scored[]): number[] {
  const gained = scoresAfter(
    view.state.scores.map(() => 0),
    events,
  );
  return view.state.scores.map((score, side) => score - gained[side]);
}

/** The table of ranks, with the points during the game, in the final scoring, and in total. */
export function rankTable(view: TableView, names: Names): TemplateResult {
  const played = before(view, finalGains(view.steps));
  return html`<table class="ranks figures">
    <thead><tr>
      <th scope="col">${t("panels.table.rank")}</th><th scope="col">${t("panels.table.name")}</th>
      <th scope="col">${t("panels.table.played")}</th><th scope="col">${t("panels.table.final")}</th>
      <th scope="col">${t("panels.table.score")}</th>
    </tr></thead>
    <tbody>${ranking(view.state.scores).map(
      ({ rank, side, score }) => html`<tr data-first=${rank === 1}>
        <td>${number(rank)}</td><th scope="row">${names.side(side)}</th><td>${number(played[side - 1])}</td>
        <td>+${number(score - played[side - 1])}</td><td><b>${number(score)}</b></td>
      </tr>`,
    )}</tbody>
  </table>`;
}

function scoresLine(names: Names, scores: readonly number[]): TemplateResult {
  return html`<p class="final-scores figures">
    ${scores.map((score, side) => html`<span>${names.side(side + 1)} <b>${number(score)}</b></span>`)}
  </p>`;
}

/** The reader's position in the final scoring: 0 before it, n after its first n realms. */
export interface FinalPlace {
  at: number;
  /** The result may be shown. */
  over: boolean;
  /** The pictures of meeples; without them the result is only text. */
  pictures?: Pictures;
  /** The content below the table of ranks. */
  below?: TemplateResult;
  /** Called to go to a position; absent if the board has the buttons and shows the scored realm. */
  go?: (at: number) => void;
}

/** A meeple and the name of each winner. */
function winner(view: TableView, names: Names, pictures?: Pictures): TemplateResult {
  const figure = (shown: Pictures) => (seat: number) => {
    const piece = view.setup.game === "classic" ? "meeple" : "large";
    const { href, size } = shown.piece(piece, view.seats[seat - 1].colour);
    return html`<svg class="winner-figure" viewBox="0 0 ${size} ${size}">${svg`<use href=${href}></use>`}</svg>`;
  };
  const seats = winnerSeats(view);
  const figures = pictures && seats.map(figure(pictures));
  const own = view.seats.filter(({ mine }) => mine);
  const yours = own.length === 1 && seats.includes(own[0].number);
  return html`<div class="winner-card">
    ${figures ? html`<span class="winner-figures" aria-hidden="true">${figures}</span>` : nothing}
    <p class="winner">${yours ? html`<b>${t("panels.winner.you")}</b>` : nothing} ${winnersText(view, names)}</p>
    ${insteadTexts(view, names).map((text) => html`<p class="soft small winner-instead">${text}</p>`)}
  </div>`;
}

function buttons({ at, go }: FinalPlace, count: number): TemplateResult | typeof nothing {
  if (!go) return nothing;
  return html`<div class="row">
    <button class="button" ?disabled=${at <= 0} @click=${() => go(at - 1)}>${t("panels.final.previous")}</button>
    <button class="button button-main" ?disabled=${at >= count} @click=${() => go(at + 1)}>
      ${t("panels.final.next")}
    </button>
    <button class="button button-plain" ?disabled=${at >= count}
      @click=${() => go(count)}>${t("panels.final.all")}</button>
  </div>`;
}

/** The final scoring up to the reader's position; at the end, the table of ranks. */
export function finalScoring(view: TableView, names: Names, place: FinalPlace): TemplateResult {
  const below = place.below ?? nothing;
  const result = () => winner(view, names, place.pictures);
  if (isCutShort(view)) return html`<div class="stack final">${result()}${below}</div>`;
  const events = finalGains(view.steps);
  const shown = events.slice(0, place.at);
  const scores = scoresAfter(before(view, events), shown);
  const lines = sentences(shown, names);
  const ended = place.over && place.at >= events.length;
  const step = html`<p class="final-step">
      <span
        class="legend">${
          place.at === 0 ? t("panels.final.before") : t("panels.final.step", { at: place.at, n: events.length })
        }</span>
      ${lines.length > 0 ? lines[lines.length - 1].text : nothing}
    </p>`;
  const told = place.go ? lines.slice(0, -1) : lines;
  return html`<div class="stack final">
    ${events.length === 0 ? html`<p>${t("panels.final.nothing")}</p>` : buttons(place, events.length)}
    ${place.go ? step : nothing} ${ended && !place.go ? nothing : scoresLine(names, scores)}
    ${ended ? html`${result()}${rankTable(view, names)}${below}` : nothing}
    ${told.length > 0 ? html`<ol class="final-list">${told.map((line) => html`<li>${line.text}</li>`)}</ol>` : nothing}
  </div>`;
}
