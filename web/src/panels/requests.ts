/** What others ask of the person here: a card over the board, which waits until it is answered. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { TableModel, TableView } from "../game/model";
import { toastError } from "../ui/toast";
import { t } from "../words/words";

/** The request in words; null if there is none. */
export function requestText(view: TableView): string | null {
  if (!view.asked) return null;
  const { name } = view.seats[view.asked.seat - 1];
  return `${t("panels.asked.other", { name })} ${t("panels.asked.known")}`;
}

/** The card; only who is asked can answer. */
export function requestCard(view: TableView, table: TableModel): TemplateResult | typeof nothing {
  const text = requestText(view);
  if (text === null) return nothing;
  const answer = (yes: boolean) => () => void table.answer(yes).catch(toastError);
  return html`<div class="notice asked" role="group" aria-label=${text}>
    <p>${text}</p>
    ${
      view.asked?.mine
        ? html`<div class="row">
            <button class="button button-main" @click=${answer(true)}>${t("panels.asked.yes")}</button>
            <button class="button" @click=${answer(false)}>${t("panels.asked.no")}</button>
          </div>`
        : nothing
    }
  </div>`;
}
