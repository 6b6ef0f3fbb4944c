/** The end of a game over its board: the podium, from the last step of the final scoring until the person looks
 * elsewhere. */
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
  /** What can be done now; `close` lets the board be seen. */
  buttons(close: () => void): TemplateResult;
  /** It has come or gone. */
  changed(open: boolean): void;
}

export class Ending {
  #wanted = false;
  #podium: typeof import("./podium") | null = null;

  constructor(private readonly options: EndingOptions) {}

  /** Whether it is there, or on its way. */
  get open(): boolean {
    return this.#wanted;
  }

  /** Comes as soon as what paints it is there. */
  show(): void {
    this.#wanted = true;
    Promise.all([import("./podium"), loadArea("end"), loadStyle("late")])
      .then(([podium]) => {
        this.#podium = podium;
        if (this.#wanted) this.options.changed(true);
      })
      .catch(toastError);
  }

  /** Goes, if it is there or on its way. */
  hide(): void {
    if (!this.#wanted) return;
    this.#wanted = false;
    this.options.changed(false);
  }

  /** Nothing comes any more: the board is closed. */
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
