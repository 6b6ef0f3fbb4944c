/** Asks for the person's name for games and chat with others. */
import { html, type TemplateResult } from "lit-html";
import { LONGEST_NAME, personName, rememberName } from "../game/person";
import { ask } from "../ui/dialog";
import { t } from "../words/words";

/** A field with the known name; its id must be unique on the page. `take` receives the text. */
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

/** The known name; otherwise asks for it. "" if the person gives none. */
export async function askName(): Promise<string> {
  return personName() || changeName();
}

/** Asks for a new name in place of the known one; "" if the person cancels. */
export async function changeName(): Promise<string> {
  const wanted = { name: personName() };
  const body = nameField("name-asked", (name) => {
    wanted.name = name;
  });
  if (!(await ask({ title: t("lobby.name.title"), body, yes: t("lobby.name.yes") }))) return "";
  rememberName(wanted.name);
  return personName();
}
