/** Who sits at a table that is set up. */
import { colourName, computerName } from "../words/terms";
import { t } from "../words/words";
import type { Seat, SeatSetup, Setup } from "./model";

/** The name of a seat (from 1) among all: as given, else that of who plays. Computers of one level are told apart by colour. */
export function seatName(seat: SeatSetup, number: number, seats: readonly SeatSetup[]): string {
  if (seat.kind === "computer") {
    const alike = seats.filter((other) => other.kind === "computer" && other.level === seat.level);
    const name = computerName(seat.level ?? 1);
    return alike.length < 2 ? name : t("app.computer.alike", { name, colour: colourName(seat.colour) });
  }
  return seat.name || t("app.person", { n: number });
}

/** The seats of a game on this device: every person is here. */
export function seatsOf(setup: Setup): Seat[] {
  return setup.seats.map((seat, index) => ({
    number: index + 1,
    name: seatName(seat, index + 1, setup.seats),
    colour: seat.colour,
    kind: seat.kind,
    level: seat.level,
    mine: seat.kind === "person",
  }));
}
