/** Shows the podium over the board at the end of a game, from the last step of the final scoring until the person
 * closes it. */
import { nothing, type TemplateResult } from "lit-html";
import type { TableView } from "../game/model";
import type { Names } from "../panels/log";
import type { Pictures } from "../panels/pictures";
import { loadStyle } from "../ui/style";
import { toastError } from "../ui/toast";
import { loadArea } from "../words/words";

export interface EndingOptions {
  pictures: Pictures;
  view(): TableView;
  names(): Names;
  /** The buttons of the podium; `close` hides it to show the board. */
  buttons(close: () => void): TemplateResult;
  /** Called when the podium appears or disappears. */
  changed(open: boolean): void;
}

export class Ending {
  #wanted = false;
  #podium: typeof import("./podium") | null = null;

  constructor(private readonly options: EndingOptions) {}

  /** Whether the podium is shown, or is loading. */
  get open(): boolean {
    return this.#wanted;
  }

  /** Shows the podium as soon as its code is loaded. */
  show(): void {
    this.#wanted = true;
    Promise.all([import("./podium"), loadArea("end"), loadStyle("late")])
      .then(([podium]) => {
        this.#podium = podium;
        if (this.#wanted) this.options.changed(true);
      })
      .catch(toastError);
  }

  /** Hides the podium, or cancels its loading. */
  hide(): void {
    if (!this.#wanted) return;
    this.#wanted = false;
    this.options.changed(false);
  }

  /** Prevents any later appearance, because the board is closed. */
  close(): void {
    this.#wanted = false;
  }

  template(): TemplateResult | typeof nothing {
    if (!this.#wanted || !this.#podium) return nothing;
    const { view, names, pictures, buttons } = this.options;
    const close = () => this.hide();
    return this.#podium.podium(view(), names(), { pictures, buttons: buttons(close), close });
  }
}
