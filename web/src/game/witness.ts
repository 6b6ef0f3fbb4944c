/**
 * Records what this browser saw of a server table's chance, entry by entry, and checks that the server keeps to it
 * (docs/understand/fairness.md). What the server says afterwards does not count.
 */
import type { Engine } from "../../../js/src/engine";
import { t } from "../words/words";
import type { Entry } from "./entries";
import type { KeptSeat } from "./kept-seats";
import type { Setup } from "./model";
import { breaksPromise, keepPromise, keptPromise } from "./promises";
import { setupLine } from "./setup";

/** How the server broke its promise: another commitment than the one shown, other contributions, or another game than
 * the one for which somebody has sealed. */
export type Breach = "" | "commitment" | "share" | "setup";

type Chance = Pick<Engine, "seal" | "proof" | "command">;

interface Seen {
  taken: boolean;
  computer: boolean;
  /** Hex; "" until it is known. */
  seal: string;
  share: string;
}

/** Checks the entries of one table. */
export class Witness {
  /** How the server broke its promise; "": it has not. After that nothing can be believed. */
  breach: Breach = "";
  readonly commitments: string[] = [];
  /** "" until the end, and where a round shares it until the round is over. */
  secret = "";
  /** Other tables share the chance: nothing is sealed. */
  shares = false;
  readonly #table: string;
  readonly #engine: Chance;
  #seats: Seen[] = [];
  #setup: Setup | null = null;
  #first = 0;
  #begun = false;
  /** The seals of all seats once everybody has sealed under the current commitment; "" before. They settle the players
   * and their contributions. */
  #sealed = "";
  #own: Pick<KeptSeat, "seat" | "commitment" | "contribution" | "sealed"> | null = null;
  /** The game's words before each take-back. */
  readonly #lines: string[][] = [];

  constructor(table: string, engine: Chance) {
    this.#table = table;
    this.#engine = engine;
  }

  /** The current commitment; "" before the first entry. */
  get commitment(): string {
    return this.commitments.at(-1) ?? "";
  }

  /** Whether the own contribution is part of the chance. */
  get ownCounts(): boolean {
    return Boolean(this.#own?.contribution) && this.#own?.commitment === this.commitment;
  }

  /** The contributions of all seats, in the form of a record's tag. */
  get contributions(): string {
    return this.#seats.map(({ share }) => share || "-").join(",");
  }

  get firstBy(): "chance" | "choice" {
    return this.#setup?.first === 0 ? "chance" : "choice";
  }

  /** Checks the next entry; `words` is the game before it, `own` the seat held here. */
  take(entry: Entry, words: readonly string[], own: KeptSeat | null): void {
    this.#own = own;
    if (entry.type === "undone") this.#lines.push([...words]);
    if (entry.type === "over") this.secret = entry.secret ?? "";
    if (!this.#begun) this.#beforeGame(entry);
    else if (entry.type === "created" || entry.type === "renewed") this.#break("commitment");
    else if (entry.type === "changed") this.#break("setup");
  }

  /** Called when all received entries are checked: compares them with what was stored, and stores them. */
  keep(): void {
    const kept = keptPromise(this.#table);
    if (breaksPromise(kept, this.commitments)) this.breach = "commitment";
    const before = kept?.commitments.length === this.commitments.length ? (kept.seals ?? "") : "";
    if (before && this.#sealed && before !== this.#sealed) this.#break("share");
    if (this.breach || this.commitments.length === 0) return;
    keepPromise(this.#table, {
      commitments: [...this.commitments],
      begun: this.#begun,
      seals: this.#sealed || before,
    });
  }

  /** Whether all seats are taken, so that contributions may be sealed. */
  get isFull(): boolean {
    return (
      !this.#begun &&
      !this.shares &&
      this.#seats.length > 0 &&
      this.#seats.every(({ taken, computer }) => taken || computer)
    );
  }

  /** Whether somebody has sealed, so that what is played stays as it is. */
  get isAnySealed(): boolean {
    return this.#seats.some(({ seal }) => seal !== "");
  }

  /** Whether everybody has sealed, so that contributions may be revealed. */
  get isSealed(): boolean {
    return this.isFull && this.#seats.every(({ seal, computer }) => seal || computer);
  }

  /** Whether a seat has sealed its contribution, and revealed it. */
  has(seat: number, what: "seal" | "share"): boolean {
    return this.#seats[seat - 1][what] !== "";
  }

  /** Whether the seat's own contribution matches its seal in the log. If not, nothing here can be believed. */
  confirms(seat: number, share: string): boolean {
    if (this.#engine.seal(this.commitment, seat, share) !== this.#seats[seat - 1].seal) this.#break("share");
    return !this.breach;
  }

  /** Replays what was seen on a game of the setup, and checks the first seat and every draw and throw, including those
   * taken back. Throws an error with the first difference. The engine's position afterwards is undefined. */
  check(words: readonly string[]): { draws: number; throws: number } {
    const { first } = this.#setup!;
    if (first > 0 && first !== this.#first) throw new Error(t("lobby.proof.first"));
    for (const line of this.#lines) this.#checkLine(line);
    return this.#checkLine(words);
  }

  #checkLine(words: readonly string[]): { draws: number; throws: number } {
    this.#engine.command(setupLine(this.#setup!, this.#first));
    if (words.length > 0) this.#engine.command(`position startpos moves ${words.join(" ")}`);
    return this.#engine.proof(this.commitment, this.secret, this.firstBy, this.contributions);
  }

  #break(breach: Breach): void {
    this.breach ||= breach;
  }

  #beforeGame(entry: Entry): void {
    if (entry.type === "created") {
      this.#commit(entry.commitment);
      this.#setup = entry.setup;
      this.shares = entry.deck !== undefined;
      const empty = { taken: false, seal: "", share: "" };
      this.#seats = entry.setup.seats.map(({ kind }) => ({ ...empty, computer: kind === "computer" }));
    } else if (entry.type === "changed") {
      if (this.isAnySealed) this.#break("setup");
      this.#setup = entry.setup;
    } else if (entry.type === "renewed") {
      this.#commit(entry.commitment);
      this.#seats = this.#seats.map((seat) => ({ ...seat, seal: "", share: "" }));
    } else if (entry.type === "started") this.#begin(entry.newgame);
    else if ("seat" in entry && entry.seat && this.#seats[entry.seat - 1])
      this.#seat(entry, this.#seats[entry.seat - 1]);
    if (!this.#sealed && this.isSealed) this.#sealed = this.#seats.map(({ seal }) => seal).join(",");
  }

  /** A commitment must not appear twice: contributions under it are already known. */
  #commit(commitment: string): void {
    if (this.commitments.includes(commitment)) this.#break("commitment");
    this.commitments.push(commitment);
    this.#sealed = "";
  }

  #seat(entry: Entry, seen: Seen): void {
    if (this.#sealed && (entry.type === "sat" || entry.type === "sealed")) this.#break("share");
    if (entry.type === "sat") Object.assign(seen, { taken: true, seal: "", share: entry.contribution ?? "" });
    if (entry.type === "stood") Object.assign(seen, { taken: false, seal: "", share: "" });
    if (entry.type === "sealed") {
      if (seen.seal) this.#break("share");
      Object.assign(seen, { seal: entry.seal, share: "" });
    }
    if (entry.type !== "contributed") return;
    seen.share = entry.contribution;
    if (seen.seal && this.#engine.seal(this.commitment, entry.seat, seen.share) !== seen.seal) this.#break("share");
  }

  /** Whether the contributions are exactly the sealed ones. A log without seals is from before seals existed. */
  get #isComplete(): boolean {
    if (!this.#own?.sealed && this.#seats.every(({ seal }) => !seal)) return true;
    return this.#seats.every(({ computer, seal, share }) => (computer ? !seal && !share : seal && share));
  }

  /** The own contribution must be in it. */
  #begin(newgame: string): void {
    if (!this.#isComplete) this.#break("share");
    this.#begun = true;
    this.#first = Number(/ first=(\d)/.exec(newgame)?.[1]);
    const { seat, commitment, contribution } = this.#own ?? { seat: 0, commitment: "", contribution: "" };
    if (contribution && !this.commitments.includes(commitment)) this.#break("commitment");
    if (this.ownCounts && this.#seats[seat - 1].share !== contribution) this.#break("share");
  }
}
