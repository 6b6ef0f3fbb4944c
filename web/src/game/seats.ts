/** Who sits at a table that is set up. */
import { t } from "../words/words";
import type { Seat, SeatSetup, Setup } from "./model";

/** The name of a seat (from 1): as given, else by who plays. */
export function seatName(seat: SeatSetup, number: number): string {
  if (seat.kind === "computer") return t("app.computer", { level: String(seat.level) });
  return seat.name || t("app.person", { n: number });
}

/** The seats of a game on this device: every person is here. */
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
