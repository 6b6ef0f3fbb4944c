/** Plays the final scoring on the board, realm by realm. A person can pause it, go step by step, or skip to its end. */
import { html, nothing, type TemplateResult } from "lit-html";
import { type Settings, settings } from "../ui/settings";
import { last, next, pause, play, previous } from "../ui/transport-icons";
import { t } from "../words/words";

/** The duration of the final scoring in milliseconds, by the person's setting of the speed. */
const WHOLE_MS: Record<Settings["pace"], number> = { slow: 20_000, normal: 8000, fast: 2000, once: 0 };

/** The longest and the shortest time of one realm, as parts of the whole duration. */
const LONGEST = 0.1875;
const SHORTEST = 0.0275;

/** The pause before the first realm, as a part of the whole duration: the person first sees the result of the last
 * turn. */
const BEFORE = 0.09;

/** It runs, a person has paused it, or it has ended. */
export type FinaleState = "plays" | "stands" | "ended";

export interface FinaleOptions {
  /** The number of realms in the final scoring. */
  count(): number;
  /** Shows the position after the first `at` realms. */
  show(at: number, state: FinaleState): void;
}

/** Milliseconds for which each of `count` realms is shown. */
export function pace(count: number): number {
  return WHOLE_MS[settings().pace] * Math.min(LONGEST, Math.max(SHORTEST, 1 / count));
}

export class Finale {
  #at = 0;
  #begun = false;
  #timer = 0;

  constructor(private readonly options: FinaleOptions) {}

  /** The number of realms shown so far. */
  get at(): number {
    return this.#at;
  }

  /** Whether the final scoring has begun; also true after its end. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Whether it runs by itself. */
  get playing(): boolean {
    return this.#timer !== 0;
  }

  /** Begins before the first realm. If there is none, or if everything is shown at once, it goes to the end. */
  start(): void {
    this.#begun = true;
    this.#at = 0;
    const whole = WHOLE_MS[settings().pace];
    if (whole > 0) this.#timer = window.setTimeout(() => this.#next(), whole * BEFORE);
    if (whole > 0) this.options.show(0, "plays");
    else this.skip();
  }

  /** Sets it to its end, for a game that was already over when it was opened. */
  end(): void {
    this.#begun = true;
    this.#at = this.options.count();
  }

  /** Pauses or resumes it; at its end it starts again. */
  toggle(): void {
    if (this.playing) this.go(this.#at);
    else if (this.#at < this.options.count()) this.#next();
    else this.start();
  }

  /** Goes to a realm and pauses there. */
  go(at: number): void {
    this.#stop();
    this.#at = Math.min(Math.max(at, 0), this.options.count());
    this.options.show(this.#at, "stands");
  }

  /** Goes to the end at once. */
  skip(): void {
    this.#stop();
    this.#at = this.options.count();
    this.options.show(this.#at, "ended");
  }

  /** Resets it, when the game continues or the board is closed. */
  close(): void {
    this.#stop();
    this.#begun = false;
    this.#at = 0;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** Goes to the next realm. The last realm is shown as long as the others before the result appears. */
  #next(): void {
    const count = this.options.count();
    this.#at++;
    const then = this.#at < count ? () => this.#next() : () => this.skip();
    this.#timer = window.setTimeout(then, pace(count));
    this.options.show(this.#at, "plays");
  }
}

export interface FinaleBar {
  finale: Finale;
  count: number;
  /** A sentence about the current realm. */
  words: string;
}

function button(words: string, icon: TemplateResult, act: () => void, name: string, off = false): TemplateResult {
  return html`<button class=${`button button-icon ${name}`} title=${words} aria-label=${words} ?disabled=${off}
    @click=${act}>${icon}</button>`;
}

/** The dock during the final scoring: the current realm and the controls. */
export function finaleDock({ finale, count, words }: FinaleBar): TemplateResult {
  const { at, playing } = finale;
  const toggle = playing ? t("board.finale.pause") : t("board.finale.play");
  return html`<div class="board-dock finale" data-mine="false" role="group" aria-label=${t("panels.tab.final")}>
    <div class="finale-words">
      <p class="hand-title"><b>${t("panels.tab.final")}</b>
        <span class="soft small figures">${at > 0 ? t("panels.final.step", { at, n: count }) : nothing}</span></p>
      <p class="finale-text">${words}</p>
    </div>
    <div class="finale-ends">
      ${button(t("panels.final.previous"), previous, () => finale.go(at - 1), "finale-back", at <= 0)}
      ${button(toggle, playing ? pause : play, () => finale.toggle(), "finale-toggle")}
      ${button(t("panels.final.next"), next, () => finale.go(at + 1), "finale-next", at >= count)}
      ${button(t("panels.final.all"), last, () => finale.skip(), "finale-skip", at >= count && !playing)}
    </div>
  </div>`;
}
