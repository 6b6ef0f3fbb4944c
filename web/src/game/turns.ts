/** What the tables wait for at which this browser holds seats: asked for now and then, told to who listens. */
import { setWaiting } from "../ui/title";
import { type End, type KeptSeat, keepEnd, keptSeats } from "./kept-seats";
import { fetchSeats } from "./own-seats";
import { type SeatOf, Server, type Task, type TurnOf } from "./server";

/** A table at which a seat is held here, and what it waits for from it. */
export interface OwnTable {
  seat: KeptSeat;
  state: "waiting" | "playing";
  /** "": it waits for others. */
  task: Task;
  /** When the clock of the turn runs out, in milliseconds since 1970 by the server's clock; absent: it does not. */
  until?: number;
  /** Whose turn it is, from 1; 0: nobody's, as the game has not begun or is paused. */
  turn: number;
  /** Who sits where, from seat 1. */
  seats: readonly SeatOf[];
}

/** A seat held here at a table whose game is over. */
export type OverSeat = KeptSeat & { end: End };

type Listener = (tables: readonly OwnTable[]) => void;

/** Tables that are asked for, the ones at which one sat down last: as many as the server tells at once. */
const MOST_ASKED = 20;
/** Tables whose game is over that are told. */
const MOST_OVER = 5;
/** How often they are asked for: while the page is seen, and while it is not. */
const SEEN_MS = 20_000;
const HIDDEN_MS = 60_000;

/** The table that the person here looks at, "" for none. */
export function tableSeen(): string {
  const found = /^#\/t\/([^?]+)/.exec(location.hash);
  return found && !document.hidden ? found[1] : "";
}

/** Joins the seats with what the server told of each; those that are held no longer, or are over, are left out. */
export function ownTables(seats: readonly KeptSeat[], told: readonly TurnOf[]): OwnTable[] {
  return seats.flatMap((seat, at): OwnTable[] => {
    const { state, task = "", until, turn = 0, seats: sitting = [] } = told[at] ?? {};
    if (!told[at]?.seat || (state !== "waiting" && state !== "playing")) return [];
    return [{ seat, state, task, turn, seats: sitting, ...(until === undefined ? {} : { until }) }];
  });
}

/** The seats at which one sat down last of those whose game is known to be over. */
export function overSeats(seats: readonly KeptSeat[]): OverSeat[] {
  return seats.filter((seat): seat is OverSeat => seat.end !== undefined).slice(0, MOST_OVER);
}

/** Those that wait for the person here come first, of them the ones that have least time. */
export function byUrgency(tables: readonly OwnTable[]): OwnTable[] {
  const rank = ({ task, until }: OwnTable) => (task ? (until ?? Number.MAX_SAFE_INTEGER) : Number.POSITIVE_INFINITY);
  return [...tables].sort((a, b) => (rank(a) === rank(b) ? b.seat.at - a.seat.at : rank(a) - rank(b)));
}

/** The one watch over the tables of this browser. */
class Turns {
  readonly #listeners = new Set<Listener>();
  readonly #server = new Server();
  #tables: OwnTable[] = [];
  #timer = 0;
  #asking = false;
  /** It was asked for meanwhile: what comes may be old. */
  #again = false;
  #begun = false;

  get tables(): readonly OwnTable[] {
    return this.#tables;
  }

  /** Calls the listener after each answer; returns how to stop. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins to ask, at once; again for nothing. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    document.addEventListener("visibilitychange", () => void this.ask());
    addEventListener("hashchange", () => this.#count());
    void this.ask();
  }

  /** Asks now. */
  async ask(): Promise<void> {
    window.clearTimeout(this.#timer);
    if (this.#asking) this.#again = true;
    if (this.#asking) return;
    this.#asking = true;
    await fetchSeats(this.#server).catch(console.info);
    const seats = keptSeats()
      .filter(({ end }) => !end)
      .slice(0, MOST_ASKED);
    try {
      const told = seats.length > 0 ? await this.#server.turns(seats) : [];
      for (const each of told) if (each.state === "over") keepEnd(each.table, each);
      this.#tables = byUrgency(ownTables(seats, told));
      this.#count();
      for (const listener of [...this.#listeners]) listener(this.#tables);
    } catch {
      // A host without tables, or one of an older version, tells nothing.
    } finally {
      this.#asking = false;
      const rest = document.hidden ? HIDDEN_MS : SEEN_MS;
      this.#timer = window.setTimeout(() => void this.ask(), this.#again ? 0 : rest);
      this.#again = false;
    }
  }

  /** Tells how many tables wait, in the tab's title and on the installed page's icon. */
  #count(): void {
    const seen = tableSeen();
    const waiting = this.#tables.filter(({ task, seat }) => task !== "" && seat.table !== seen).length;
    setWaiting(waiting);
    void showBadge(waiting).catch(() => {});
  }
}

/** The number on the icon of the installed page, where the browser allows one. */
async function showBadge(count: number): Promise<void> {
  await navigator.setAppBadge?.(count);
}

/** The tables of this browser. */
export const turns = new Turns();
