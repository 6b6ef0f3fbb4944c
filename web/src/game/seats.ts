/** The seats of a table, made from its set-up. */
import { computerName } from "../words/terms";
import { t } from "../words/words";
import type { Seat, SeatSetup, Setup } from "./model";

/** The name of a seat (1-based): the given name, otherwise a default for its player. */
export function seatName(seat: SeatSetup, number: number): string {
  if (seat.kind === "computer") return computerName(seat.level ?? 1, number);
  return seat.name || t("app.person", { n: number });
}

/** The seats of a game on this device; all people play at this device. */
export function seatsOf(setup: Setup): Seat[] {
  return setup.seats.map((seat, index) => ({
    number: index + 1,
    name: seatName(seat, index + 1),
    colour: seat.colour,
    kind: seat.kind,
    level: seat.level,
    mine: seat.kind === "person",
  }));
}
