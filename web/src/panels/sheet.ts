/** The place of the panels: beside the board or, on a small screen, in a sheet that slides in from below. */

import { focusChoices } from "../ui/focus";

/** Matches windows that are too small for panels beside the board; the style sheets use the same query. */
const COMPACT = "(max-width: 860px), (max-height: 500px)";

export class Sheet {
  readonly #media = matchMedia(COMPACT);
  #open = false;
  #opener: HTMLElement | null = null;

  /**
   * `host` holds the panels. The style sheets read `data-open` on it and `data-sheet` on its parent. `changed` is
   * called when the kind of window or the state changes.
   */
  constructor(
    private readonly host: HTMLElement,
    private readonly changed: () => void,
  ) {
    host.addEventListener("keydown", this.#keyed);
    this.#media.addEventListener("change", this.#resized);
    this.#mark();
  }

  /** Whether the panels are in a sheet at present. */
  get compact(): boolean {
    return this.#media.matches;
  }

  /** Whether the sheet is open; false if the panels are beside the board. */
  get open(): boolean {
    return this.compact && this.#open;
  }

  /** Whether the panels are visible. */
  get seen(): boolean {
    return !this.compact || this.#open;
  }

  /** Opens the sheet. With `opener`, the element that opened it, the focus moves into the sheet, and back to the opener
   * when it closes. */
  show(opener: HTMLElement | null = null): void {
    this.#set(true);
    this.#opener = opener;
    if (opener) this.host.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }

  /** Closes the sheet. */
  hide(): void {
    const inside = this.host.contains(document.activeElement);
    this.#set(false);
    if (inside) {
      if (this.#opener) this.#opener.focus();
      else focusChoices();
    }
    this.#opener = null;
  }

  /** Stops watching the window. */
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
