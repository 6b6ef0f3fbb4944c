/** A table of the server: what its log says is shown, what the person here wishes is asked for. */
import type { Engine } from "../../../js/src/engine";
import type { State } from "../../../js/src/types";
import { t } from "../words/words";
import type { Absence, Entry, StoodWhy } from "./entries";
import { EntryStream } from "./entry-stream";
import { dropSeat, type KeptSeat, keepSeat, keptSeat, shareOf } from "./kept-seats";
import type { Change, Message, Reaction, Seat, Setup, Step, TableListener, TableModel, TableView } from "./model";
import { personName } from "./person";
import { deviceToken } from "./player";
import { type Proof, proofOf } from "./proof";
import { keepRead, readUpTo } from "./read";
import { replay } from "./replay";
import { seatName } from "./seats";
import { type Action, type Done, type HeldSeat, Refusal, Server } from "./server";
import { isByMove, setupLine } from "./setup";
import { clockOf, TableLog } from "./table-log";
import { type Breach, Witness } from "./witness";

/** Of the watchers who talked last, so many are listed. */
const TALKERS = 6;

/** What a table of the server has besides what every table has. */
export interface RemoteView {
  table: string;
  /** The last entry of the log. */
  seq: number;
  /** The seat held here; null for someone watching. */
  held: KeptSeat | null;
  /** The seat that was held here is someone else's, as its link was opened in another browser. */
  taken: boolean;
  /** Why the seat that was held here is open again, if its holder did not want it; "" else. */
  stood: StoodWhy | "";
  /** The person here opened the table: before the start they may free the seats of others, and
   * silence watchers. */
  isOpener: boolean;
  /** What is played was changed since the table was opened. */
  changed: boolean;
  /** The person here may change options and clock. */
  mayChange: boolean;
  /** All watchers are silenced. */
  allSilenced: boolean;
  /** The watchers who talked last, each with their last entry, and whether they alone were silenced, or removed. */
  talkers: { name: string; entry: number; silenced: boolean; removed: boolean }[];
  /** The opener of the table has removed a watcher at the address of the person here, whose stream has ended. */
  removed: boolean;
  /** The computer moves for the seat held here, and the person may take over again. */
  mayReturn: boolean;
  /** The person here may ask for a pause; may end it. */
  mayPause: boolean;
  mayResume: boolean;
  /** The time of the seat held here has run out, and the computer plays on to the end. */
  out: boolean;
  /** With a clock by move: the last turns in a row for which the time of the seat held here ran out. */
  missed: number;
  /** Seats whose talk is hidden here; 0: watchers. */
  muted: ReadonlySet<number>;
  /** Before the start, once all seats are taken: those whose share of the chance is not sealed yet. */
  missing: number[];
  /** The server has broken its promise about the chance: how. Nobody plays on here. */
  breach: Breach;
  /** The server does not answer, and a move of the person here waits for it; how many such moves were sent since. */
  keepsMove: boolean;
  sent: number;
  /** The table of the next game; "" while there is none. */
  next: string;
  /** The seat that has asked for it; 0: it is not known. */
  nextBy: number;
  /**
   * By seat the points of the games of which this is the rematch, and of this one once it is over; empty: there were
   * none.
   */
  points: number[];
  /** By seat the games among them in which the computer made turns for its holder. */
  helped: number[];
  /** The check of the finished game's chance; null before it. */
  proof: Proof | null;
}

/** The entries after which the game stands elsewhere. */
const PLAYED = new Set(["started", "drawn", "moved", "undone", "over", "closed"]);

/** The table of an id. It is to be used after `ready`. */
export class RemoteTable implements TableModel {
  readonly kind = "remote";
  /** The log was read for the first time. Rejects with a Refusal when there is no such table. */
  readonly ready: Promise<void>;
  readonly #id: string;
  readonly #engine: Engine;
  readonly #server: Server;
  readonly #stream: EntryStream;
  readonly #log = new TableLog();
  /** The log of the game before; null until it is read, and where this is no rematch. */
  #former: TableLog | null = null;
  readonly #witness: Witness;
  readonly #listeners = new Set<TableListener>();
  readonly #trouble: (lost: boolean) => void;
  #begun: { resolve(): void; reject(error: Error): void } | null = null;
  #waiting: { seq: number; resolve(): void }[] = [];
  #seat: KeptSeat | null;
  /** The seat whose token here the server refused; 0: none. */
  #given = 0;
  #stood: RemoteView["stood"] = "";
  #removed = false;
  #steps: Step[] = [];
  /** How many words of the log the engine has taken. */
  #taken = 0;
  #ahead = 0;
  #lost = false;
  /** Moves that are under way; and whether the server did not answer meanwhile. */
  #moves = 0;
  #late = false;
  #sent = 0;
  /** What was asked for and is not in the log yet. */
  readonly #underWay = new Map<string, Promise<void>>();
  #absences: readonly Absence[] = [];
  /** What was sent of the share of chance last, so that nothing is sent twice. */
  #shared = "";
  /** The turns that are prepared for the next draw, and the tile that is being laid for one. */
  #prepared: string[] = [];
  #preparing = "";
  #proving = false;
  #proof: Proof | null = null;
  #view: TableView | null = null;

  /** The engine is the table's own; `trouble` is called when the connection is lost and when it is there again. */
  constructor(id: string, engine: Engine, trouble: (lost: boolean) => void = () => {}) {
    this.#id = id;
    this.#engine = engine;
    this.#witness = new Witness(id, engine);
    this.#trouble = trouble;
    this.#seat = keptSeat(id);
    this.ready = new Promise((resolve, reject) => {
      this.#begun = { resolve, reject };
    });
    addEventListener("storage", this.#adopt);
    this.#server = new Server((lost) => this.#tellTrouble(lost));
    this.#stream = new EntryStream(id, () => ({ token: this.#seat?.token, name: personName() }), {
      since: () => this.#log.seq,
      at: () => this.#log.at,
      entries: (entries, ahead) => this.#take(entries, ahead),
      away: (absences, ahead) => this.#takeAway(absences, ahead),
      trouble: (lost) => this.#tellTrouble(lost),
      refused: (refusal) => this.#refused(refusal),
    });
  }

  get view(): TableView {
    if (!this.#view) throw new Error("the table was not read yet");
    return this.#view;
  }

  get read(): number {
    return readUpTo(this.#id);
  }

  set read(entry: number) {
    keepRead(this.#id, entry);
  }

  /** What only a table of the server has. */
  get remote(): RemoteView {
    const log = this.#log;
    const mine = this.#seat && log.seat(this.#seat.seat);
    return {
      table: this.#id,
      seq: log.seq,
      held: this.#seat,
      taken: this.#given > 0 && log.seat(this.#given).kind !== "open",
      stood: this.#stood,
      isOpener: this.#seat?.seat === log.opener,
      changed: log.changed,
      mayChange: log.stage === "waiting" && this.#seat?.seat === log.opener && !this.#witness.isAnySealed,
      allSilenced: log.allSilenced,
      talkers: this.#talkers(),
      removed: this.#removed,
      mayReturn: this.#seat !== null && log.mayReturn(this.#seat.seat),
      mayPause:
        this.#seat !== null && log.mayPause(this.#seat.seat, this.view.state.seat) && this.#isMine(this.#seat.seat),
      mayResume: this.#seat !== null && log.mayResume(this.#seat.seat),
      out: log.stage === "playing" && this.#seat !== null && log.isOut(this.#seat.seat),
      missed: log.stage === "playing" && isByMove(log.setup?.clock) ? (mine?.missed ?? 0) : 0,
      muted: mine?.muted ?? new Set(),
      missing: this.#witness.isFull
        ? log.seats.flatMap(({ kind }, at) =>
            kind !== "computer" && !this.#witness.has(at + 1, "seal") ? [at + 1] : [],
          )
        : [],
      breach: this.#witness.breach,
      keepsMove: this.#lost && this.#moves > 0,
      sent: this.#sent,
      next: log.next,
      nextBy: log.nextBy,
      points: log.points,
      helped: log.helped,
      proof: this.#proof,
    };
  }

  /** Whether a person or a program holds the seat, also while the computer moves for it. */
  isPerson(seat: number): boolean {
    const { kind } = this.#log.seat(seat);
    return kind === "person" || kind === "program";
  }

  subscribe(listener: TableListener): () => void {
    this.#listeners.add(listener);
    listener(this.view, { steps: [], jumped: true });
    return () => this.#listeners.delete(listener);
  }

  /** Asks for the tile, unless the server is about to draw it by itself; that it has done so meanwhile is as good. */
  async draw(): Promise<void> {
    if (this.#log.isDrawnSoon(Date.now() + this.#ahead)) return;
    try {
      await this.#act({ type: "draw", seen: this.#log.seq });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "not-now")) throw error;
    }
  }

  async prepare(tile: string): Promise<void> {
    const known = this.#prepared.find((move) => move.startsWith(`${tile}@`));
    if (tile && known) await this.#sendPrepared(known, false);
    else if (tile) this.#layFor(tile);
    else this.#layNothing();
    this.#tell({ steps: [], jumped: true });
  }

  /** The engine stands where the seat held here has drawn the tile, until it is laid or the game goes on. */
  #layFor(tile: string): void {
    this.#layNothing();
    const [line] = this.#engine.command("state");
    const drawn = line.replace(/ seat=\S+ phase=\S+ tile=\S+/, ` seat=${this.#seat!.seat} phase=place tile=${tile}`);
    try {
      this.#engine.position(drawn.replace(/ last=\S+/, " last=-").replace(" extra=on", ""));
      this.#preparing = tile;
    } catch (error) {
      this.#goBack(this.#log.words.length);
      throw error;
    }
  }

  #layNothing(): void {
    if (this.#preparing) this.#goBack(this.#log.words.length);
    this.#preparing = "";
  }

  async #sendPrepared(move: string, yes: boolean): Promise<void> {
    await this.#server.prepare(this.#seat!, move, yes);
    await this.#readPrepared();
  }

  /** Reads what is prepared at the seat held here. */
  async #readPrepared(): Promise<void> {
    const prepared = this.#mayPrepare ? await this.#server.prepared(this.#seat!) : [];
    if (prepared.join(" ") === this.#prepared.join(" ")) return;
    this.#prepared = prepared;
    this.#tell({ steps: [], jumped: false });
  }

  get #mayPrepare(): boolean {
    const { setup, stage } = this.#log;
    return setup?.clock.kind === "days" && stage === "playing" && this.#isMine(this.#seat?.seat ?? 0);
  }

  async play(move: string): Promise<void> {
    if (this.#preparing) {
      this.#layNothing();
      this.#tell({ steps: [], jumped: true });
      await this.#sendPrepared(move, true);
      return;
    }
    this.#moves++;
    this.#late ||= this.#lost;
    if (this.#lost) this.#tell({ steps: [], jumped: false });
    let sent = false;
    try {
      await this.#act({ type: "move", move, at: this.#log.words.length, seen: this.#log.seq });
      sent = this.#late;
    } finally {
      this.#moves--;
      this.#late = false;
    }
    if (!sent) return;
    this.#sent++;
    this.#tell({ steps: [], jumped: false });
  }

  takeBack(): Promise<void> {
    return this.#act({ type: "take-back", seen: this.#log.seq });
  }

  /** Asks for a pause, or ends it. */
  pause(yes: boolean): Promise<void> {
    return this.#act(yes ? { type: "pause" } : { type: "resume", seen: this.#log.seq });
  }

  answer(entry: number, yes: boolean): Promise<void> {
    return this.#act({ type: "answer", asked: entry, yes });
  }

  async say(text: string): Promise<void> {
    await this.#act({ type: "say", text, ...this.#speaker() });
  }

  async react(reaction: Reaction): Promise<void> {
    await this.#act({ type: "react", reaction, ...this.#speaker() });
  }

  /** A watcher talks under the name that is kept in this browser. */
  #speaker(): { name?: string } {
    if (this.#seat) return {};
    const name = personName();
    if (!name) throw new Error(t("lobby.name.missing"));
    return { name };
  }

  /** Another name for the person here; gives it as the table has it, numbered if it looks like another one. */
  async rename(wanted: string): Promise<string> {
    const seat = this.#seat;
    if (!seat) {
      this.#stream.restart();
      return wanted;
    }
    await this.#act({ type: "rename", name: wanted });
    const { name } = this.#log.seat(seat.seat);
    this.#hold(seat, name);
    return name;
  }

  /** Silences all watchers, or lets them talk again; with the number of an entry only the watcher who has said it. Only
   * the opener of the table may. */
  silence(yes: boolean, entry?: number): Promise<void> {
    return this.#act({ type: "silence", yes, entry });
  }

  /** Removes the watcher who has said this entry; only the opener of the table may. */
  remove(entry: number): Promise<void> {
    return this.#act({ type: "silence", yes: true, entry, remove: true });
  }

  /** Hides or shows what a seat says (0: what watchers say), to the person here. */
  mute(seat: number, yes: boolean): Promise<void> {
    return this.#act({ type: "mute", seat, yes, seen: this.#log.seq });
  }

  /** Opens the seat of somebody else again, before the start; only the opener of the table may. `seen` is the last
   * entry of the log that was shown. */
  free(seat: number, seen: number): Promise<void> {
    return this.#act({ type: "free", seat, seen });
  }

  /** Other options and another clock, set by the opener. `seen` is the last entry of the log that was shown. */
  setUp({ options, clock }: Pick<Setup, "options" | "clock">, seen: number): Promise<void> {
    return this.#act({ type: "set-up", options, clock, seen });
  }

  replace(seat: number, level: number): Promise<void> {
    return this.#act(level === 0 ? { type: "return" } : { type: "replace", seat, level });
  }

  /** Before the start the seat is open again and no longer held here; later the computer plays on. `seen` is the last
   * entry of the log that was shown. */
  async leave(seen = this.#log.seq): Promise<void> {
    const waiting = this.#log.stage === "waiting";
    await this.#act({ type: "leave", seen });
    if (waiting) this.#standUp();
  }

  /** Takes an open seat for the person here. */
  async sit(name: string, seat?: number): Promise<void> {
    const former = this.#log.former && keptSeat(this.#log.former.table);
    const held = await this.#server.sit(this.#id, name, seat, deviceToken() ?? former?.token);
    this.#hold(held, name);
    this.#stream.restart();
  }

  /** Takes the seat of a recovery word. Its other words no longer work. */
  async recover(recovery: string): Promise<void> {
    const held = await this.#server.recover(this.#id, recovery);
    this.#hold(held, this.#log.seat(held.seat).name);
    this.#stream.restart();
  }

  /** The next table, at which the person here has a seat: a new one, or the one that someone else has asked for. */
  async rematch(): Promise<string> {
    const seat = this.#seat;
    if (!seat) return `#/t/${this.#log.next}`;
    const { game } = this.view.setup;
    const held = this.#log.next ? await this.#sitNext(seat) : await this.#openNext(seat);
    keepSeat(held, seat.name, game);
    return `#/t/${held.table}`;
  }

  record(): Promise<string> {
    return this.#server.record(this.#id, this.#seat?.token);
  }

  close(): void {
    removeEventListener("storage", this.#adopt);
    this.#stream.close();
    this.#server.close();
    this.#listeners.clear();
  }

  /** Resolves when the log has what was asked for. What is under way, as after a double tap, is not asked for again. */
  #act(action: Action): Promise<void> {
    const key = JSON.stringify(action);
    const done = this.#underWay.get(key) ?? this.#actOnce(action).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, done);
    return done;
  }

  async #actOnce(action: Action): Promise<void> {
    const { seq } = await this.#ask(action);
    if (this.#log.seq >= seq) return;
    await new Promise<void>((resolve) => this.#waiting.push({ seq, resolve }));
  }

  async #ask(action: Action): Promise<Done> {
    if (this.#witness.breach) throw new Error(t(`lobby.breach.${this.#witness.breach}`));
    try {
      return await this.#server.act(this.#id, this.#seat?.token, action);
    } catch (error) {
      if (error instanceof Refusal && error.code === "wrong-token") this.#lose();
      throw error;
    }
  }

  async #openNext(seat: KeptSeat): Promise<HeldSeat> {
    const { table, seat: number, token, recovery } = await this.#ask({ type: "rematch" });
    if (!table || !number || !token) throw new Error(`no seat for ${seat.name} at the next table`);
    return { table, seat: number, token, recovery };
  }

  /** Seat i of the next table is for the holder of seat i + 1 here. */
  async #sitNext(seat: KeptSeat): Promise<HeldSeat> {
    const kept = keptSeat(this.#log.next);
    if (kept) return kept;
    const { length } = this.#log.seats;
    return this.#server.sit(this.#log.next, seat.name, ((seat.seat + length - 2) % length) + 1, seat.token);
  }

  #hold(held: HeldSeat, name: string): void {
    keepSeat(held, name, this.view.setup.game);
    this.#seat = keptSeat(this.#id);
    this.#given = 0;
    this.#stood = "";
    this.#share();
    this.#tell({ steps: [], jumped: false });
  }

  /** Nobody holds a seat here any more. */
  #standUp(): void {
    if (!this.#seat) return;
    dropSeat(this.#id);
    this.#seat = null;
    this.#stream.restart();
    if (this.#view) this.#tell({ steps: [], jumped: false });
  }

  /** The token holds no seat, unless another window of this browser has a newer one. */
  #lose(): void {
    if (this.#adopt()) return;
    this.#given = this.#seat?.seat ?? 0;
    this.#standUp();
  }

  /** Holds the seat that another window of this browser has taken; false if there is none but that held here. */
  readonly #adopt = (): boolean => {
    const kept = keptSeat(this.#id);
    if (!kept || kept.token === this.#seat?.token) return false;
    this.#seat = kept;
    this.#given = 0;
    this.#stream.restart();
    if (this.#view) this.#tell({ steps: [], jumped: false });
    return true;
  };

  /**
   * Whose token no longer holds a seat still may watch. Where an older copy of the log was put back, all is read
   * anew.
   */
  #refused(refusal: Refusal): boolean {
    if (refusal.code === "wrong-token" && this.#seat) {
      this.#lose();
      return true;
    }
    if (refusal.code === "no-table") dropSeat(this.#id);
    if (refusal.code === "ahead") location.reload();
    if (refusal.code === "removed") this.#leaveOff();
    this.#begun?.reject(refusal);
    this.#begun = null;
    return false;
  }

  /** The table is shown as its last entry left it. */
  #leaveOff(): void {
    this.#removed = true;
    this.#stream.close();
    this.#lost = false;
    if (this.#view) this.#tell({ steps: [], jumped: false });
  }

  #tellTrouble(lost: boolean): void {
    if (lost === this.#lost) return;
    this.#lost = lost;
    this.#late ||= lost && this.#moves > 0;
    this.#trouble(lost);
    if (this.#view) this.#tell({ steps: [], jumped: false });
  }

  #take(entries: readonly Entry[], ahead: number): void {
    const fresh = entries.filter((entry) => entry.seq > this.#log.seq);
    if (fresh.length > 0 && fresh[0].seq !== this.#log.seq + 1) throw new Error("entries of the log are missing");
    const first = this.#log.seq === 0;
    const played = fresh.some(({ type }) => PLAYED.has(type));
    const laid = played && this.#preparing !== "";
    if (played) this.#layNothing();
    this.#ahead = ahead;
    for (const entry of fresh) {
      this.#witness.take(entry, this.#log.words, this.#seat);
      this.#log.take(entry);
    }
    this.#witness.keep();
    const lost = fresh.findLast((entry) => entry.type === "stood" && entry.seat === this.#seat?.seat);
    if (lost?.type === "stood") this.#stood = lost.why ?? "";
    const cut = Math.min(...fresh.map((entry) => (entry.type === "undone" ? entry.words : Number.POSITIVE_INFINITY)));
    const begins = fresh.some((entry) => entry.type === "started");
    const change = this.#follow(first || begins ? 0 : cut);
    this.#share();
    if (this.#witness.breach) this.#stream.close();
    if (fresh.length > 0) this.#tell(laid ? { steps: [], jumped: true } : change);
    if (played) void this.#readPrepared().catch(() => {});
    this.#begun?.resolve();
    this.#begun = null;
    if (first) void this.#readFormer();
    if (lost && this.#log.stage === "waiting") this.#stream.restart();
    void this.#prove();
  }

  /** Brings the engine to where the log is; it stands as after its first `cut` words at most. */
  #follow(cut: number): Change {
    const { words } = this.#log;
    const jumped = cut < this.#taken || cut === 0;
    if (jumped) this.#goBack(cut);
    const steps = replay(this.#engine, words.slice(this.#taken), this.#taken);
    this.#taken = words.length;
    const instead = new Set(this.#log.turns.flatMap((turn) => (turn.instead ? [turn.words] : [])));
    for (const step of steps) if (instead.has(step.from)) step.instead = true;
    this.#steps = [...this.#steps, ...steps];
    return { steps: jumped ? [] : steps, jumped };
  }

  #goBack(cut: number): void {
    const words = this.#log.words.slice(0, cut);
    this.#engine.command(this.#newgame());
    if (words.length > 0) this.#engine.command(`position startpos moves ${words.join(" ")}`);
    this.#steps = this.#steps.filter((step) => step.to <= cut);
    this.#taken = words.length;
  }

  #newgame(): string {
    return this.#log.newgame || setupLine(this.#log.setup!, 1);
  }

  #tell(change: Change): void {
    this.#view = this.#look();
    for (const listener of [...this.#listeners]) listener(this.#view, change);
    this.#waiting = this.#waiting.filter(({ seq, resolve }) => {
      if (seq <= this.#log.seq) resolve();
      return seq > this.#log.seq;
    });
  }

  /** Contributes for the seat held here: the seal once all sit, and the contribution once all have sealed. It is kept
   * before it is sealed, because a player who cannot reveal it loses the seat. */
  #share(): void {
    const seat = this.#seat;
    const witness = this.#witness;
    if (!seat || witness.breach || !witness.isFull || this.#log.seat(seat.seat).kind === "open") return;
    if (!witness.has(seat.seat, "seal")) {
      const contribution = shareOf(seat, witness.commitment);
      this.#seat = keptSeat(this.#id) ?? { ...seat, commitment: witness.commitment, contribution, sealed: true };
      const seal = this.#engine.seal(witness.commitment, seat.seat, contribution);
      this.#send({ type: "seal", seal, seen: this.#log.seq });
    } else if (witness.isSealed && !witness.has(seat.seat, "share") && seat.commitment === witness.commitment) {
      if (witness.confirms(seat.seat, seat.contribution))
        this.#send({ type: "contribute", contribution: seat.contribution });
    }
  }

  /** Sends a part of the share once for a seat and a commitment. */
  #send(action: Action): void {
    const { setup } = this.#log;
    const sent = [action.type, this.#seat?.token, this.#witness.commitment, JSON.stringify(setup)].join(" ");
    if (sent === this.#shared) return;
    this.#shared = sent;
    void this.#ask(action).catch(() => {});
  }

  /** Checks the chance once the game is over. */
  async #prove(): Promise<void> {
    if (this.#log.stage !== "over" || this.#proving) return;
    this.#proving = true;
    try {
      const record = await this.record();
      this.#proof = proofOf(this.#engine, this.#log, this.#witness, record);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#proof = { good: false, text: error.message };
    }
    this.#goBack(this.#log.words.length);
    this.#tell({ steps: [], jumped: false });
  }

  #look(): TableView {
    const log = this.#log;
    const state = this.#engine.state();
    const muted = this.#seat ? log.seat(this.#seat.seat).muted : new Set<number>();
    const seats = this.#seats();
    return {
      setup: log.setup!,
      stage: state.phase === "over" ? "over" : log.stage,
      seats,
      newgame: log.newgame,
      words: log.words,
      state,
      segments: this.#engine.segments(),
      steps: this.#steps,
      chat: [...this.#talkBefore(), ...log.chat].filter((message) => !muted.has(message.seat)),
      clock: this.#preparing ? null : clockOf(log, state.seat),
      clockAt: performance.now() - Math.max(0, Date.now() + this.#ahead - log.since),
      lost: log.lost,
      undecided: log.undecided,
      paused: log.paused,
      asked: this.#askedNow(),
      refusal: this.#log.refusal,
      may: this.#mayNow(state),
      prepare:
        this.#mayPrepare && (this.#preparing || !this.#mayNow(state).move)
          ? { moves: this.#prepared, tile: this.#preparing }
          : undefined,
      trouble: this.#lost ? "lobby.trouble" : "",
    };
  }

  /** Reads who played the game before, and what they said. That table may be kept no longer. */
  async #readFormer(): Promise<void> {
    const table = this.#log.former?.table;
    const read = table ? await this.#server.log(table).catch(() => null) : null;
    if (!read) return;
    const log = new TableLog();
    for (const entry of read.entries) log.take(entry);
    this.#former = log;
    this.#tell({ steps: [], jumped: false });
  }

  /** What was said at the table of the game before, by the seats that its players have here. */
  #talkBefore(): Message[] {
    const { length } = this.#log.seats;
    const here = (seat: number) => (seat > 0 ? ((seat + length - 2) % length) + 1 : 0);
    return (this.#former?.chat ?? []).map((each) => ({ ...each, seq: 0, seat: here(each.seat), before: true }));
  }

  #keptFor(number: number): Seat["kept"] {
    const kept = this.#log.keptFor(number);
    const former = this.#log.former;
    if (!kept || !former) return undefined;
    const until = kept.until - Date.now() - this.#ahead + performance.now();
    const mine = keptSeat(former.table)?.seat === kept.seat;
    return until > performance.now() ? { name: this.#former?.seat(kept.seat).name ?? "", mine, until } : undefined;
  }

  #takeAway(absences: readonly Absence[], ahead: number): void {
    const changed = absences.length + this.#absences.length > 0;
    this.#ahead = ahead;
    this.#absences = absences;
    if (this.#view && changed) this.#tell({ steps: [], jumped: false });
  }

  #away(seat: number): Seat["away"] {
    const absence = this.#absences.find((each) => each.seat === seat);
    if (!absence || this.#log.seat(seat).computer) return undefined;
    return { until: (absence.until ?? Number.POSITIVE_INFINITY) - Date.now() - this.#ahead + performance.now() };
  }

  #seats(): Seat[] {
    const { setup, seats } = this.#log;
    const sitting = seats.map(({ name, kind, computer }, at) => {
      return { kind, level: computer?.level, name, colour: setup!.seats[at].colour };
    });
    return sitting.map((seat, at) => ({
      number: at + 1,
      name: seatName(seat, at + 1),
      colour: seat.colour,
      ...this.#log.playedBy(at + 1),
      mine: this.#isMine(at + 1),
      misses: this.#log.missesTurn(at + 1),
      rating: seats[at].rating,
      out: this.#log.hasLost(at + 1),
      away: this.#away(at + 1),
      kept: this.#keptFor(at + 1),
    }));
  }

  /** The last who talked while they watched, by name. */
  #talkers(): RemoteView["talkers"] {
    const last = new Map(this.#log.chat.flatMap(({ seat, name, seq }) => (seat === 0 ? [[name, seq]] : [])));
    return [...last]
      .sort(([, one], [, other]) => other - one)
      .slice(0, TALKERS)
      .map(([name, entry]) => ({
        name,
        entry,
        silenced: this.#log.silenced.has(name),
        removed: this.#log.removed.has(name),
      }));
  }

  /** Whether the person here moves for the seat. */
  #isMine(number: number): boolean {
    return !this.#witness.breach && this.#seat?.seat === number && this.#log.movesItself(number);
  }

  #askedNow(): TableView["asked"] {
    const { asked } = this.#log;
    if (!asked) return null;
    const me = this.#seat?.seat ?? 0;
    return {
      seat: asked.seat,
      entry: asked.entry,
      pause: asked.pause,
      mine: me !== asked.seat && this.#isMine(me) && !asked.agreed.includes(me),
    };
  }

  #mayNow(state: State): TableView["may"] {
    const { setup, stage, allSilenced, paused, silenced } = this.#log;
    const playing = stage === "playing" && !this.#witness.breach;
    const me = this.#seat?.seat ?? 0;
    const due = playing && !paused && this.#isMine(state.seat);
    return {
      draw: due && state.phase === "draw",
      move: due && state.phase === "place",
      takeBack: this.#isMine(me) ? this.#log.takeBack(me, state.phase, state.seat) : "no",
      answer: this.#askedNow()?.mine ?? false,
      rematch: stage === "over" && me > 0 && !this.#seat?.tournament,
      talk: me > 0 || (setup?.watchers_talk !== false && !allSilenced && !this.#removed && !silenced.has(personName())),
    };
  }
}
