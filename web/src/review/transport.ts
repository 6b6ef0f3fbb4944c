/** The controls of a review: slider, buttons, keys, and automatic playback. */
import { html, type TemplateResult } from "lit-html";
import type { ReviewTable } from "../game/review";
import type { Names } from "../panels/log";
import { first, last, next, pause, play, previous } from "../ui/transport-icons";
import { t } from "../words/words";
import { stopText } from "./turn-card";

const AUTOPLAY_MS = 1300;

/** Changes the stop of a table. */
export class Transport {
  #timer = 0;

  constructor(
    private readonly table: ReviewTable,
    private readonly changed: () => void,
  ) {}

  /** Whether the playback runs. */
  get playing(): boolean {
    return this.#timer !== 0;
  }

  /** Goes to a stop and ends the playback. */
  go(stop: number): void {
    this.pause();
    this.table.goTo(stop);
  }

  /** Starts or pauses the playback; at the end it starts from the beginning. */
  toggle(): void {
    if (this.playing) {
      this.pause();
    } else {
      if (this.table.stop === this.table.steps.length) this.table.goTo(0);
      this.#timer = window.setInterval(() => this.#tick(), AUTOPLAY_MS);
    }
    this.changed();
  }

  /** Pauses the playback. */
  pause(): void {
    window.clearInterval(this.#timer);
    this.#timer = 0;
  }

  /**
   * Handles a key unless the focused field or button uses it: arrows, Home and End change the stop, P and Space start
   * or pause the playback. Returns whether it handled the key.
   */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const { stop, steps } = this.table;
    const stops: Record<string, number> = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: steps.length };
    const to = stops[event.key];
    if (to === undefined && ![" ", "p", "P"].includes(event.key)) return false;
    if (to === undefined) this.toggle();
    else this.go(to);
    return true;
  }

  #tick(): void {
    this.table.goTo(this.table.stop + 1);
    if (this.table.stop === this.table.steps.length) this.pause();
    this.changed();
  }
}

function button(text: string, icon: TemplateResult, disabled: boolean, go: () => void): TemplateResult {
  return html`<button class="button button-icon button-plain" aria-label=${text} title=${text} ?disabled=${disabled}
    @click=${go}>${icon}</button>`;
}

/** Slider and buttons. */
export function transportBar(table: ReviewTable, transport: Transport, names: Names): TemplateResult {
  const { stop, steps } = table;
  const end = steps.length;
  const slide = (event: Event) => transport.go(Number((event.target as HTMLInputElement).value));
  return html`<div class="transport" role="group" aria-label=${t("review.steps")}>
    <input class="transport-slider" type="range" min="0" max=${end} step="1" .value=${String(stop)} @input=${slide}
      aria-label=${t("review.steps")} aria-valuetext=${stopText(table, stop, names)} />
    <div class="transport-buttons">
      ${button(t("review.step.first"), first, stop === 0, () => transport.go(0))}
      ${button(t("review.step.back"), previous, stop === 0, () => transport.go(stop - 1))}
      ${button(
        t(transport.playing ? "review.step.pause" : "review.step.play"),
        transport.playing ? pause : play,
        false,
        () => transport.toggle(),
      )}
      ${button(t("review.step.on"), next, stop === end, () => transport.go(stop + 1))}
      ${button(t("review.step.last"), last, stop === end, () => transport.go(end))}
      <span class="transport-keys soft small">${t("review.step.keys")}</span>
    </div>
  </div>`;
}
