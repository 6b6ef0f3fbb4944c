/** What the host of a server sees and does (docs/lookup/http.md, "Order"). */

/** A report of somebody at a table. */
export interface Report {
  report: number;
  at: number;
  table: string;
  /** The seat that reports, and the one that is reported. */
  by: number;
  seat: number;
  /** The player who is reported; missing for a guest. */
  player?: string;
  name: string;
  text: string;
}

/** A player as the host sees them; times of 0 or before now hold no longer. */
export interface PlayerStanding {
  player: string;
  name: string;
  created: number;
  warning: string;
  silenced: number;
  suspended: number;
}

/** An act as the log has it. */
export interface Act {
  number: number;
  /** JSON. */
  act: string;
  hash: string;
}

export interface HostView {
  player?: PlayerStanding;
  reports: Report[];
  acts: Act[];
}

export type HostAction =
  | { type: "warn"; player: string }
  | { type: "silence" | "suspend"; player: string; until: number }
  | { type: "close"; table: string }
  | { type: "end"; tournament: string }
  | { type: "rename"; tournament: string; name: string }
  | { type: "void"; table: string; yes: boolean }
  | { type: "settle"; report: number };
