/** Another name at a table. */
import { html, type TemplateResult } from "lit-html";
import type { RemoteTable } from "../game/remote";
import { changeName } from "../panels/ask-name";
import { toast, toastError } from "../ui/toast";
import { t } from "../words/words";

/** Asks who sits at a table for another name, and tells the one that they have there then. */
export async function rename(table: RemoteTable): Promise<void> {
  try {
    const wanted = await changeName();
    if (wanted && wanted !== table.remote.held?.name)
      toast(t("lobby.rename.done", { name: await table.rename(wanted) }));
  } catch (error) {
    toastError(error);
  }
}

/** The button for that. */
export function renameButton(table: RemoteTable): TemplateResult {
  return html`<button type="button" class="button button-plain" @click=${() => void rename(table)}>${t("lobby.name.change")}</button>`;
}
