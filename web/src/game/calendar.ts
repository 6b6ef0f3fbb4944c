/** Writes calendar files (RFC 5545). */

/** An event of a calendar. */
export interface CalendarEvent {
  /** No other event has it; the same event has it in each file. */
  id: string;
  /** Milliseconds since 1970. */
  start: number;
  minutes: number;
  title: string;
  /** An address that leads to what the event is about. */
  url: string;
}

/** The most bytes of a line without its end. */
const LINE_BYTES = 75;

/** A text with its special characters escaped. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
}

/** A time as the format has it, such as 20261128T190000Z. */
function timeOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** A line that is folded at LINE_BYTES, between characters; each part but the first begins with a blank. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const parts = [""];
  let bytes = 0;
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (bytes + length > LINE_BYTES) {
      parts.push("");
      bytes = 1;
    }
    parts[parts.length - 1] += character;
    bytes += length;
  }
  return parts.join("\r\n ");
}

/** A calendar of one event, with an alarm ten minutes before it; `now` is the time at which it is written. */
export function calendarFile({ id, start, minutes, title, url }: CalendarEvent, now: number): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Tessera//Tessera//EN",
    "BEGIN:VEVENT",
    `UID:${escaped(id)}`,
    `DTSTAMP:${timeOf(now)}`,
    `DTSTART:${timeOf(start)}`,
    `DURATION:PT${minutes}M`,
    `SUMMARY:${escaped(title)}`,
    `URL:${url}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(title)}`,
    "TRIGGER:-PT10M",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}
