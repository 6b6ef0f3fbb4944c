/** Asks for a text in a dialog. */
import { html } from "lit-html";
import { ask, type Question } from "./dialog";

export interface TextQuestion extends Omit<Question, "body"> {
  /** The label of the field. */
  label: string;
  /** The most characters of the text. */
  longest: number;
}

/** Asks for a text and resolves to it; "" if the person cancels. */
export async function askText({ label, longest, ...question }: TextQuestion): Promise<string> {
  let text = "";
  const typed = (event: Event) => {
    text = (event.target as HTMLInputElement).value.trim();
  };
  const body = html`<div class="field"><label for="asked-text">${label}</label>
    <input class="input" id="asked-text" required maxlength=${longest} autocomplete="off" @input=${typed} /></div>`;
  return (await ask({ ...question, body })) ? text : "";
}
