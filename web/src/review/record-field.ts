/** The field for a record: a chosen or dropped file, or pasted text. */
import { html, nothing, type TemplateResult } from "lit-html";
import { LONGEST_RECORD } from "../game/link";
import { toastError } from "../ui/toast";
import { t } from "../words/words";

export interface RecordField {
  /** The content of the text field. */
  text: string;
  /** Why the last record was refused; "" if it was not. */
  trouble: string;
  /** The label of the button. */
  button: string;
  take(text: string): void;
}

async function takeFile(file: File | undefined, field: RecordField): Promise<void> {
  if (file && file.size <= LONGEST_RECORD) field.take(await file.text());
  else if (file) toastError(new Error(t("review.open.wrong")));
}

/** Reads the file from the browser's file dialog, and resets the input, so that the same file can be chosen again. */
async function chosen(event: Event, field: RecordField): Promise<void> {
  const input = event.target as HTMLInputElement;
  const file = input.files?.[0];
  input.value = "";
  await takeFile(file, field);
}

/** Highlights the field while a file is dragged over it (`over`). */
function hover(event: DragEvent, over: boolean): void {
  event.preventDefault();
  const zone = event.currentTarget as HTMLElement;
  const inside = zone.contains(event.relatedTarget as Node | null);
  zone.toggleAttribute("data-over", over || inside);
}

function dropped(event: DragEvent, field: RecordField): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement).removeAttribute("data-over");
  void takeFile(event.dataTransfer?.files[0], field);
}

/** The button that opens the browser's file dialog. The browser's own input is hidden, because its label is in the
 * browser's language. */
function fileField(field: RecordField): TemplateResult {
  const open = (event: Event) => ((event.currentTarget as HTMLElement).nextElementSibling as HTMLElement).click();
  return html`<div class="record-file"
    @dragover=${(event: DragEvent) => hover(event, true)} @dragleave=${(event: DragEvent) => hover(event, false)}
    @drop=${(event: DragEvent) => dropped(event, field)}>
    <button class="button" @click=${open}>${t("review.open.file")}</button>
    <input type="file" accept=".txt,.jcz,.json,text/plain" hidden @change=${(event: Event) => chosen(event, field)} />
    <span class="soft small">${t("review.open.drop")}</span>
  </div>`;
}

function pasted(event: SubmitEvent, field: RecordField): void {
  event.preventDefault();
  const area = (event.target as HTMLFormElement).elements.namedItem("record") as HTMLTextAreaElement;
  field.take(area.value);
}

/** The field for a record. */
export function recordField(field: RecordField): TemplateResult {
  return html`<section class="panel stack">
    ${fileField(field)}
    <form class="stack" @submit=${(event: SubmitEvent) => pasted(event, field)}>
      <div class="field">
        <label for="record-text">${t("review.open.paste")}</label>
        <textarea class="input" id="record-text" name="record" required spellcheck="false"
          .value=${field.text}></textarea>
      </div>
      <div class="row row-end"><button class="button button-main">${field.button}</button></div>
    </form>
    ${field.trouble ? html`<p class="trouble" role="alert">${field.trouble}</p>` : nothing}
  </section>`;
}
