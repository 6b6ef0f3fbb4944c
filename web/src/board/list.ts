/** The choices as a list for keys and screen readers; what is drawn on the board shows the same. */
import { html, type TemplateResult } from "lit-html";
import { t } from "../words/words";
import type { Entry } from "./choices";
import type { Turn } from "./turn";

export interface ListState {
  entries: readonly Entry[];
  at: number;
  turn: Turn | null;
  redraw(): void;
}

function label(turn: Turn | null): string {
  if (!turn) return t("board.look");
  return t(turn.placement ? "board.meeple" : "board.places");
}

/** The list: one stop for the Tab key, arrows within. Without choices it is the board itself, which arrows move. */
export function choiceList({ entries, at, turn, redraw }: ListState): TemplateResult {
  const chosen = (entry: Entry, index: number) => (turn?.placement ? entry.key === turn.decision : index === at);
  return html`<ul class="board-list unseen" role=${entries.length > 0 ? "listbox" : "group"} tabindex="0" aria-label=${label(turn)}
    aria-activedescendant=${entries.length > 0 ? `board-choice-${at}` : ""} @focus=${redraw} @blur=${redraw}>
    ${entries.map(
      (entry, index) =>
        html`<li id=${`board-choice-${index}`} role="option" aria-selected=${chosen(entry, index)}>${entry.words}</li>`,
    )}
  </ul>`;
}
