/** The box in which a person types turns and questions at the board; loaded on demand. */
import { html, render, type TemplateResult } from "lit-html";
import { t } from "../words/words";
import { answer, type TypedBoard } from "./typed";

/** Opens the box until the person closes it; the focus then returns to where it was. The messages of the area "hints"
 * must be loaded. */
export function openTyped(board: TypedBoard): void {
  if (document.querySelector("dialog[open]")) return;
  const dialog = document.createElement("dialog");
  dialog.className = "dialog typed";
  dialog.setAttribute("aria-labelledby", "typed-title");
  let lines = answer(t("hints.typed.help"), board);
  const submit = (event: Event) => {
    event.preventDefault();
    const field = dialog.querySelector("input")!;
    lines = answer(field.value, board);
    field.value = "";
    render(
      body(lines, submit, () => dialog.close()),
      dialog,
    );
  };
  render(
    body(lines, submit, () => dialog.close()),
    dialog,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function body(lines: readonly string[], submit: (event: Event) => void, close: () => void): TemplateResult {
  return html`<form class="stack" @submit=${submit}>
    <h2 id="typed-title">${t("hints.typed")}</h2>
    <input class="input" autocomplete="off" autocapitalize="off" spellcheck="false" autofocus
      aria-label=${t("hints.typed")} />
    <div role="status"><ul class="typed-lines">${lines.map((line) => html`<li>${line}</li>`)}</ul></div>
    <div class="row row-end">
      <button type="button" class="button" @click=${close}>${t("hints.keys.close")}</button>
      <button class="button button-main">${t("hints.typed.yes")}</button>
    </div>
  </form>`;
}
