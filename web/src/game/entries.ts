/** The entries of a table's log as the server sends them: docs/lookup/http.md, "The log". */
import type { Reaction, Setup } from "./model";

/** Why a computer moves for a seat. */
export type ComputerWhy = "setup" | "asked" | "clock" | "left";

/** Why a holder lost the seat before the start: the contribution was not revealed or not sealed in time, or the table's
 * opener freed the seat. */
export type StoodWhy = "sealed" | "away" | "freed";

/** The game before this rematch. For each seat: the seat there for whose holder it is kept, or 0; and the points of all
 * games before: 2 for a win, 1 for a shared first place. */
export interface Former {
  table: string;
  kept: number[];
  points?: number[];
  /** For each seat the number of games before in which a computer made turns for its holder. */
  helped?: number[];
}

type Entries = {
  /** With `deck` the tables of a round of a tournament share the chance, to which nobody contributes. */
  created: { table: string; setup: Setup; commitment: string; after?: Former; deck?: object };
  /** The opener has chosen other options or another clock, before anybody had sealed. */
  changed: { setup: Setup };
  sat: {
    seat: number;
    name: string;
    kind: "person" | "program";
    contribution?: string;
    answers?: boolean;
    /** At a rated table: the points of the player, and whether they are uncertain. */
    rating?: number;
    provisional?: boolean;
  };
  sealed: { seat: number; seal: string };
  contributed: { seat: number; contribution: string };
  stood: { seat: number; why?: StoodWhy };
  renewed: { commitment: string };
  computer: { seat: number; level: number; why: ComputerWhy };
  returned: { seat: number };
  started: { newgame: string; contributions: string[] };
  drawn: { seat: number; words: string[] };
  moved: { seat: number; words: string[]; by: "person" | "computer" | "clock"; clock?: number[]; used?: number };
  asked: { seat: number; what: "take-back" | "pause" };
  answered: { seat: number; yes: boolean };
  undone: { seat: number; words: number; clock?: number[]; used?: number };
  /** The days of the turn have run out, and its player is on vacation: so many milliseconds of it do not count. */
  vacation: { seat: number; length: number };
  /** `used`: the milliseconds of the turn in hand, or of the wait for a draw, before the pause. */
  paused: { used: number };
  resumed: { seat: number };
  said: { seat: number; name: string; text: string };
  reacted: { seat: number; name: string; reaction: Reaction };
  named: { seat: number; name: string };
  /** Seat 0 stands for all watchers. */
  muted: { seat: number; muted: number; yes: boolean };
  /** All watchers, or the watcher of this name. */
  hushed: { seat: number; yes: boolean; name?: string; removed?: boolean };
  over: { scores: number[]; secret?: string; lost?: number; why?: "clock" | "left"; undecided?: boolean };
  /** `seat` has asked for it; missing in logs of before. */
  rematch: { seat?: number; table: string };
  closed: { why: string };
};

export type EntryType = keyof Entries;

/** An entry of one type. `at` is milliseconds since 1970 by the server's clock. */
export type EntryOf<T extends EntryType> = { seq: number; at: number; type: T } & Entries[T];

export type Entry = { [T in EntryType]: EntryOf<T> }[EntryType];

/** A holder is away since then, and the others wait for them up to `until`; absent: the clock alone decides. Before the
 * start the seat is open again then, in the game a computer may be put there. Milliseconds since 1970. */
export interface Absence {
  seat: number;
  since: number;
  until?: number;
}

/** A part of a log: all entries after the one given in the request. */
export interface LogPart {
  table: string;
  seq: number;
  setup: Setup;
  entries: Entry[];
}
