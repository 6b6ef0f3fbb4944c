/**
 * What every table is to the screens, whether it is played on this device, at a server, or replayed from a record.
 * The contract of the log and of the words is docs/lookup/http.md.
 */
import type { OptionItem, OptionName } from "../../../js/src/options";
import type { ColourName, GameEvent, GameName, State } from "../../../js/src/types";

export type { ColourName, GameName, OptionItem, OptionName };

/** Who moves for a seat. `open`: nobody yet; `program`: a bot over HTTP. */
export type SeatKind = "open" | "person" | "program" | "computer";

export type ClockSetup =
  | { kind: "none" }
  | { kind: "move"; seconds: number }
  /** Days for each move; it also runs while nobody is there. */
  | { kind: "days"; days: number }
  /** `loses`: who runs out of time, or leaves, has lost; at tables of two. */
  | { kind: "game"; seconds: number; increment: number; loses?: boolean };

export interface SeatSetup {
  kind: SeatKind;
  colour: ColourName;
  /** 1 to 8, of a computer player. */
  level?: number;
  name?: string;
}

/** How a table is set up: docs/lookup/http.md, "Setup". */
export interface Setup {
  game: GameName;
  set: string;
  options: OptionItem[];
  seats: SeatSetup[];
  /** Seat 1 to 5 that begins; 0: drawn by chance. */
  first: number;
  clock: ClockSetup;
  /** Milliseconds between a move and the next draw. */
  grace: number;
  public: boolean;
  aids: boolean;
  hints: boolean;
  takebacks: boolean;
  /** Computers agree to take back what has shown tiles or dice; absent: they do not. */
  casual?: boolean;
  /** Who watches may talk; absent: they may. */
  watchers_talk?: boolean;
}

export interface Seat {
  /** From 1. */
  number: number;
  name: string;
  colour: ColourName;
  kind: SeatKind;
  level?: number;
  /** The person at this device moves for it. */
  mine: boolean;
  /** The computer makes the one turn for which their time ran out. */
  misses?: boolean;
  /** Who holds it has closed the table, or has no connection. */
  away?: boolean;
}

/** What is said by a tap in place of a text. */
export type Reaction = "hello" | "well-played" | "oh" | "thanks";
export const REACTIONS: readonly Reaction[] = ["hello", "well-played", "oh", "thanks"];

export interface Message {
  /** The entry of the log. */
  seq: number;
  /** 0: someone watching. */
  seat: number;
  name: string;
  /** "" where a reaction stands for it. */
  text: string;
  reaction?: Reaction;
  at: number;
}

/** One whole step of the log as the engine told it: what the log panel and the animations show. */
export interface Step {
  /** Number of words of the game before and after it. */
  from: number;
  to: number;
  /** Who moved, from 1. */
  seat: number;
  words: string[];
  events: GameEvent[];
  /** The computer made the turn for who holds the seat; absent: it did not. */
  instead?: boolean;
}

/** How the last turn may be taken back: not at all, `alone` at once, or by the consent of all others (`ask`). */
export type TakeBack = "no" | "alone" | "ask";

/** Everything a screen shows of a table; a new object after each change, never changed in place. */
export interface TableView {
  setup: Setup;
  /** `waiting`: seats are open; `closed`: given up. */
  stage: "waiting" | "playing" | "over" | "closed";
  seats: Seat[];
  /** The protocol's `newgame` line; "" while waiting. */
  newgame: string;
  /** The game so far as words of the protocol; `position startpos moves ...` after `newgame`. */
  words: string[];
  /** The engine's state after `words`; while waiting, that of an empty game. */
  state: State;
  /** By realm, in the order of `state.realms`: all its segments, "route.E@0,0". */
  segments: string[][];
  steps: Step[];
  /** Whose turn is being shown, from 1, while the picture is behind the game; 0: nobody's, as the final scoring is. Absent:
   * that of `state`. */
  showing?: number;
  chat: Message[];
  /** Milliseconds left by seat at `clockAt` (performance.now()); null without a clock. */
  clock: number[] | null;
  clockAt: number;
  /** Who has lost before the last tile, by time or by leaving; absent: nobody. */
  lost?: { seat: number; why: "clock" | "left" };
  /** The game ended before the last tile, as nobody was left who could move; absent: it did not. */
  undecided?: boolean;
  /** By consent nobody draws or moves, and no clock runs; absent: not so. */
  paused?: boolean;
  /** A person has asked to take back, or for a pause: that seat, the entry of the log, and whether this device has still
   * to answer. */
  asked: { seat: number; entry: number; mine: boolean; pause?: boolean } | null;
  /** Who has said no last to what was asked, with which entry of the log, and which seat had asked. The seat that asks withdraws by a no. */
  refusal?: { seq: number; seat: number; asker: number };
  /** What the person here may do now. */
  may: { draw: boolean; move: boolean; takeBack: TakeBack; answer: boolean; rematch: boolean; talk: boolean };
  /** Not empty while the connection to the server is lost: what to tell, as a message key. */
  trouble: string;
}

/** What a change was, so that a screen can animate it: `steps` are those that came (none after a jump or undo). */
export interface Change {
  steps: Step[];
  jumped: boolean;
}

/** Is told what a table has become, and by what change. */
export type TableListener = (view: TableView, change: Change) => void;

/**
 * A table. Wishes resolve when they were accepted and reject with an `Error` whose message can be shown. `subscribe`
 * calls the listener at once and after each change, and returns how to stop.
 */
export interface TableModel {
  readonly kind: "local" | "remote" | "review";
  readonly view: TableView;
  /** The entry of the log up to which the person here has read the talk, kept for when they come back; 0: none. Absent at
   * a table without talk. */
  read?: number;
  subscribe(listener: TableListener): () => void;
  /** The computers that move on this device do so when what happened has been shown: `rest` tells when. */
  waitFor?(rest: () => Promise<void>): void;
  draw(): Promise<void>;
  /** A whole turn, `A3@0,1r2=none`. Throws are drawn by the table. */
  play(move: string): Promise<void>;
  takeBack(): Promise<void>;
  /** Agrees to the question of this entry of the log, or refuses it; who has asked withdraws it. */
  answer(entry: number, yes: boolean): Promise<void>;
  say(text: string): Promise<void>;
  react(reaction: Reaction): Promise<void>;
  /** Replaces a seat by a computer of the level, or hands it back to its person. */
  replace(seat: number, level: number): Promise<void>;
  leave(): Promise<void>;
  /** Where the next game is: a route (`#/...`). */
  rematch(): Promise<string>;
  /** The record of the game so far. */
  record(): Promise<string>;
  close(): void;
}
