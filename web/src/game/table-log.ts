/** The state of a table that follows from the entries of its log, except the position on the board. */
import type { ComputerWhy, Entry, EntryOf, EntryType, Former } from "./entries";
import type { Message, SeatKind, Setup, TableView, TakeBack } from "./model";
import { ratingText } from "./rating";
import { clockTime, forfeits, isByMove, setupLine } from "./setup";

/** With a clock by move: after this number of missed turns in a row a computer moves until the holder returns. */
const MOST_MISSED = 3;

/** The page does not ask for a tile that the server draws by itself within this time (ms): the request could come too
 * late. */
const DRAWN_SOON_MS = 1000;

/** A seat is kept for the player of the game before for this time (ms); with a clock of days, for that of a move. */
const KEPT_MS = 120_000;

/** A seat, as the log describes it. */
export interface LogSeat {
  name: string;
  /** The kind of the seat's holder. */
  kind: SeatKind;
  /** The computer that moves for the seat, and why; null when the holder moves. */
  computer: { level: number; why: ComputerWhy } | null;
  /** The number of its latest turns in a row for which the time ran out. */
  missed: number;
  /** A program that is asked about take-backs; other programs refuse them. */
  answers: boolean;
  /** At a rated table: the rating of the holder, such as `1532?`. */
  rating?: string;
  /** The seats whose talk this seat does not want to see; 0: watchers. */
  muted: Set<number>;
}

/** The log of a table. Seat numbers are 1-based; `seats` and `left` begin with seat 1. */
export class TableLog {
  /** The number of the last entry; 0 before the first. */
  seq = 0;
  /** When the last entry was written, by the server's clock. */
  at = 0;
  setup: Setup | null = null;
  /** The opener has changed the setup before the start. */
  changed = false;
  stage: TableView["stage"] = "waiting";
  seats: LogSeat[] = [];
  newgame = "";
  words: string[] = [];
  chat: Message[] = [];
  /** An open question about a take-back or a pause: the seat that asked, its entry, and the seats that have agreed. */
  asked: { seat: number; entry: number; pause: boolean; agreed: number[] } | null = null;
  /** The last refusal: its entry, the seat that refused, and the seat that had asked. A seat that refuses its own
   * question withdraws it. */
  refusal: TableView["refusal"];
  paused = false;
  /** For each seat, for take-backs and pauses: the number of turns before the first in which it may ask again; absent:
   * it may ask now. */
  readonly #again = { takeBack: new Map<number, number>(), pause: new Map<number, number>() };
  /** The turns made and not taken back: the seat, the number of the game's words before, the milliseconds used (with a
   * clock by move), and whether a computer made the turn for the seat's holder. */
  turns: { seat: number; words: number; used: number; instead: boolean }[] = [];
  /** The milliseconds used for the turn in hand before a take-back or a pause. */
  used = 0;
  /** The milliseconds of the turn in hand that were vacation. */
  excused = 0;
  lost: TableView["lost"];
  undecided = false;
  /** With a clock for the game: the milliseconds left for each seat when the turn began. */
  left: number[] = [];
  /** The time at which the turn or the wait for a draw began, by the server's clock. */
  since = 0;
  /** The id of the next game's table; "" while there is none. */
  next = "";
  /** The seat that has asked for it; 0: it is not known. */
  nextBy = 0;
  /** The game before this one; null: this is no rematch. Its `kept` changes when somebody sits down. */
  former: Former | null = null;
  /** When the table was created, by the server's clock. */
  created = 0;
  /** The table's opener has silenced all watchers. */
  allSilenced = false;
  /** For each seat the points of the series' earlier games: 2 for a win, 1 for a shared first place; empty: no earlier
   * games. */
  points: number[] = [];
  /** For each seat the number of these games in which a computer made turns for its holder. */
  helped: number[] = [];
  /** The names of silenced watchers. */
  silenced = new Set<string>();
  /** True: watchers under that name are removed, too. */
  removed = new Set<string>();
  /** The opener's seat; 0: the opener stood up. */
  opener = 0;

  /** Adds the next entry. */
  take(entry: Entry): void {
    this.seq = entry.seq;
    this.at = entry.at;
    (TAKERS[entry.type] as Taker)(this, entry);
  }

  /** The seat that an entry names by its number. */
  seat(number: number): LogSeat {
    const seat = this.seats[number - 1];
    if (!seat) throw new Error(`the log names seat ${number}, which the table does not have`);
    return seat;
  }

  /** The player of a seat: the computer while it moves for the holder, except for one missed turn. */
  playedBy(number: number): { kind: SeatKind; level?: number } {
    const { kind, computer } = this.seat(number);
    return computer && !this.missesTurn(number) ? { kind: "computer", level: computer.level } : { kind };
  }

  /** The seat of the game before for whose holder an open seat is kept, and until when by the server's clock; null: for
   * nobody. */
  keptFor(number: number): { seat: number; until: number } | null {
    const seat = this.former?.kept[number - 1] ?? 0;
    const clock = this.setup?.clock;
    const until = this.created + (clock?.kind === "days" ? clockTime(clock) : KEPT_MS);
    return this.stage === "waiting" && seat > 0 && this.seat(number).kind === "open" ? { seat, until } : null;
  }

  /** Whether the seat's holder moves for it. */
  movesItself(number: number): boolean {
    const seat = this.seat(number);
    return (seat.kind === "person" || seat.kind === "program") && seat.computer === null;
  }

  /** Whether the holder can ask for the seat back from the computer: not when their time for the whole game has run
   * out, nor while the computer makes a missed turn. */
  mayReturn(number: number): boolean {
    const { computer } = this.seat(number);
    if (this.setup?.rated || this.stage !== "playing") return false;
    return computer !== null && !this.isOut(number) && !this.missesTurn(number);
  }

  /** Whether the seat's time for the whole game has run out, so that the computer plays to the end. */
  isOut(number: number): boolean {
    return this.seat(number).computer?.why === "clock" && !isByMove(this.setup?.clock);
  }

  /** Whether the holder has left a rated table or run out of time, and is placed last. */
  hasLost(number: number): boolean {
    const why = this.seat(number).computer?.why;
    return this.setup?.rated === true && (why === "clock" || why === "left");
  }

  /** Whether the computer makes one turn for which the seat's time ran out. */
  missesTurn(number: number): boolean {
    const { computer, missed } = this.seat(number);
    if (this.setup?.rated) return false;
    return computer?.why === "clock" && isByMove(this.setup?.clock) && missed < MOST_MISSED;
  }

  /** Whether the seat refuses every take-back without being asked. */
  refuses(number: number): boolean {
    const { kind, answers } = this.seat(number);
    if (this.movesItself(number)) return kind === "program" && !answers;
    return !this.setup?.casual || this.missesTurn(number);
  }

  /** Records a refusal or withdrawal: the seat asks again in its next turn at the earliest. */
  refuse(): void {
    if (this.asked) this.#again[this.asked.pause ? "pause" : "takeBack"].set(this.asked.seat, this.turns.length + 1);
    this.asked = null;
  }

  /** Whether a seat may ask for this, given its earlier refusals; `mover` is the seat whose turn it is. */
  #mayAsk(what: "takeBack" | "pause", number: number, mover: number): boolean {
    const next = this.#again[what].get(number);
    if (next === undefined || (this.turns.length >= next && mover === number)) return true;
    return this.turns.slice(next).some(({ seat }) => seat === number);
  }

  /** How the person who moves for a seat may take its last turn back, given the phase and the turn of `mover`. */
  takeBack(number: number, phase: string, mover: number): TakeBack {
    const others = this.seats.map((_, at) => at + 1).filter((other) => other !== number);
    const allowed = this.stage === "playing" && this.setup?.takebacks && !this.asked && !this.paused;
    if (!allowed || !this.turns.some((turn) => turn.seat === number)) return "no";
    const thrown = this.words.at(-1)!.startsWith("[");
    if (phase === "draw" && this.turns.at(-1)!.seat === number && !thrown) return "alone";
    if (this.setup?.rated) return "no";
    return this.#mayAsk("takeBack", number, mover) && !others.some((other) => this.refuses(other)) ? "ask" : "no";
  }

  /** Whether the holder may end a pause: a holder who moves for the seat, or whose time has run out. */
  mayResume(number: number): boolean {
    return this.paused && (this.movesItself(number) || this.seat(number).computer?.why === "clock");
  }

  /** Whether the server draws the due tile by itself before a request sent at this time of its clock arrives. */
  isDrawnSoon(now: number): boolean {
    return now + DRAWN_SOON_MS >= this.since + (this.setup?.grace ?? 0);
  }

  /** Whether the person who moves for a seat may ask for a pause in the turn of `mover`. Where the clock decides the
   * game, a program refuses. */
  mayPause(number: number, mover: number): boolean {
    const { setup, seats } = this;
    if (!setup || this.stage !== "playing" || setup.clock.kind === "none" || this.asked || this.paused) return false;
    if (setup.rated || !this.#mayAsk("pause", number, mover)) return false;
    return !forfeits(setup) || !seats.some(({ kind, computer }) => kind === "program" && !computer);
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
  log.excused = 0;
}

/** A turn ends an open question about a take-back. */
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
  created: (log, { setup, after, at }) => {
    log.setup = setup;
    log.created = at;
    log.former = after ? { ...after, kept: [...after.kept] } : null;
    log.points = after?.points ?? [];
    log.helped = after?.helped ?? [];
    log.seats = setup.seats.map(emptySeat);
  },
  sat: (log, { seq, seat, name, kind, answers = false, rating, provisional }) => {
    Object.assign(log.seat(seat), { name, kind, answers, rating: ratingText(rating, provisional) });
    if (seq === 2) log.opener = seat;
    if (log.former) log.former.kept[seat - 1] = 0;
  },
  changed: (log, { setup }) => {
    log.setup = setup;
    log.changed = true;
  },
  sealed: () => {},
  contributed: () => {},
  renewed: () => {},
  stood: (log, { seat }) => {
    Object.assign(log.seat(seat), emptySeat());
    if (log.former) log.former.kept[seat - 1] = 0;
    if (seat === log.opener) log.opener = 0;
  },
  computer: takeComputer,
  returned: (log, { seat }) => {
    const back = log.seat(seat);
    back.computer = null;
    if (back.missed >= MOST_MISSED) back.missed = 0;
  },
  started: (log, { newgame, at }) => {
    /* The game is that of the setup shown before anybody sealed a contribution. Only the first seat comes from this
     * entry: the setup or chance decides it. */
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
    log.excused = 0;
    log.since = at;
    if (clock) log.left = clock;
  },
  vacation: (log, { length }) => {
    log.excused = length;
  },
  paused: (log, { used }) => {
    log.excused = 0;
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
    if (name === undefined) log.allSilenced = yes;
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
  rematch: (log, { seat = 0, table }) => {
    log.next = table;
    log.nextBy = seat;
  },
  closed: (log) => {
    log.stage = "closed";
  },
};

/** The milliseconds left for each seat when the turn of `mover` began or began again; null without a clock. */
export function clockOf(log: TableLog, mover: number): number[] | null {
  const kind = log.setup?.clock.kind ?? "none";
  if (kind === "none" || log.stage === "waiting") return null;
  if (kind === "game") return log.left.map((left, at) => (at === mover - 1 ? left - log.used : left));
  return log.seats.map((_, at) => clockTime(log.setup?.clock) - (at === mover - 1 ? log.used - log.excused : 0));
}
