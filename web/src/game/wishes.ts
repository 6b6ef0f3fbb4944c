/**
 * Wishes: the tables that quick matches of this page have found or opened. A person may have several at once. The first
 * at which a game begins ends the others, also if the page shows something else by then.
 */
import { dropSeat, type KeptSeat, keptSeat } from "./kept-seats";

/** Seat and action of a request (`Server.act`). */
type Act = (table: string, token: string, action: { type: "leave"; seen: number }) => Promise<unknown>;

/** The number of wishes from which on the page offers no more: each has a stream, and over HTTP/1.1 a browser opens at
 * most six connections to a host. */
const ENOUGH = 3;

const tables = new Set<string>();

/** Adds a table at which this browser holds a seat. */
export function addWish(table: string): void {
  tables.add(table);
}

/** The seats at tables that are wished for. */
export function wishes(): KeptSeat[] {
  return [...tables].map((table) => keptSeat(table)).filter((seat) => seat !== null);
}

/** Whether the page offers a further wish. */
export function mayWish(): boolean {
  return wishes().length < ENOUGH;
}

/** A game begins at a table. If that was a wish, the seats at the others are given up where no game has begun. */
export async function fulfil(table: string, act: Act): Promise<void> {
  if (!tables.has(table)) return;
  const others = wishes().filter((seat) => seat.table !== table);
  tables.clear();
  for (const seat of others) {
    try {
      // An entry after the first that says that the game has begun makes the server refuse this.
      await act(seat.table, seat.token, { type: "leave", seen: 1 });
      dropSeat(seat.table);
    } catch (error) {
      console.info(error);
    }
  }
}
