/** Dates to play: how they are shown, how people are asked for one, and the time of a field for it. */
import { html } from "lit-html";
import { language } from "../words/words";
import { ask } from "./dialog";

export const dateWords = (time: number): string =>
  new Intl.DateTimeFormat(language(), {
    weekday: "long",
    hour: "numeric",
    minute: "numeric",
    day: "numeric",
    month: "long",
  }).format(time);

/** The next evening at eight, as a field for a time has it. */
function tonight(): string {
  const time = new Date();
  if (time.getHours() >= 20) time.setDate(time.getDate() + 1);
  time.setHours(20, 0, 0, 0);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Asks for a time, in milliseconds since 1970; null: none was chosen. */
export async function askDate(words: { title: string; label: string; yes: string }): Promise<number | null> {
  let time = tonight();
  const note = (event: Event) => {
    time = (event.target as HTMLInputElement).value;
  };
  const body = html`<div class="field"><label for="play-date">${words.label}</label>
    <input class="input" id="play-date" type="datetime-local" .value=${time} @input=${note} /></div>`;
  if (!(await ask({ title: words.title, body, yes: words.yes }))) return null;
  const at = new Date(time).getTime();
  return Number.isFinite(at) ? at : null;
}
