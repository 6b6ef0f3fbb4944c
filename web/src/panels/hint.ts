/** Hints in casual games: the computer's best turns, with what it expects of them. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Candidate, GameEvent } from "../engine/types";
import { placeWord } from "../words/terms";
import { number, t } from "../words/words";
import { type Names, sentences } from "./log";

/** A turn that is proposed, with the events that it would bring. */
export interface Hint {
  candidate: Candidate;
  events: GameEvent[];
}

/** Where a hint stands: not asked for, being thought about, or there. */
export type Hints = null | "thinking" | Hint[];

const EVEN = 0.5;

/** The expected lead in words. */
export function expectation(diff: number): string {
  const points = t("panels.points", { n: Math.round(Math.abs(diff)) });
  if (Math.abs(diff) < EVEN) return t("panels.hint.level");
  return diff > 0 ? t("panels.hint.ahead", { points }) : t("panels.hint.behind", { points });
}

/** A probability in percent. */
export function percent(probability: number): string {
  return number(probability, { style: "percent", maximumFractionDigits: 0 });
}

/** What a turn does besides laying the tile, in words. */
export function turnText(events: readonly GameEvent[], names: Names): string {
  const told = events.filter((event) => !["drawn", "placed", "returned"].includes(event.event));
  const lines = sentences(told, names).map((line) => line.text);
  return lines.length > 0 ? lines.join(" ") : t("panels.hint.none");
}

/** Where a move lays its tile: "3 right, 1 up". */
export function placeText(move: string): string {
  const [, x, y] = /@(-?\d+),(-?\d+)/.exec(move) ?? [];
  return placeWord({ x: Number(x), y: Number(y) });
}

export interface HintOptions {
  names: Names;
  /** The board shows a turn, or no longer. */
  show(move: string | null): void;
  /** A turn was chosen to be looked at on the board. */
  reveal(move: string): void;
  close(): void;
}

function hint(each: Hint, rank: number, options: HintOptions): TemplateResult {
  const { move, win, diff } = each.candidate;
  const show = () => options.show(move);
  const hide = () => options.show(null);
  return html`<li><button class="hint" @pointerenter=${show} @pointerleave=${hide} @focus=${show} @blur=${hide} @click=${() => options.reveal(move)}>
    <span class="hint-rank">${number(rank)}</span>
    <span class="hint-text"><b>${placeText(move)}</b> ${turnText(each.events, options.names)}
      <span class="soft small">${t("panels.hint.win", { win: percent(win) })}, ${expectation(diff)}</span></span>
  </button></li>`;
}

/** The hints asked for. */
export function hintList(hints: Hints, options: HintOptions): TemplateResult | typeof nothing {
  if (hints === null) return nothing;
  if (hints === "thinking") return html`<p class="soft" role="status">${t("panels.hint.thinking")}</p>`;
  return html`<ol class="hints">${hints.map((each, index) => hint(each, index + 1, options))}</ol>
    <button class="button button-plain" @click=${options.close}>${t("panels.hint.close")}</button>`;
}
