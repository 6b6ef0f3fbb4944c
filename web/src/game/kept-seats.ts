/** The seats at tables of the server that this browser holds, with the words that prove it. */
import { forget, keep, keptNames, recall } from "../ui/store";
import { randomHex } from "./chance";
import type { GameName } from "./model";
import type { HeldSeat, TurnOf } from "./server";

/** A seat that is held here. */
export interface KeptSeat extends HeldSeat {
  name: string;
  game: GameName;
  /** When it was taken, in milliseconds since 1970. */
  at: number;
  /** What the server had promised before this browser gave its share of the chance, and that share; "" before. */
  commitment: string;
  contribution: string;
  /** The share was made to be sealed; not so those from before shares were sealed. */
  sealed?: boolean;
  /** How the game ended; absent: it is not known to be over. */
  end?: End;
}

/** How a game ended, and who sat there. */
export type End = Required<Pick<TurnOf, "scores" | "seats">> & Pick<TurnOf, "lost" | "why" | "undecided">;

const PREFIX = "table.";
const MOST_KEPT = 60;
/** docs/understand/fairness.md: 16 bytes a person. */
const SHARE_BYTES = 16;

/** Keeps a seat that was taken; the oldest ones make room. */
export function keepSeat(held: HeldSeat, name: string, game: GameName): void {
  const old = recall<KeptSeat>(PREFIX + held.table);
  const share = { commitment: old?.commitment ?? "", contribution: old?.contribution ?? "", sealed: old?.sealed };
  for (const seat of keptSeats().slice(MOST_KEPT - 1)) dropSeat(seat.table);
  keep(PREFIX + held.table, { ...share, ...held, name, game, at: Date.now() } satisfies KeptSeat);
}

/** Keeps the token of the device as that of a seat that has become a player's. */
export function holdByDevice({ table, token }: HeldSeat): void {
  const seat = keptSeat(table);
  if (seat) keep(PREFIX + table, { ...seat, token, recovery: undefined } satisfies KeptSeat);
}

/** The seat held at a table, or null. */
export function keptSeat(table: string): KeptSeat | null {
  return recall<KeptSeat>(PREFIX + table);
}

/** All seats held, the one taken last first. */
export function keptSeats(): KeptSeat[] {
  const seats = keptNames(PREFIX).map((name) => recall<KeptSeat>(name));
  return seats.filter((seat) => seat !== null).sort((a, b) => b.at - a.at);
}

/** Keeps how the game of a seat ended. */
export function keepEnd(table: string, { scores = [], seats = [], lost, why, undecided }: TurnOf): void {
  const seat = keptSeat(table);
  if (seat) keep(PREFIX + table, { ...seat, end: { scores, seats, lost, why, undecided } } satisfies KeptSeat);
}

/** Forgets a seat: it was given up, or someone else holds it. */
export function dropSeat(table: string): void {
  forget(PREFIX + table);
}

/** The share of chance of a seat under a commitment: the same when it is asked for again, and another one under another
 * commitment. */
export function shareOf(seat: KeptSeat, commitment: string): string {
  if (seat.sealed && seat.commitment === commitment) return seat.contribution;
  const contribution = randomHex(SHARE_BYTES);
  keep(PREFIX + seat.table, { ...seat, commitment, contribution, sealed: true } satisfies KeptSeat);
  return contribution;
}
