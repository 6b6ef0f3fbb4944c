/** The choices as a list for keyboard and screen reader; the painted board shows the same choices. */
import { html, type TemplateResult } from "lit-html";
import { type Key, t } from "../words/words";
import type { ChoiceEntry } from "./choices";
import type { Mode } from "./chooser";
import type { Turn } from "./turn";

export interface ListState {
  entries: readonly ChoiceEntry[];
  at: number;
  mode: Mode;
  turn: Turn | null;
  repaint(): void;
}

const LABELS: Record<Mode, Key> = {
  places: "board.places",
  decisions: "board.meeple",
  realms: "board.realms",
};

/** The list: the Tab key reaches it once, and the arrow keys move within it. Without entries the arrow keys move the
 * board. */
export function choiceList({ entries, at, mode, turn, repaint }: ListState): TemplateResult {
  const some = entries.length > 0;
  const chosen = (entry: ChoiceEntry, index: number) =>
    mode === "decisions" ? entry.key === turn?.decision : index === at;
  return html`<ul class="board-list unseen" role=${some ? "listbox" : "group"} tabindex="0" data-takes-focus
    aria-label=${t(some ? LABELS[mode] : "board.look")} aria-keyshortcuts="R I Escape + - 0 ? /"
    aria-activedescendant=${some ? `board-choice-${at}` : ""} @focus=${repaint} @blur=${repaint}>
    ${entries.map(
      (entry, index) =>
        html`<li id=${`board-choice-${index}`} role="option" aria-selected=${chosen(entry, index)}>${entry.words}</li>`,
    )}
  </ul>`;
}

/** Whether the person uses the keyboard in the list: a focus caused by a tap shows no cursor. */
export function listFocused(host: HTMLElement): boolean {
  return host.querySelector(".board-list:focus-visible") !== null;
}
