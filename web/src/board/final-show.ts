/** Shows the final scoring on the board: lights up the realm that is scored, moves the view to it, lets its points fly,
 * and describes it in the dock. */
import type { TemplateResult } from "lit-html";
import { sentences } from "../panels/log";
import type { Shown } from "../panels/shown";
import { finalEvents, finalGains } from "../panels/sides";
import { winnersText } from "../panels/winners";
import { announce } from "../ui/announce";
import { t } from "../words/words";
import type { BoardParts } from "./board-parts";
import { Finale, type FinaleState, finaleDock, pace } from "./finale";
import { boxAround } from "./geometry";

export interface FinalShowOptions {
  /** Called with events that have been shown. */
  shown?: Shown;
  /** Called when the final scoring has ended (true), and when it shows an earlier realm (false). */
  ended(over: boolean): void;
}

export class FinalShow {
  readonly #finale = new Finale({ count: () => this.gains.length, show: (at, state) => this.#show(at, state) });
  /** The timer that ends when the points have arrived. */
  #landing = 0;

  constructor(
    private readonly parts: BoardParts,
    private readonly options: FinalShowOptions,
  ) {}

  /** The gains of the final scoring; empty before the end of the game. */
  get gains(): ReturnType<typeof finalGains> {
    const { stage, steps } = this.parts.view();
    return stage === "over" ? finalGains(steps) : [];
  }

  /** Whether it has begun; also true after its end. */
  get begun(): boolean {
    return this.#finale.begun;
  }

  /** Whether it runs by itself. */
  get playing(): boolean {
    return this.#finale.playing;
  }

  /** Begins before the first realm, unless it has begun already. */
  start(): void {
    if (!this.#finale.begun) this.#finale.start();
  }

  /** Shows the table's position at once, after a jump. If the game is over there, the final scoring counts as shown. */
  jump(): void {
    this.close();
    if (this.gains.length > 0) this.#finale.end();
  }

  close(): void {
    this.#finale.close();
    clearTimeout(this.#landing);
  }

  dock(): TemplateResult {
    const finale = this.#finale;
    return finaleDock({ finale, count: this.gains.length, words: this.#words(finale.at) });
  }

  /** Points and result are displayed only as far as they have been shown. */
  #show(at: number, state: FinaleState): void {
    const { show, view, names, viewport, paint } = this.parts;
    const { shown, ended } = this.options;
    const events = this.gains;
    const event = state === "ended" ? undefined : events[at - 1];
    if (at === 0) viewport().fit();
    if (event) show.scored(event);
    else show.scoredOver();
    const over = at >= events.length && state !== "plays";
    ended(state === "ended");
    const all = finalEvents(view().steps);
    const land = () => shown?.hide(over ? 0 : all.length - all.indexOf(events[at - 1]));
    const fly = () => this.#after(event && state === "plays" ? show.rise(event, pace(events.length) / 2) : 0, land);
    const parts = event ? (show.flash?.parts ?? []) : [];
    this.#after(parts.length > 0 ? viewport().reveal(boxAround(parts, 0)) : 0, fly);
    if (event && state === "stands") for (const line of sentences([event], names())) announce(line.text);
    paint();
  }

  /** Continues when the animation has ended. */
  #after(ms: number, then: () => void): void {
    clearTimeout(this.#landing);
    if (ms > 0) this.#landing = window.setTimeout(then, ms);
    else then();
  }

  /** The present realm in words, and at the end the winner. */
  #words(at: number): string {
    const { view, names } = this.parts;
    const event = this.gains[at - 1];
    if (!event) return t("panels.final.before");
    const over = at === this.gains.length && !this.#finale.playing;
    return over ? winnersText(view(), names()) : sentences([event], names())[0].text;
  }
}
