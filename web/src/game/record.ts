/** Writes the record of an engine's game, with its players and date. */
import type { Engine } from "../../../js/src/engine";
import type { Seat } from "./model";

/** Formats a tag of a record. */
function tag(name: string, value: string): string {
  return `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`;
}

/** The record of the engine's game; `at` is the time of the game in milliseconds since 1970, null if it is unknown. */
export function recordText(engine: Engine, seats: readonly Pick<Seat, "number" | "name">[], at: number | null): string {
  const lines = engine.record().trimEnd().split("\n");
  const names = seats.map((seat) => tag(`Player${seat.number}`, seat.name));
  const first = lines.findIndex((line) => line.startsWith("[First"));
  const date = at === null ? [] : [tag("Date", new Date(at).toISOString().slice(0, 10))];
  lines.splice(first + 1, 0, ...names, ...date);
  return `${lines.join("\n")}\n`;
}
