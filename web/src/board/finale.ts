/** The final scoring plays itself on the board, realm by realm; a person can stop it, go step by step, or skip to its
 * end. */
import { html, nothing, type TemplateResult } from "lit-html";
import { type Settings, settings } from "../ui/settings";
import { last, next, pause, play, previous } from "../ui/transport-icons";
import { t } from "../words/words";

/** The whole lasts about so long by the speed that the person has set. */
const WHOLE_MS: Record<Settings["pace"], number> = { slow: 20_000, normal: 8000, fast: 2000, once: 0 };

/** No realm lasts a longer or shorter part of it than this. */
const LONGEST = 0.1875;
const SHORTEST = 0.0275;

/** Before the first realm, so that the last turn is seen for what it was: this part of the whole. */
const BEFORE = 0.09;

/** It goes on by itself, it stands where a person has stopped it, or its end has come. */
export type FinaleState = "plays" | "stands" | "ended";

export interface FinaleOptions {
  /** How many realms are scored at the end. */
  count(): number;
  /** Shows the position after the first `at` realms. */
  show(at: number, state: FinaleState): void;
}

/** Milliseconds that one of so many realms is looked at. */
export function pace(count: number): number {
  return WHOLE_MS[settings().pace] * Math.min(LONGEST, Math.max(SHORTEST, 1 / count));
}

export class Finale {
  #at = 0;
  #begun = false;
  #timer = 0;

  constructor(private readonly options: FinaleOptions) {}

  /** The realms that have been shown. */
  get at(): number {
    return this.#at;
  }

  /** Whether the final scoring is being gone through, or has been. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Whether it goes on by itself. */
  get playing(): boolean {
    return this.#timer !== 0;
  }

  /** Begins before the first realm; without one, or where everything is shown at once, it is at its end. */
  start(): void {
    this.#begun = true;
    this.#at = 0;
    const whole = WHOLE_MS[settings().pace];
    if (whole > 0) this.#timer = window.setTimeout(() => this.#next(), whole * BEFORE);
    if (whole > 0) this.options.show(0, "plays");
    else this.skip();
  }

  /** The game was over before it was opened: everything has been told. */
  end(): void {
    this.#begun = true;
    this.#at = this.options.count();
  }

  /** Stops it, or lets it go on; at its end from the beginning. */
  toggle(): void {
    if (this.playing) this.go(this.#at);
    else if (this.#at < this.options.count()) this.#next();
    else this.start();
  }

  /** Goes to a realm and stops there. */
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

  /** Forgets it: the game goes on, or the board is closed. */
  close(): void {
    this.#stop();
    this.#begun = false;
    this.#at = 0;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** The last realm is looked at as long as the others before the result comes. */
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
  /** The realm that is shown, in a sentence. */
  words: string;
}

function button(words: string, icon: TemplateResult, act: () => void, name: string, off = false): TemplateResult {
  return html`<button class=${`button button-icon ${name}`} title=${words} aria-label=${words} ?disabled=${off} @click=${act}>${icon}</button>`;
}

/** The final scoring in the place of the hand: what is scored, and how to go through it. */
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
