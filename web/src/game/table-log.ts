/** What the entries of a table's log add up to, all but the position on the board. */
import type { ComputerWhy, Entry, EntryOf, EntryType } from "./entries";
import type { Message, SeatKind, Setup, TableView, TakeBack } from "./model";
import { clockTime, isByMove, isChampionship, setupLine } from "./setup";

/** With a clock by move: after so many missed turns in a row the computer moves until the holder returns. */
const MOST_MISSED = 3;

/** A tile that the server draws by itself within so many milliseconds is not asked for: the request could come too late. */
const DRAWN_SOON_MS = 1000;

/** A seat of the log. */
export interface LogSeat {
  name: string;
  /** Who holds the seat. */
  kind: SeatKind;
  /** The computer player that moves for it, and why; null when its holder moves. */
  computer: { level: number; why: ComputerWhy } | null;
  /** Its last turns in a row for which the time ran out. */
  missed: number;
  /** A program that is asked about take-backs; one that is not refuses them. */
  answers: boolean;
  /** Seats whose talk is not to be shown to this one; 0: those who watch. */
  muted: Set<number>;
}

/** The log of a table. Seats are numbered from 1, `seats` and `left` begin with seat 1. */
export class TableLog {
  /** The number of the last entry; 0 before the first. */
  seq = 0;
  /** When the last entry was written, by the server's clock. */
  at = 0;
  setup: Setup | null = null;
  stage: TableView["stage"] = "waiting";
  seats: LogSeat[] = [];
  newgame = "";
  words: string[] = [];
  chat: Message[] = [];
  /** A take-back or pause that waits for consent: who asked, with which entry, and who has agreed so far. */
  asked: { seat: number; entry: number; pause: boolean; agreed: number[] } | null = null;
  /** Which entry was the last no to what was asked, whose, and to whom. The seat that asks withdraws by a no. */
  refusal: TableView["refusal"];
  paused = false;
  /** By seat, for take-backs and pauses: how many turns stand before the first in which it may ask for that again; absent:
   * it may now. */
  readonly #again = { takeBack: new Map<number, number>(), pause: new Map<number, number>() };
  /** Turns that were moved and not taken back: whose, how many words the game had before, with a clock by move the
   * milliseconds that were used, and whether the computer made it for who holds the seat. */
  turns: { seat: number; words: number; used: number; instead: boolean }[] = [];
  /** Milliseconds that were used for the turn in hand before it was taken back, or before a pause. */
  used = 0;
  lost: TableView["lost"];
  undecided = false;
  /** With a clock for the game: milliseconds left by seat when the turn began. */
  left: number[] = [];
  /** When the turn, or the wait for a draw, began, by the server's clock. */
  since = 0;
  /** The table of the next game; "" while there is none. */
  next = "";
  /** Nobody who watches may talk: who opened the table wished it. */
  hushed = false;
  /** By seat the points of the games of which this is the rematch: 2 for one won, 1 for a first place shared; empty: there
   * were none. */
  points: number[] = [];
  /** By seat those of these games in which the computer made turns for who has the seat. */
  helped: number[] = [];
  /** Names under which nobody who watches may talk. */
  silenced = new Set<string>();
  /** Those of them who had the name watch no longer either. */
  removed = new Set<string>();
  /** The seat of who opened the table; 0: they stood up. */
  opener = 0;

  /** Adds the next entry. */
  take(entry: Entry): void {
    this.seq = entry.seq;
    this.at = entry.at;
    (TAKERS[entry.type] as Taker)(this, entry);
  }

  /** The seat of a number that is told in an entry. */
  seat(number: number): LogSeat {
    const seat = this.seats[number - 1];
    if (!seat) throw new Error(`the log names seat ${number}, which the table does not have`);
    return seat;
  }

  /** Who plays for a seat: the computer while it moves for its holder, but not for the one turn that they missed. */
  playedBy(number: number): { kind: SeatKind; level?: number } {
    const { kind, computer } = this.seat(number);
    return computer && !this.missesTurn(number) ? { kind: "computer", level: computer.level } : { kind };
  }

  /** Whether the one who holds the seat moves for it. */
  movesItself(number: number): boolean {
    const seat = this.seat(number);
    return (seat.kind === "person" || seat.kind === "program") && seat.computer === null;
  }

  /** Whether the holder can ask for a seat back for which the computer moves: not when their time for the whole game
   * has run out, nor while the computer makes the one turn that they missed. */
  mayReturn(number: number): boolean {
    const { computer } = this.seat(number);
    return this.stage === "playing" && computer !== null && !this.isOut(number) && !this.missesTurn(number);
  }

  /** Whether the time of the seat for the whole game has run out, so that the computer plays on to the end. */
  isOut(number: number): boolean {
    return this.seat(number).computer?.why === "clock" && !isByMove(this.setup?.clock);
  }

  /** Whether the computer makes the one turn for which the time of the seat ran out. */
  missesTurn(number: number): boolean {
    const { computer, missed } = this.seat(number);
    return computer?.why === "clock" && isByMove(this.setup?.clock) && missed < MOST_MISSED;
  }

  /** Whether the seat refuses every take-back without being asked. */
  refuses(number: number): boolean {
    const { kind, answers } = this.seat(number);
    if (this.movesItself(number)) return kind === "program" && !answers;
    return !this.setup?.casual || this.missesTurn(number);
  }

  /** What is asked was refused, or withdrawn: it is asked again in the next turn of that seat at the earliest. */
  refuse(): void {
    if (this.asked) this.#again[this.asked.pause ? "pause" : "takeBack"].set(this.asked.seat, this.turns.length + 1);
    this.asked = null;
  }

  /** Whether a seat may ask for this, after what was refused to it; `mover` is the seat whose turn it is. */
  #mayAsk(what: "takeBack" | "pause", number: number, mover: number): boolean {
    const next = this.#again[what].get(number);
    if (next === undefined || (this.turns.length >= next && mover === number)) return true;
    return this.turns.slice(next).some(({ seat }) => seat === number);
  }

  /** How the person who moves for a seat may take its last turn back, in this phase of the game, in the turn of `mover`. */
  takeBack(number: number, phase: string, mover: number): TakeBack {
    const others = this.seats.map((_, at) => at + 1).filter((other) => other !== number);
    const allowed = this.stage === "playing" && this.setup?.takebacks && !this.asked && !this.paused;
    if (!allowed || !this.turns.some((turn) => turn.seat === number)) return "no";
    const thrown = this.words.at(-1)!.startsWith("[");
    if (phase === "draw" && this.turns.at(-1)!.seat === number && !thrown) return "alone";
    return this.#mayAsk("takeBack", number, mover) && !others.some((other) => this.refuses(other)) ? "ask" : "no";
  }

  /** Whether the holder of a seat may end a pause: one who moves for it, or whose time has run out. */
  mayResume(number: number): boolean {
    return this.paused && (this.movesItself(number) || this.seat(number).computer?.why === "clock");
  }

  /** Whether the server draws the tile that is due by itself before a request comes there, at a time of its clock. */
  isDrawnSoon(now: number): boolean {
    return now + DRAWN_SOON_MS >= this.since + (this.setup?.grace ?? 0);
  }

  /** Whether the person who moves for a seat may ask for a pause, in the turn of `mover`. Where the clock decides a program
   * agrees to none. */
  mayPause(number: number, mover: number): boolean {
    const { setup, seats } = this;
    if (!setup || this.stage !== "playing" || setup.clock.kind === "none" || this.asked || this.paused) return false;
    if (!this.#mayAsk("pause", number, mover)) return false;
    return !isChampionship(setup) || !seats.some(({ kind, computer }) => kind === "program" && !computer);
  }
}

type Taker = (log: TableLog, entry: Entry) => void;

function emptySeat(): LogSeat {
  return { name: "", kind: "open", computer: null, missed: 0, answers: false, muted: new Set() };
}

function playWords(log: TableLog, entry: EntryOf<"drawn" | "moved">): void {
  log.words = [...log.words, ...entry.words];
  log.since = entry.at;
  log.used = 0;
}

/** A turn ends the question of a take-back. */
function dropQuestion(log: TableLog): void {
  if (!log.asked?.pause) log.asked = null;
}

function takeComputer(log: TableLog, { seat, level, why }: EntryOf<"computer">): void {
  const taken = log.seat(seat);
  taken.computer = { level, why };
  if (why === "clock") taken.missed++;
  if (why === "setup") taken.kind = "computer";
  if (log.asked?.seat === seat || (!log.asked?.pause && !log.asked?.agreed.includes(seat))) log.refuse();
}

const TAKERS: { [T in EntryType]: (log: TableLog, entry: EntryOf<T>) => void } = {
  created: (log, { setup, after }) => {
    log.setup = setup;
    log.points = after?.points ?? [];
    log.helped = after?.helped ?? [];
    log.seats = setup.seats.map(emptySeat);
  },
  sat: (log, { seq, seat, name, kind, answers = false }) => {
    Object.assign(log.seat(seat), { name, kind, answers });
    if (seq === 2) log.opener = seat;
  },
  sealed: () => {},
  contributed: () => {},
  renewed: () => {},
  stood: (log, { seat }) => {
    Object.assign(log.seat(seat), emptySeat());
    if (seat === log.opener) log.opener = 0;
  },
  computer: takeComputer,
  returned: (log, { seat }) => {
    const back = log.seat(seat);
    back.computer = null;
    if (back.missed >= MOST_MISSED) back.missed = 0;
  },
  started: (log, { newgame, at }) => {
    /* The game is that of the set-up that was shown before the shares of chance: the server's word counts for who begins
     * alone, which the set-up or chance decides. */
    log.newgame = setupLine(log.setup!, Number(/ first=(\d)/.exec(newgame)?.[1] ?? 1));
    log.stage = "playing";
    log.since = at;
    if (log.setup?.clock.kind === "game") log.left = log.seats.map(() => clockTime(log.setup?.clock));
  },
  drawn: playWords,
  moved: (log, entry) => {
    const instead = !log.movesItself(entry.seat) && log.seat(entry.seat).kind !== "computer";
    log.turns = [...log.turns, { seat: entry.seat, words: log.words.length, used: entry.used ?? 0, instead }];
    dropQuestion(log);
    if (log.movesItself(entry.seat)) log.seat(entry.seat).missed = 0;
    playWords(log, entry);
    if (entry.clock) log.left = entry.clock;
  },
  asked: (log, { seq, seat, what }) => {
    log.asked = { seat, entry: seq, pause: what === "pause", agreed: [] };
  },
  answered: (log, { seq, seat, yes }) => {
    if (!log.asked) return;
    if (yes) log.asked = { ...log.asked, agreed: [...log.asked.agreed, seat] };
    else log.refusal = { seq, seat, asker: log.asked.seat };
    if (!yes) log.refuse();
  },
  undone: (log, { words, at, clock, used }) => {
    log.words = log.words.slice(0, words);
    log.used = used ?? log.turns.find((turn) => turn.words >= words)?.used ?? 0;
    log.turns = log.turns.filter((turn) => turn.words < words);
    dropQuestion(log);
    log.since = at;
    if (clock) log.left = clock;
  },
  paused: (log, { used }) => {
    log.paused = true;
    log.used = used;
    log.asked = null;
  },
  resumed: (log, { at }) => {
    log.paused = false;
    log.since = at;
  },
  said: (log, { seq, seat, name, text, at }) => {
    log.chat = [...log.chat, { seq, seat, name, text, at }];
  },
  reacted: (log, { seq, seat, name, reaction, at }) => {
    log.chat = [...log.chat, { seq, seat, name, text: "", reaction, at }];
  },
  named: (log, { seat, name }) => {
    log.seat(seat).name = name;
  },
  muted: (log, { seat, muted, yes }) => {
    if (yes) log.seat(seat).muted.add(muted);
    else log.seat(seat).muted.delete(muted);
  },
  hushed: (log, { yes, name, removed }) => {
    if (name === undefined) log.hushed = yes;
    else if (yes) log.silenced.add(name);
    else for (const names of [log.silenced, log.removed]) names.delete(name);
    if (name !== undefined && removed) log.removed.add(name);
  },
  over: (log, { lost, why, undecided = false }) => {
    log.stage = "over";
    log.undecided = undecided;
    if (lost && why) log.lost = { seat: lost, why };
    if (lost && why === "clock") log.left = log.left.with(lost - 1, 0);
    log.asked = null;
    log.paused = false;
  },
  rematch: (log, { table }) => {
    log.next = table;
  },
  closed: (log) => {
    log.stage = "closed";
  },
};

/** Milliseconds left by seat when the turn in hand of `mover` began, or began again; null without a clock. */
export function clockOf(log: TableLog, mover: number): number[] | null {
  const kind = log.setup?.clock.kind ?? "none";
  if (kind === "none" || log.stage === "waiting") return null;
  if (kind === "game") return log.left.map((left, at) => (at === mover - 1 ? left - log.used : left));
  return log.seats.map((_, at) => clockTime(log.setup?.clock) - (at === mover - 1 ? log.used : 0));
}
