/** Asks for the name under which one plays and talks with others. */
import { html, type TemplateResult } from "lit-html";
import { LONGEST_NAME, personName, rememberName } from "../game/person";
import { ask } from "../ui/dialog";
import { t } from "../words/words";

/** A field with the name that is known, by an id that is its own on the page; `take` gets what is written there. */
export function nameField(id: string, take: (name: string) => void): TemplateResult {
  const changed = (event: Event) => take((event.target as HTMLInputElement).value);
  return html`<div class="field">
    <label for=${id}>${t("lobby.name")}</label>
    <input
      class="input"
      id=${id}
      autocomplete="nickname"
      maxlength=${LONGEST_NAME}
      .value=${personName()}
      @input=${changed}
    />
  </div>`;
}

/** The name that is known, or else asked for; "" if the person does not tell it. */
export async function askName(): Promise<string> {
  return personName() || changeName();
}

/** Asks for another name than the one that is known; "" if the person changes their mind. */
export async function changeName(): Promise<string> {
  const wanted = { name: personName() };
  const body = nameField("name-asked", (name) => {
    wanted.name = name;
  });
  if (!(await ask({ title: t("lobby.name.title"), body, yes: t("lobby.name.yes") }))) return "";
  rememberName(wanted.name);
  return personName();
}
