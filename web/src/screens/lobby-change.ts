/** The form with which the table's opener changes options and clock before the start. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { RemoteTable } from "../game/remote";
import { isChampionship } from "../game/setup";
import { toastError } from "../ui/toast";
import { t } from "../words/words";
import { clockField, optionFields } from "./setup-form";

/** Opens the form with the present set-up. The seats cannot be changed, and neither can the team game, which determines
 * seats. */
export function openChange(table: RemoteTable): void {
  const dialog = document.createElement("dialog");
  const { seq } = table.remote;
  let { setup } = table.view;
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "change-title");
  const submit = (event: Event) => {
    if ((event as SubmitEvent).submitter?.matches(".button-main")) void table.setUp(setup, seq).catch(toastError);
  };
  const body = (): TemplateResult => html`<form method="dialog" class="stack" @submit=${submit}>
    <h2 id="change-title" tabindex="-1" autofocus>${t("lobby.change")}</h2>
    ${isChampionship(setup) ? nothing : clockField(setup, change)} ${optionFields(setup, change, nothing)}
    <div class="row row-end">
      <button class="button">${t("lobby.change.no")}</button>
      <button class="button button-main">${t("lobby.change.yes")}</button>
    </div>
  </form>`;
  const change = (changed: typeof setup) => {
    setup = changed;
    render(body(), dialog);
  };
  change(setup);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
