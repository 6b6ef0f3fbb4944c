/** Hints in casual games: the computer's best turns, with its expectations. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Engine } from "../../../js/src/engine";
import type { Candidate } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { cross } from "../ui/icons";
import { turnedWords } from "../words/decisions";
import { number, percent, t } from "../words/words";
import { adviceWords, toldApart } from "./advice";
import { type Gains, gainsOf, gainsWords } from "./gains";
import type { Names } from "./log";

/** A proposed turn, with a sentence about what it does and a text about its gains. */
export interface Hint {
  candidate: Candidate;
  words: string;
  gains: Gains;
}

/** The state of the hints: not requested (null), being computed, or available. */
export type Hints = null | "thinking" | Hint[];

/** The number of proposed turns. */
const HINTS = 3;

const EVEN = 0.5;

/** A text about the expected lead. */
export function expectation(diff: number): string {
  const points = t("panels.points", { n: Math.round(Math.abs(diff)) });
  if (Math.abs(diff) < EVEN) return t("panels.hint.level");
  return diff > 0 ? t("panels.hint.ahead", { points }) : t("panels.hint.behind", { points });
}

/**
 * The proposals: the turns that the computer prefers, the highest winning probability first. Turns that differ only in
 * the meeple form one proposal, the preferred one first.
 */
export function proposed(candidates: readonly Candidate[]): Candidate[][] {
  const proposals = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const place = candidate.move.replace(/=\w+:/, "=:");
    const same = proposals.get(place) ?? [];
    if (same.length === 0 && proposals.size === HINTS) break;
    proposals.set(place, [...same, candidate]);
  }
  return [...proposals.values()].sort(([a], [b]) => b.win - a.win || b.diff - a.diff);
}

/**
 * Makes hints from candidates, the best first; `engine` is at the view's position. The message area "hints" must be
 * loaded.
 */
export function hintsOf(candidates: readonly Candidate[], view: TableView, engine: Engine): Hint[] {
  const best = proposed(candidates);
  const turns = best.map((same) => same.map(({ move }) => move));
  const gains = turns.map(([move]) => gainsOf(move, view, engine));
  const sentences = turns.map(([move], at) => adviceWords(move, gains[at], view));
  const words = toldApart(turns, sentences, (tile, rotation) => turnedWords(engine.map(tile, rotation)));
  return best.map(([candidate], at) => ({ candidate, words: words[at], gains: gains[at] }));
}

export interface HintOptions {
  view: TableView;
  names: Names;
  /** The last chosen turn; null if there is none. */
  chosen: string | null;
  /** Shows a turn on the board; null removes it. */
  show(move: string | null): void;
  /** Called when a turn is chosen by a click: the turn is laid on the board, and the person can send it. */
  choose(move: string, click: UIEvent): void;
  close(): void;
}

function said({ words }: Hint, index: number): string {
  return t("hints.said", { rank: number(index + 1), what: words });
}

/** The text of the hints for a screen reader, the best first. */
export function hintsSaid(hints: readonly Hint[]): string {
  return hints.map(said).join(" ");
}

function hint({ candidate, words, gains }: Hint, rank: number, options: HintOptions): TemplateResult {
  const { move, win, diff } = candidate;
  const { view, names, chosen } = options;
  const show = () => options.show(move);
  const hide = () => options.show(null);
  return html`<li><button class="hint" aria-pressed=${move === chosen} @pointerenter=${show} @pointerleave=${hide}
    @focus=${show} @blur=${hide} @click=${(click: UIEvent) => options.choose(move, click)}>
    <span class="hint-rank">${number(rank)}</span>
    <span class="hint-text"><b>${words}</b> ${gainsWords(gains, view, names)}
      <span class="soft small">${t("panels.hint.win", { win: percent(win) })}, ${expectation(diff)}</span></span>
  </button></li>`;
}

/** The requested hints as a list beside the board. */
export function hintList(hints: Hints, options: HintOptions): TemplateResult | typeof nothing {
  if (hints === null) return nothing;
  if (hints === "thinking") return html`<p class="soft" role="status">${t("panels.hint.thinking")}</p>`;
  return html`<ol class="hints">${hints.map((each, index) => hint(each, index + 1, options))}</ol>
    <button class="button button-plain" @click=${options.close}>${t("panels.hint.close")}</button>`;
}

/**
 * The hints over the board on a small screen: a button for each, and the text of the hint chosen last, initially that
 * of the best.
 */
export function hintCard(hints: Hints, options: HintOptions): TemplateResult | typeof nothing {
  if (hints === null) return nothing;
  if (hints === "thinking") return html`<p class="notice" role="status">${t("panels.hint.thinking")}</p>`;
  const { view, names, chosen } = options;
  const at = Math.max(
    0,
    hints.findIndex(({ candidate }) => candidate.move === chosen),
  );
  const { words, gains } = hints[at];
  const close = t("panels.hint.close");
  const button = (each: Hint, index: number) => {
    const { move } = each.candidate;
    return html`<button class="button button-icon" aria-pressed=${move === chosen} aria-label=${said(each, index)}
      @click=${(click: UIEvent) => options.choose(move, click)}>${number(index + 1)}</button>`;
  };
  return html`<div class="notice hint-card" role="group" aria-label=${t("panels.hint")}>
    <p><b>${number(at + 1)}</b> ${words}. <span class="soft">${gainsWords(gains, view, names)}</span></p>
    <div class="row row-apart"><div class="row">${hints.map(button)}</div>
      <button class="button button-plain button-icon" title=${close} aria-label=${close}
        @click=${options.close}>${cross}</button></div>
  </div>`;
}
