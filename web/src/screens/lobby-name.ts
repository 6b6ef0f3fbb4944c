/** Changes the person's name at a table. */
import { html, type TemplateResult } from "lit-html";
import type { RemoteTable } from "../game/remote";
import { changeName } from "../panels/ask-name";
import { toast, toastError } from "../ui/toast";
import { t } from "../words/words";

/** Asks the holder of a seat for another name, and shows the name that the table then uses. */
export async function rename(table: RemoteTable): Promise<void> {
  try {
    const wanted = await changeName();
    if (wanted && wanted !== table.remote.held?.name)
      toast(t("lobby.rename.done", { name: await table.rename(wanted) }));
  } catch (error) {
    toastError(error);
  }
}

/** The button that changes the name. */
export function renameButton(table: RemoteTable): TemplateResult {
  return html`<button type="button" class="button button-plain"
    @click=${() => void rename(table)}>${t("lobby.name.change")}</button>`;
}
