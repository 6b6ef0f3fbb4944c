/**
 * A hand that taps twice, and a key that is held, decide once. A control with `data-decides` settles something, so that
 * what comes to its place is another decision: a click that follows there at once was not meant for it.
 */

/** Two taps of one hand are at most so many milliseconds apart, and so many pixels: a finger. */
const APART_MS = 400;
const NEAR_PX = 48;

/** Where a held key would press again and again. */
const PRESSED = "a, button, summary, [role=listbox]";

/** A click: where it was in the window, when in milliseconds, and whether its control decides. */
export interface Tap {
  x: number;
  y: number;
  at: number;
  decides: boolean;
}

/** Tells taps that are one too many; is told of all that there are, in their order. */
export class Taps {
  #last: Tap | null = null;

  /** Whether this tap is but the second half of one that has decided. */
  again(tap: Tap): boolean {
    const last = this.#last;
    const again =
      last?.decides === true && tap.at - last.at < APART_MS && Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR_PX;
    if (!again) this.#last = tap;
    return again;
  }
}

function refuse(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Watches the whole page. A click of a key or a script has the detail 0: each key that goes down is meant. */
export function guardTaps(): void {
  const taps = new Taps();
  const clicked = (event: MouseEvent) => {
    const { clientX: x, clientY: y, timeStamp: at, detail, target } = event;
    const decides = (target as Element).closest("[data-decides]") !== null;
    if (detail > 0 && taps.again({ x, y, at, decides })) refuse(event);
  };
  const held = (event: KeyboardEvent) => {
    const presses = event.key === "Enter" || event.key === " ";
    if (event.repeat && presses && (event.target as Element).closest(PRESSED)) refuse(event);
  };
  document.addEventListener("click", clicked, true);
  document.addEventListener("keydown", held, true);
}
