/** Asks for the name under which one plays with others. */
import { html, type TemplateResult } from "lit-html";
import { LONGEST_NAME, personName, rememberName } from "../game/person";
import { ask } from "../ui/dialog";
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

/** Asks for another name than the one that is known. */
export async function changeName(): Promise<void> {
  await ask({ title: t("lobby.name.title"), body: nameField(), yes: t("lobby.name.yes") });
}
