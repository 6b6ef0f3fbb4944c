/** Dates to play: how they are shown, how people are asked for one, and the calendar file of one. */
import { html } from "lit-html";
import { calendarFile } from "../game/calendar";
import { ask } from "../ui/dialog";
import { save } from "../ui/save";
import { date } from "../words/words";
import { addressOf } from "./lobby-invite";

/** The minutes that a date has in a calendar. */
const DATE_MINUTES = 60;

export const dateWords = (time: number): string =>
  date(time, { weekday: "long", hour: "numeric", minute: "numeric", day: "numeric", month: "long" });

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

/** Saves a calendar file with a date; `of` sets it apart from others at the same time, `route` leads to it. */
export function saveDate(agreed: { of: string; start: number; title: string; route: string }): void {
  const { of, start, title, route } = agreed;
  const id = `${of}-${start}@${location.hostname}`;
  const event = { id, start, minutes: DATE_MINUTES, title, url: addressOf(route) };
  save("tessera.ics", new Blob([calendarFile(event, Date.now())], { type: "text/calendar" }));
}
