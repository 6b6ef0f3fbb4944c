/** Asks for the name under which one plays with others. */
import { html, type TemplateResult } from "lit-html";
import { LONGEST_NAME, personName, rememberName } from "../game/person";
import type { RemoteTable } from "../game/remote";
import { ask } from "../ui/dialog";
import { toast, toastError } from "../ui/toast";
import { t } from "../words/words";

/** The field of the name; `change` is called when it was changed. */
export function nameField(change: () => void = () => {}): TemplateResult {
  const changed = (event: Event) => {
    rememberName((event.target as HTMLInputElement).value);
    change();
  };
  return html`<div class="field">
    <label for="name">${t("lobby.name")}</label>
    <input
      class="input"
      id="name"
      autocomplete="nickname"
      maxlength=${LONGEST_NAME}
      .value=${personName()}
      @input=${changed}
    />
  </div>`;
}

/** The name that is known, or else asked for; "" if the person does not tell it. */
export async function askName(): Promise<string> {
  if (personName()) return personName();
  const told = await ask({ title: t("lobby.name.title"), body: nameField(), yes: t("lobby.name.yes") });
  return told ? personName() : "";
}

/** Asks for another name than the one that is known; "" if the person changes their mind. */
export async function changeName(): Promise<string> {
  const told = await ask({ title: t("lobby.name.title"), body: nameField(), yes: t("lobby.name.yes") });
  return told ? personName() : "";
}

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
