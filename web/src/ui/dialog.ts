/** Questions in a <dialog>: the focus stays in it, Escape says no. */
import { html, render, type TemplateResult } from "lit-html";
import { t } from "../words/words";

export interface Question {
  title: string;
  body: string | TemplateResult;
  /** The word on the button that says yes. */
  yes: string;
  /** The yes cannot be taken back: it is coloured as a warning. */
  grave?: boolean;
}

/** Asks and resolves to the answer. */
export function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.className = "dialog";
    dialog.setAttribute("aria-labelledby", "dialog-title");
    render(questionBody(question), dialog);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Enter in a field says yes, as only that button sends the form. */
function questionBody(question: Question): TemplateResult {
  const cancel = (event: Event) => (event.target as Element).closest("dialog")?.close("no");
  return html`<form method="dialog">
    <h2 id="dialog-title">${question.title}</h2>
    <div class="dialog-body">${question.body}</div>
    <div class="row row-end">
      <button type="button" class="button" @click=${cancel}>${t("app.cancel")}</button>
      <button class=${question.grave ? "button button-grave" : "button button-main"} data-decides value="yes">${question.yes}</button>
    </div>
  </form>`;
}
