/** The card of a turn in a review: what happened, the computer's judgement, and the luck. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Candidate, GameEvent, Rollout } from "../../../js/src/types";
import { Maps } from "../board/maps";
import type { Step } from "../game/model";
import type { ReviewTable } from "../game/review";
import { expectation } from "../panels/hint";
import { type Names, sentences } from "../panels/log";
import { type Pictures, tileImage } from "../panels/pictures";
import { scoresAfter, sideOf } from "../panels/sides";
import { seatMark } from "../ui/seat-mark";
import { placeWord } from "../words/terms";
import { number, percent, t } from "../words/words";
import { decisions, type TurnReview } from "./analyst";
import { judge, loss } from "./judgement";
import { signed } from "./summary";

/** The functions and data that the surrounding screen provides. */
export interface CardOptions {
  names: Names;
  pictures: Pictures;
  /** Shows a turn on the board in place of the played one; null ends this. */
  show(move: string | null): void;
  /** Returns a text about the gains of a turn; called only at stops with a drawn tile. */
  brings(move: string): string;
  /** The rollout of a decision, and what begins it. */
  rolled(stop: number): { result: Rollout | null; running: boolean };
  rollOut(turn: TurnReview): void;
}

/** A text about the effects of a turn other than laying the tile. */
export function turnText(events: readonly GameEvent[], names: Names): string {
  const told = events.filter((event) => !["drawn", "placed", "returned"].includes(event.event));
  const lines = sentences(told, names).map((line) => line.text);
  return lines.length > 0 ? lines.join(" ") : t("panels.hint.none");
}

/** The cell of a move's tile: "3 right, 1 up". */
function placeText(move: string): string {
  const [, x, y] = /@(-?\d+),(-?\d+)/.exec(move) ?? [];
  return placeWord({ x: Number(x), y: Number(y) });
}

/** The place of a stop in the game: the number of turns before it, and whether a tile is drawn. */
export function placeOf(steps: readonly Step[], stop: number): { turn: number; drawn: boolean } {
  const before = steps.slice(0, stop);
  const turns = before.filter((step) => step.events.some((event) => event.event === "placed")).length;
  const last = before[before.length - 1]?.events ?? [];
  return { turn: turns, drawn: last.length > 0 && last[last.length - 1].event === "drawn" };
}

/** A description of a stop. */
export function stopText(table: ReviewTable, stop: number, names: Names): string {
  const step = table.steps[stop - 1];
  if (!step) return t("review.at.start");
  const { turn, drawn } = placeOf(table.steps, stop);
  const name = names.seat(step.seat);
  const tile = () => new Maps(table.engine).words(step.words[step.words.length - 1]);
  if (drawn) return t("review.at.drawn", { n: turn + 1, name, tile: tile() });
  const played = step.events.some((event) => event.event === "placed");
  return played ? t("review.at.played", { n: turn, name }) : t("review.at.out", { n: turn });
}

function verdict(turn: TurnReview): TemplateResult {
  const judgement = judge(turn);
  const lost = loss(turn);
  const points = t("panels.points", { n: Math.round(lost.diff) });
  const given =
    judgement === "best" ? nothing : html`<span>${t("review.gave", { win: percent(lost.win), points })}</span>`;
  const idle = turn.counted ? nothing : html`<span class="soft small">${t("review.uncounted")}</span>`;
  return html`<p class="verdict" data-judgement=${judgement}><b>${t(`review.judgement.${judgement}`)}</b
    > ${given} ${idle}</p>`;
}

function candidate(
  each: Candidate,
  turn: TurnReview,
  drawn: boolean,
  draw: number,
  options: CardOptions,
): TemplateResult {
  const show = () => options.show(each.move);
  const hide = () => options.show(null);
  const opinion =
    each.win === null
      ? t("review.turns.unsure")
      : `${t("panels.hint.win", { win: percent(each.win) })}, ${expectation(each.diff)}`;
  return html`<li><button class="hint" @pointerenter=${show} @pointerleave=${hide} @focus=${show} @blur=${hide}
    @click=${show}>
    ${tilePicture(each.move, draw, options.pictures)}
    <span class="hint-text"><b>${placeText(each.move)}</b>
      ${each.move === turn.move ? html`<span class="played">${t("review.turns.played")}</span>` : nothing}
      ${drawn ? html`<span>${options.brings(each.move)}</span>` : nothing}
      <span class="soft small">${opinion}</span></span>
  </button></li>`;
}

/** The button that rolls a decision out, and what is known of it. */
function rollOut(turn: TurnReview, options: CardOptions): TemplateResult | typeof nothing {
  if (turn.candidates.length < 2) return nothing;
  const { result, running } = options.rolled(turn.stop);
  const share = (value: number) => number(value, { style: "percent", maximumFractionDigits: 1 });
  return html`<button class="button button-plain" ?disabled=${running}
      @click=${() => options.rollOut(turn)}>${t("review.rollout")}</button>
    <div aria-live="polite">${
      result
        ? html`<p class="soft small">${t(
            result.separated ? "review.rollout.clear" : running ? "review.rollout.going" : "review.rollout.open",
            { n: result.trials },
          )}</p>
          <ol class="rollout">${result.turns.map(
            (each) => html`<li><b>${placeText(each.move)}</b>
              ${each.move === turn.move ? html`<span class="played">${t("review.turns.played")}</span>` : nothing}
              <span class="small figures">${share(each.win.value)} ± ${share(each.win.error)}${
                each.behind.value > 0
                  ? html`, ${t("review.rollout.behind", {
                      win: share(each.behind.value),
                      error: share(each.behind.error),
                    })}`
                  : nothing
              }</span></li>`,
          )}</ol>`
        : running
          ? html`<p class="soft small">${t("review.rollout.going", { n: 0 })}</p>`
          : nothing
    }</div>`;
}

function luck(turn: TurnReview): TemplateResult | typeof nothing {
  if (!turn.draw && !turn.dice) return nothing;
  return html`<p class="luck small">
    ${turn.draw ? html`<span>${t("review.luck.draw", { points: signed(turn.draw.diff) })}</span>` : nothing}
    ${turn.dice ? html`<span>${t("review.luck.dice", { points: signed(turn.dice.diff) })}</span>` : nothing}
  </p>`;
}

/** The card of the turn at the table's stop; `turn` is its analysis, if available. */
export function turnCard(table: ReviewTable, turn: TurnReview | undefined, options: CardOptions): TemplateResult {
  const { stop, steps } = table;
  const { drawn } = placeOf(steps, stop);
  const events =
    steps[stop - 1]?.events.filter((event) => event.event !== "drawn" && !(event.event === "scored" && event.final)) ??
    [];
  return html`<section class="turn-card panel" aria-labelledby="turn-title">
    <h2 id="turn-title">${stopText(table, stop, options.names)}</h2>
    ${sentences(events, options.names).map((line) => html`<p>${line.text}</p>`)}
    ${turn ? html`${verdict(turn)}${luck(turn)}` : nothing}
    ${
      turn && drawn
        ? html`<h3 class="legend">${t("review.turns.best")}</h3>
          <ol
            class="hints">${turn.candidates.map((each) =>
              candidate(each, turn, drawn, table.view.state.board.length, options),
            )}</ol>
          ${rollOut(turn, options)}`
        : nothing
    }
  </section>`;
}

/** The picture of a move's tile in its rotation. */
function tilePicture(move: string, draw: number, pictures: Pictures): TemplateResult {
  const [, id, x, y, rotation] = /^(\w+)@(-?\d+),(-?\d+)r(\d)/.exec(move)!;
  const image = tileImage(pictures.tile(id, Number(rotation), { x: Number(x), y: Number(y) }, draw));
  return html`<svg class="turn-tile" viewBox="0 0 1000 1000" aria-hidden="true">${image}</svg>`;
}

/** The mover's points in a step, without the final scoring. */
function gained(table: ReviewTable, step: Step): number {
  const { state } = table.view;
  const played = step.events.filter((event) => event.event !== "scored" || !event.final);
  return scoresAfter(
    state.scores.map(() => 0),
    played,
  )[sideOf(state, step.seat) - 1];
}

/** The mover's winning probability before the move, as in the curve. */
function chance(turn: TurnReview): TemplateResult {
  const win = percent(turn.best.win);
  return html`<span class="turn-chance figures soft" aria-label=${t("panels.hint.win", { win })}>${win}</span>`;
}

function turnItem(
  table: ReviewTable,
  index: number,
  position: number,
  first: number,
  turn: TurnReview | undefined,
  options: ListOptions,
): TemplateResult {
  const step = table.steps[index];
  const seat = table.view.seats[step.seat - 1];
  const here = table.stop === index || table.stop === index + 1;
  const points = gained(table, step);
  return html`<li><button class="turn-item" aria-current=${here ? "step" : "false"} @click=${() => options.go(index)}>
    <span
      class="figures">${number(position)}</span
        >${tilePicture(step.words[0], first + position - 1, options.pictures)}${seatMark(seat.colour)}
    <span class="turn-name">${seat.name}</span>
    <span class="figures"
      aria-label=${t("review.turns.points", { points })}>${points ? `+${number(points)}` : ""}</span>
    ${turn ? chance(turn) : nothing}
    <span class="judgement"
      data-judgement=${turn ? judge(turn) : nothing}>${turn ? t(`review.judgement.${judge(turn)}`) : nothing}</span>
  </button></li>`;
}

export interface ListOptions {
  pictures: Pictures;
  go(stop: number): void;
}

/** The list of all turns with their judgements; a click goes to a turn. */
export function turnList(
  table: ReviewTable,
  turns: ReadonlyMap<number, TurnReview>,
  options: ListOptions,
): TemplateResult {
  const moves = decisions(table);
  /* The tiles before all turns. */
  const first = table.view.state.board.length - moves.filter((index) => index < table.stop).length;
  return html`<ol
    class="turn-list"
      >${moves.map((index, at) => turnItem(table, index, at + 1, first, turns.get(index), options))}</ol>`;
}
