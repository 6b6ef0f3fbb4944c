/** The commitments to chance that tables of the server have shown to this browser: docs/understand/fairness.md. */
import { forget, keep, keptNames, recall } from "../ui/store";

/** What a table has shown here. */
export interface Promised {
  /** In the order in which they held; a new one follows when somebody did not tell their share of the chance. */
  commitments: string[];
  /** The game has begun under the last of them. */
  begun: boolean;
  /** The seals under the last of them once everybody has sealed, by seat, separated by commas; else "". */
  seals?: string;
  /** When it was kept last, in milliseconds since 1970. */
  at: number;
}

const PREFIX = "promise.";
const MOST_KEPT = 200;

/** What was kept of a table, or null. */
export function keptPromise(table: string): Promised | null {
  return recall<Promised>(PREFIX + table);
}

/** Keeps what a table shows; the oldest make room. */
export function keepPromise(table: string, promised: Omit<Promised, "at">): void {
  const names = keptNames(PREFIX);
  if (names.length >= MOST_KEPT) {
    const age = (name: string) => recall<Promised>(name)?.at ?? 0;
    const old = names.sort((a, b) => age(a) - age(b)).slice(0, names.length - MOST_KEPT + 1);
    for (const name of old) forget(name);
  }
  keep(PREFIX + table, { ...promised, at: Date.now() } satisfies Promised);
}

/** Whether what is shown is another promise than the one that was kept: one that was shown is missing or changed, or
 * one was added after the game had begun. */
export function breaksPromise(kept: Promised | null, commitments: readonly string[]): boolean {
  if (!kept) return false;
  if (kept.begun && kept.commitments.length !== commitments.length) return true;
  return kept.commitments.some((commitment, at) => commitments[at] !== commitment);
}
