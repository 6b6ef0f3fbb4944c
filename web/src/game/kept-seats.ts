/** Stores the seats at tables of the server that this browser holds, with their credentials. */
import { forget, keep, keptNames, recall } from "../ui/store";
import { randomHex } from "./chance";
import type { GameName } from "./model";
import type { HeldSeat, TurnOf } from "./server";

/** A stored seat. */
export interface KeptSeat extends HeldSeat {
  name: string;
  game: GameName;
  /** The time at which it was taken, in milliseconds since 1970. */
  at: number;
  /** The server's commitment before this browser made its contribution to chance, and that contribution; "" until
   * then. */
  commitment: string;
  contribution: string;
  /** The contribution was made to be sealed; absent in seats stored by older versions, which did not seal. */
  sealed?: boolean;
  /** The tournament of which the game is an encounter. */
  tournament?: string;
  /** The end of the game; absent: it is not known to be over. */
  end?: End;
}

/** The end of a game, and its players. */
export type End = Required<Pick<TurnOf, "scores" | "seats">> & Pick<TurnOf, "lost" | "why" | "undecided">;

const PREFIX = "table.";
const MOST_KEPT = 60;
/** Bytes of a person's contribution (docs/understand/fairness.md). */
const SHARE_BYTES = 16;

/** Stores a taken seat, with the tournament of which the game is an encounter; if there are too many, the oldest are
 * deleted. */
export function keepSeat(held: HeldSeat, name: string, game: GameName, tournament?: string): void {
  const old = recall<KeptSeat>(PREFIX + held.table);
  const share = { commitment: old?.commitment ?? "", contribution: old?.contribution ?? "", sealed: old?.sealed };
  for (const seat of keptSeats().slice(MOST_KEPT - 1)) dropSeat(seat.table);
  keep(PREFIX + held.table, { ...share, ...held, name, game, tournament, at: Date.now() } satisfies KeptSeat);
}

/** Stores the device token as the token of a seat that now belongs to the player. */
export function holdByDevice({ table, token }: HeldSeat): void {
  const seat = keptSeat(table);
  if (seat) keep(PREFIX + table, { ...seat, token, recovery: undefined } satisfies KeptSeat);
}

/** The stored seat at a table, or null. */
export function keptSeat(table: string): KeptSeat | null {
  return recall<KeptSeat>(PREFIX + table);
}

/** All stored seats, the one taken last first. */
export function keptSeats(): KeptSeat[] {
  const seats = keptNames(PREFIX).map((name) => recall<KeptSeat>(name));
  return seats.filter((seat) => seat !== null).sort((a, b) => b.at - a.at);
}

/** Stores the end of a seat's game. */
export function keepEnd(table: string, { scores = [], seats = [], lost, why, undecided }: TurnOf): void {
  const seat = keptSeat(table);
  if (seat) keep(PREFIX + table, { ...seat, end: { scores, seats, lost, why, undecided } } satisfies KeptSeat);
}

/** Deletes a stored seat that was given up or that somebody else now holds. */
export function dropSeat(table: string): void {
  forget(PREFIX + table);
}

/** The seat's contribution to chance for a commitment. The same commitment always gives the same contribution, another
 * commitment gives another one. */
export function shareOf(seat: KeptSeat, commitment: string): string {
  if (seat.sealed && seat.commitment === commitment) return seat.contribution;
  const contribution = randomHex(SHARE_BYTES);
  keep(PREFIX + seat.table, { ...seat, commitment, contribution, sealed: true } satisfies KeptSeat);
  return contribution;
}
