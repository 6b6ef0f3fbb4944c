/** Asks questions in a <dialog>: it keeps the focus, and Escape means no. */
import { html, render, type TemplateResult } from "lit-html";
import { t } from "../words/words";

export interface Question {
  title: string;
  body: string | TemplateResult;
  /** The label of the button for yes. */
  yes: string;
  /** The action cannot be undone, so the button has the colour of a warning. */
  grave?: boolean;
}

/** Asks a question and resolves to the answer. */
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

/** The content of the dialog. Enter in a field means yes, because only that button submits the form. */
function questionBody(question: Question): TemplateResult {
  const cancel = (event: Event) => (event.target as Element).closest("dialog")?.close("no");
  return html`<form method="dialog">
    <h2 id="dialog-title">${question.title}</h2>
    <div class="dialog-body">${question.body}</div>
    <div class="row row-end">
      <button type="button" class="button" @click=${cancel}>${t("app.cancel")}</button>
      <button class=${question.grave ? "button button-grave" : "button button-main"} data-decides
        value="yes">${question.yes}</button>
    </div>
  </form>`;
}
