/** Up to which entry of its log the talk of a table was read in this browser. */
import { keep, recall } from "../ui/store";

const NAME = "read";
/** Of so many tables that is kept; the ones where somebody read last. */
const MOST_KEPT = 60;

type Kept = Record<string, number>;

/** The entry; 0: nothing was read. */
export function readUpTo(table: string): number {
  return recall<Kept>(NAME)?.[table] ?? 0;
}

/** Keeps the entry; what was read stays read. */
export function keepRead(table: string, entry: number): void {
  const { [table]: before = 0, ...others } = recall<Kept>(NAME) ?? {};
  if (entry <= before) return;
  keep(NAME, Object.fromEntries([...Object.entries(others).slice(1 - MOST_KEPT), [table, entry]]));
}
