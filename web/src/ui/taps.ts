/**
 * Makes a double tap or a held key decide only once. A control with `data-decides`, or a button within
 * `data-buttons-decide`, makes a decision. Another control may then take its place. A click that follows there at once
 * was not meant for that control, and is ignored.
 */

/** The two taps of a double tap are at most this many milliseconds and pixels (the width of a finger) apart. */
const APART_MS = 400;
const NEAR_PX = 48;

/** Matches elements that a held key would press repeatedly. */
const PRESSED = "a, button, summary, [role=listbox]";

/** A click: its position in the window, its time in milliseconds, and whether its control decides. */
export interface Tap {
  x: number;
  y: number;
  at: number;
  decides: boolean;
}

/** Recognises taps that must be ignored; it must get all taps, in order. */
export class Taps {
  #last: Tap | null = null;

  /** Whether this tap is only the second half of a double tap that has already decided. */
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

/** Watches the whole page. A click by a key or a script has the detail 0; each press of a key counts. */
export function guardTaps(): void {
  const taps = new Taps();
  const clicked = (event: MouseEvent) => {
    const { clientX: x, clientY: y, timeStamp: at, detail, target } = event;
    const decides = (target as Element).closest("[data-decides], [data-buttons-decide] button") !== null;
    if (detail > 0 && taps.again({ x, y, at, decides })) refuse(event);
  };
  const held = (event: KeyboardEvent) => {
    const presses = event.key === "Enter" || event.key === " ";
    if (event.repeat && presses && (event.target as Element).closest(PRESSED)) refuse(event);
  };
  document.addEventListener("click", clicked, true);
  document.addEventListener("keydown", held, true);
}
