/** The entries of a table's log as the server tells them: docs/lookup/http.md, "The log". */
import type { Reaction, Setup } from "./model";

/** Why the computer moves for a seat. */
export type ComputerWhy = "setup" | "asked" | "clock" | "left";

/** Why a seat is open again without its holder's wish: its share of the chance was not told, or not even sealed, in
 * time, or who opened the table has freed it. */
export type StoodWhy = "sealed" | "away" | "freed";

/** The game of which this is the rematch; by seat the seat there for whose holder it is kept, or 0; and the points of
 * all games before: 2 for one won, 1 for a first place shared. */
interface Former {
  table: string;
  kept: number[];
  points?: number[];
  /** By seat the games before in which the computer made turns for who has the seat. */
  helped?: number[];
}

type Entries = {
  created: { table: string; setup: Setup; commitment: string; after?: Former };
  sat: { seat: number; name: string; kind: "person" | "program"; contribution?: string; answers?: boolean };
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
  /** `used`: milliseconds of the turn in hand, or of the wait for a draw, up to the pause. */
  paused: { used: number };
  resumed: { seat: number };
  said: { seat: number; name: string; text: string };
  reacted: { seat: number; name: string; reaction: Reaction };
  named: { seat: number; name: string };
  /** Seat 0 is everybody who watches. */
  muted: { seat: number; muted: number; yes: boolean };
  /** All who watch, or who watches under the name. */
  hushed: { seat: number; yes: boolean; name?: string; removed?: boolean };
  over: { scores: number[]; secret: string; lost?: number; why?: "clock" | "left"; undecided?: boolean };
  rematch: { table: string };
  closed: { why: string };
};

export type EntryType = keyof Entries;

/** An entry of one type. `at` is milliseconds since 1970 by the server's clock. */
export type EntryOf<T extends EntryType> = { seq: number; at: number; type: T } & Entries[T];

export type Entry = { [T in EntryType]: EntryOf<T> }[EntryType];

/** A part of a log: all entries after the one that was asked for. */
export interface LogPart {
  table: string;
  seq: number;
  setup: Setup;
  entries: Entry[];
}
