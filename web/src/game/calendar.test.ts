import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarFile } from "./calendar";

const EVENT = {
  id: "1@example.com",
  start: Date.UTC(2026, 10, 28, 19, 0),
  minutes: 60,
  title: "Tessera",
  url: "https://example.com/#/people",
};
const NOW = Date.UTC(2026, 10, 27, 8, 5, 9);

/** The value of a property, with its folds undone. */
function value(file: string, name: string): string | undefined {
  const lines = file.replaceAll("\r\n ", "").split("\r\n");
  return lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
}

test("an event has its times in UTC and an alarm", () => {
  const file = calendarFile(EVENT, NOW);
  assert.equal(value(file, "DTSTART"), "20261128T190000Z");
  assert.equal(value(file, "DTSTAMP"), "20261127T080509Z");
  assert.equal(value(file, "DURATION"), "PT60M");
  assert.equal(value(file, "TRIGGER"), "-PT10M");
  assert.match(file, /^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n/);
  assert.match(file, /END:VEVENT\r\nEND:VCALENDAR\r\n$/);
});

test("a name cannot add a line or another property", () => {
  const file = calendarFile({ ...EVENT, title: "a\\b;c,d\r\nURL:https://evil.example\nx" }, NOW);
  assert.equal(value(file, "SUMMARY"), "a\\\\b\\;c\\,d\\nURL:https://evil.example\\nx");
  assert.equal(file.split("\r\n").filter((line) => line.startsWith("URL:")).length, 1);
  assert.equal(/[^\r]\n|\r[^\n]/.test(file), false);
});

test("long lines are folded at 75 bytes, between characters", () => {
  const title = "ä€😀".repeat(40);
  const file = calendarFile({ ...EVENT, title }, NOW);
  const encoder = new TextEncoder();
  for (const line of file.split("\r\n")) assert.ok(encoder.encode(line).length <= 75, line);
  assert.equal(value(file, "SUMMARY"), title);
});
