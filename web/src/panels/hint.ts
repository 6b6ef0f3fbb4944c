/** Hints in casual games: the computer's best turns, with what it expects of them. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Candidate } from "../engine/types";
import type { TableView } from "../game/model";
import { number, percent, t } from "../words/words";
import { adviceWords } from "./advice";
import { type Gains, gainsWords } from "./gains";
import type { Names } from "./log";

/** A turn that is proposed, with what it would bring. */
export interface Hint {
  candidate: Candidate;
  gains: Gains;
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

export interface HintOptions {
  view: TableView;
  names: Names;
  /** The board shows a turn, or no longer. */
  show(move: string | null): void;
  /** A turn was chosen to be looked at on the board. */
  reveal(move: string): void;
  close(): void;
}

/** The hints for a screen reader, from the best on. The messages of the area "hints" are loaded. */
export function hintsSaid(hints: readonly Hint[], view: TableView): string {
  const said = hints.map(({ candidate: { move }, gains }, index) =>
    t("hints.said", { rank: number(index + 1), what: adviceWords(move, gains, view) }),
  );
  return said.join(" ");
}

function hint({ candidate, gains }: Hint, rank: number, options: HintOptions): TemplateResult {
  const { move, win, diff } = candidate;
  const { view, names } = options;
  const show = () => options.show(move);
  const hide = () => options.show(null);
  return html`<li><button class="hint" @pointerenter=${show} @pointerleave=${hide} @focus=${show} @blur=${hide} @click=${() => options.reveal(move)}>
    <span class="hint-rank">${number(rank)}</span>
    <span class="hint-text"><b>${adviceWords(move, gains, view)}</b> ${gainsWords(gains, view, names)}
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
