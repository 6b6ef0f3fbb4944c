/** Stores up to which log entry the chat of a table was read in this browser. */
import { keep, recall } from "../ui/store";

const NAME = "read";
/** Maximum number of tables for which this is stored; the ones read last are kept. */
const MOST_KEPT = 60;

type Kept = Record<string, number>;

/** The last read entry; 0: none. */
export function readUpTo(table: string): number {
  return recall<Kept>(NAME)?.[table] ?? 0;
}

/** Stores the last read entry; it never decreases. */
export function keepRead(table: string, entry: number): void {
  const { [table]: before = 0, ...others } = recall<Kept>(NAME) ?? {};
  if (entry <= before) return;
  keep(NAME, Object.fromEntries([...Object.entries(others).slice(1 - MOST_KEPT), [table, entry]]));
}
