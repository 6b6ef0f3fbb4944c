/**
 * How screens see a table, whether it is played on this device, at a server, or replayed from a record.
 * The contract of the log and of the words is docs/lookup/http.md.
 */
import type { OptionItem, OptionName } from "../../../js/src/options";
import type { ColourName, GameEvent, GameName, State } from "../../../js/src/types";

export type { ColourName, GameName, OptionItem, OptionName };

/** The kind of player that moves for a seat. `open`: nobody yet; `program`: a bot over HTTP. */
export type SeatKind = "open" | "person" | "program" | "computer";

export type ClockSetup =
  | { kind: "none" }
  | { kind: "move"; seconds: number }
  /** Days for each move; they also pass while nobody is there. */
  | { kind: "days"; days: number }
  /** `loses`: a player who runs out of time or leaves has lost; only with two seats. */
  | { kind: "game"; seconds: number; increment: number; loses?: boolean };

export interface SeatSetup {
  kind: SeatKind;
  colour: ColourName;
  /** 1 to 8, of a computer player. */
  level?: number;
  name?: string;
}

/** The setup of a table: docs/lookup/http.md, "Setup". */
export interface Setup {
  game: GameName;
  set: string;
  options: OptionItem[];
  seats: SeatSetup[];
  /** The seat that begins (1 to 5); 0: drawn by chance. */
  first: number;
  clock: ClockSetup;
  /** Milliseconds between a move and the next draw. */
  grace: number;
  public: boolean;
  aids: boolean;
  hints: boolean;
  takebacks: boolean;
  /** Computers agree to a take-back after tiles or dice were seen; absent: they refuse. */
  casual?: boolean;
  /** The game counts for ratings: players alone sit there. Absent: it does not. */
  rated?: boolean;
  /** Watchers may talk; absent: true. */
  watchers_talk?: boolean;
}

export interface Seat {
  /** 1-based. */
  number: number;
  name: string;
  colour: ColourName;
  kind: SeatKind;
  level?: number;
  /** A person at this device moves for the seat. */
  mine: boolean;
  /** A computer makes the one turn for which the holder's time ran out. */
  misses?: boolean;
  /** At a rated table: the rating of the player when they sat down, such as `1532?`. */
  rating?: string;
  /** At a rated table: the player has left or run out of time, and is placed last. */
  out?: boolean;
  /** The holder has closed the table or has no connection. `until`: the time of `performance.now()` up to which the
   * others wait for them; infinite: for as long as the clock allows. */
  away?: { until: number };
  /** The open seat is kept for the player of the game before, until this time of `performance.now()`. */
  kept?: { name: string; mine: boolean; until: number };
}

/** A reaction, sent by one tap instead of a text. */
export type Reaction = "hello" | "well-played" | "oh" | "thanks";
export const REACTIONS: readonly Reaction[] = ["hello", "well-played", "oh", "thanks"];

export interface Message {
  /** The number of the log entry. */
  seq: number;
  /** 0: a watcher. */
  seat: number;
  name: string;
  /** "" for a reaction. */
  text: string;
  /** It was said at the table of the game before. */
  before?: boolean;
  reaction?: Reaction;
  at: number;
}

/** One step of the game as the engine reported it: shown by the log panel and the animations. */
export interface Step {
  /** The number of the game's words before and after the step. */
  from: number;
  to: number;
  /** The seat that moved (1-based). */
  seat: number;
  words: string[];
  events: GameEvent[];
  /** A computer made the turn for the seat's holder; absent: false. */
  instead?: boolean;
}

/** How the last turn may be taken back: not at all, at once (`alone`), or if all others agree (`ask`). */
export type TakeBack = "no" | "alone" | "ask";

/** Everything that a screen shows of a table. Each change makes a new object; none is changed in place. */
export interface TableView {
  setup: Setup;
  /** `waiting`: the game has not started; `closed`: the table was given up. */
  stage: "waiting" | "playing" | "over" | "closed";
  seats: Seat[];
  /** The protocol's `newgame` line; "" while waiting. */
  newgame: string;
  /** The game so far in words of the protocol, as they follow `position startpos moves`. */
  words: string[];
  /** The engine's state after `words`; before the start that of an empty game. */
  state: State;
  /** For each realm of `state.realms`: all its segments, such as "route.E@0,0". */
  segments: string[][];
  steps: Step[];
  /** The seat (1-based) whose turn the board shows while the picture lags behind the game; 0: it shows the final
   * scoring. Absent: the seat of `state`. */
  showing?: number;
  chat: Message[];
  /** Milliseconds left for each seat at the time `clockAt` (performance.now()); null without a clock. */
  clock: number[] | null;
  clockAt: number;
  /** The seat that lost before the last tile, by time or by leaving; absent: none. */
  lost?: { seat: number; why: "clock" | "left" };
  /** The game ended before the last tile because nobody was left to move; absent: false. */
  undecided?: boolean;
  /** The game is paused: nobody draws or moves, and no clock runs; absent: false. */
  paused?: boolean;
  /** An open question about a take-back or a pause: the seat that asked, the entry of the log, and whether a person at
   * this device still has to answer. */
  asked: { seat: number; entry: number; mine: boolean; pause?: boolean } | null;
  /** The last refusal: the seat that refused, its entry of the log, and the seat that had asked. A seat that refuses
   * its own question withdraws it. */
  refusal?: { seq: number; seat: number; asker: number };
  /** The actions that a person at this device may take now. */
  may: { draw: boolean; move: boolean; takeBack: TakeBack; answer: boolean; rematch: boolean; talk: boolean };
  /** At a table where turns may be prepared: the turns that are; the tile that is being laid for one, or "". Absent:
   * they may not be. */
  prepare?: { moves: readonly string[]; tile: string };
  /** The key of a message to show while the connection to the server is lost; otherwise empty. */
  trouble: string;
}

/** A change of the table, for animation: `steps` are the new steps (none after a jump or a take-back). */
export interface Change {
  steps: Step[];
  jumped: boolean;
}

/** Called with the new view of a table and the change that led to it. */
export type TableListener = (view: TableView, change: Change) => void;

/**
 * A table. An action resolves when the table has accepted it, and rejects with an `Error` whose message can be shown.
 * `subscribe` calls the listener at once and after each change, and returns a function that ends the subscription.
 */
export interface TableModel {
  readonly kind: "local" | "remote" | "review";
  readonly view: TableView;
  /** The last entry of the log whose talk the person here has read, kept between visits; 0: none. Absent at a table
   * without talk. */
  read?: number;
  subscribe(listener: TableListener): () => void;
  /** Computers on this device move when the board has shown what happened: `rest` resolves at that time. */
  waitFor?(rest: () => Promise<void>): void;
  draw(): Promise<void>;
  /** Plays a whole turn, such as `A3@0,1r2=none`. The table throws the dice. */
  play(move: string): Promise<void>;
  takeBack(): Promise<void>;
  /** Lays this tile for a turn that is prepared, with the next play(); withdraws the turn that is prepared for it;
   * or, with "", lays none. */
  prepare?(tile: string): Promise<void>;
  /** Agrees to the question of this log entry or refuses it; the seat that asked withdraws it by refusing. */
  answer(entry: number, yes: boolean): Promise<void>;
  say(text: string): Promise<void>;
  react(reaction: Reaction): Promise<void>;
  /** Lets a computer of the level move for a seat, or returns the seat to its person. */
  replace(seat: number, level: number): Promise<void>;
  leave(): Promise<void>;
  /** Creates or finds the next game; resolves to its route (`#/...`). */
  rematch(): Promise<string>;
  /** The record of the game so far. */
  record(): Promise<string>;
  close(): void;
}
