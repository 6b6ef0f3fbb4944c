/** The panels' room: beside the board, or on a small screen a sheet that comes from below and goes again. */

import { focusChoices } from "../ui/focus";

/** Windows too small for panels beside the board: style sheets ask the same. */
const COMPACT = "(max-width: 860px), (max-height: 500px)";

export class Sheet {
  readonly #media = matchMedia(COMPACT);
  #open = false;
  #opener: HTMLElement | null = null;

  /**
   * `host` holds the panels; `data-open` tells its style, and what it lies in by `data-sheet`. `changed` is told of
   * another window or state.
   */
  constructor(
    private readonly host: HTMLElement,
    private readonly changed: () => void,
  ) {
    host.addEventListener("keydown", this.#keyed);
    this.#media.addEventListener("change", this.#resized);
    this.#mark();
  }

  /** Whether the panels are a sheet now. */
  get compact(): boolean {
    return this.#media.matches;
  }

  /** Whether the sheet is open; beside the board there is none. */
  get open(): boolean {
    return this.compact && this.#open;
  }

  /** Whether the panels can be seen. */
  get seen(): boolean {
    return !this.compact || this.#open;
  }

  /** Brings the sheet; with the element that asked for it, the focus goes in, and back there when it closes. */
  show(opener: HTMLElement | null = null): void {
    this.#set(true);
    this.#opener = opener;
    if (opener) this.host.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }

  /** Puts the sheet away. */
  hide(): void {
    const inside = this.host.contains(document.activeElement);
    this.#set(false);
    if (inside) {
      if (this.#opener) this.#opener.focus();
      else focusChoices();
    }
    this.#opener = null;
  }

  /** Ends the watching. */
  close(): void {
    this.host.removeEventListener("keydown", this.#keyed);
    this.#media.removeEventListener("change", this.#resized);
  }

  #set(open: boolean): void {
    this.#open = open;
    this.#mark();
    this.changed();
  }

  #mark(): void {
    this.host.dataset.open = String(this.open);
    this.host.parentElement!.dataset.sheet = String(this.open);
  }

  readonly #resized = (): void => {
    this.#mark();
    this.changed();
  };

  readonly #keyed = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.open || event.defaultPrevented) return;
    event.preventDefault();
    this.hide();
  };
}
