/** Giving the page a record: a file, or pasted. */
import { html, nothing, type TemplateResult } from "lit-html";
import { toastError } from "../ui/toast";
import { t } from "../words/words";

const LARGEST_FILE = 2_000_000;

export interface RecordField {
  /** What the text field shows. */
  text: string;
  /** Why the last one was refused; "" if it was not. */
  trouble: string;
  /** The word on the button. */
  button: string;
  take(text: string): void;
}

async function takeFile(event: Event, field: RecordField): Promise<void> {
  const input = event.target as HTMLInputElement;
  const file = input.files?.[0];
  if (file && file.size <= LARGEST_FILE) field.take(await file.text());
  else if (file) toastError(new Error(t("review.open.wrong")));
  input.value = "";
}

function pasted(event: SubmitEvent, field: RecordField): void {
  event.preventDefault();
  const area = (event.target as HTMLFormElement).elements.namedItem("record") as HTMLTextAreaElement;
  field.take(area.value);
}

/** The field for a record. */
export function recordField(field: RecordField): TemplateResult {
  return html`<section class="panel stack">
    <div class="field">
      <label for="record-file">${t("review.open.file")}</label>
      <input class="input" id="record-file" type="file" accept=".txt,text/plain" @change=${(event: Event) => takeFile(event, field)} />
    </div>
    <form class="stack" @submit=${(event: SubmitEvent) => pasted(event, field)}>
      <div class="field">
        <label for="record-text">${t("review.open.paste")}</label>
        <textarea class="input" id="record-text" name="record" required spellcheck="false" .value=${field.text}></textarea>
      </div>
      <div class="row row-end"><button class="button button-main">${field.button}</button></div>
    </form>
    ${field.trouble ? html`<p class="trouble" role="alert">${field.trouble}</p>` : nothing}
  </section>`;
}
