/** Stores the commitments to chance that tables of the server have shown to this browser
 * (docs/understand/fairness.md). */
import { forget, keep, keptNames, recall } from "../ui/store";

/** The promise that a table has shown to this browser. */
export interface Promised {
  /** The commitments in order; a new one replaces the last if a player did not reveal their contribution. */
  commitments: string[];
  /** The game has begun under the last commitment. */
  begun: boolean;
  /** The seals for the last commitment once all players have sealed, by seat, separated by commas; otherwise "". */
  seals?: string;
  /** The time of the last change, in milliseconds since 1970. */
  at: number;
}

const PREFIX = "promise.";
const MOST_KEPT = 200;

/** The stored promise of a table, or null. */
export function keptPromise(table: string): Promised | null {
  return recall<Promised>(PREFIX + table);
}

/** Stores the promise of a table; if there are too many, the oldest are deleted. */
export function keepPromise(table: string, promised: Omit<Promised, "at">): void {
  const names = keptNames(PREFIX);
  if (names.length >= MOST_KEPT) {
    const age = (name: string) => recall<Promised>(name)?.at ?? 0;
    const old = names.sort((a, b) => age(a) - age(b)).slice(0, names.length - MOST_KEPT + 1);
    for (const name of old) forget(name);
  }
  keep(PREFIX + table, { ...promised, at: Date.now() } satisfies Promised);
}

/** Whether these commitments break the stored promise: a commitment is missing or changed, or one was added after the
 * game had begun. */
export function breaksPromise(kept: Promised | null, commitments: readonly string[]): boolean {
  if (!kept) return false;
  if (kept.begun && kept.commitments.length !== commitments.length) return true;
  return kept.commitments.some((commitment, at) => commitments[at] !== commitment);
}
