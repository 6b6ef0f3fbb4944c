/** The card for a take-back or pause request, over the board; it stays until the request is answered or withdrawn. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { DirectiveResult } from "lit-html/directive.js";
import { keyed } from "lit-html/directives/keyed.js";
import type { TableModel, TableView } from "../game/model";
import { toastError } from "../ui/toast";
import { t } from "../words/words";

/** Whether a person at this device made the request. */
function isOwn(view: TableView): boolean {
  return view.asked !== null && view.seats[view.asked.seat - 1].mine;
}

/** The text of the request; null if there is none. */
export function requestText(view: TableView): string | null {
  if (!view.asked) return null;
  const { name } = view.seats[view.asked.seat - 1];
  if (view.asked.pause) return isOwn(view) ? t("lobby.pause.own") : t("lobby.pause.other", { name });
  if (isOwn(view)) return t("lobby.asked.own");
  const known = view.setup.game === "classic" ? t("lobby.asked.tiles") : t("lobby.asked.known");
  return `${t("lobby.asked.other", { name })} ${known}`;
}

function buttons(view: TableView, answer: (yes: boolean) => () => void): TemplateResult | typeof nothing {
  if (isOwn(view)) return html`<button class="button" @click=${answer(false)}>${t("lobby.asked.withdraw")}</button>`;
  if (!view.asked?.mine) return nothing;
  const { pause } = view.asked;
  return html`<div class="row">
    <button class="button button-main"
      @click=${answer(true)}>${pause ? t("lobby.pause.yes") : t("lobby.asked.yes")}</button>
    <button class="button" @click=${answer(false)}>${pause ? t("lobby.pause.no") : t("lobby.asked.no")}</button>
  </div>`;
}

/** The card: a person who is asked can answer, the person who asked can withdraw. Each request gets a new card, so that
 * no button has the focus at first. */
export function requestCard(view: TableView, table: TableModel): DirectiveResult | typeof nothing {
  const text = requestText(view);
  if (text === null || !view.asked) return nothing;
  const { entry } = view.asked;
  const answer = (yes: boolean) => () => void table.answer(entry, yes).catch(toastError);
  return keyed(
    entry,
    html`<div class="notice asked" role="group" aria-label=${text} data-steady>
      <p>${text}</p>
      ${buttons(view, answer)}
    </div>`,
  );
}
