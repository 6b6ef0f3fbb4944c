/** Polls what the tables at which this browser holds seats are waiting for, and passes it to listeners. */
import { setWaiting } from "../ui/title";
import { type End, type KeptSeat, keepEnd, keptSeats } from "./kept-seats";
import { fetchSeats } from "./own-seats";
import { type SeatOf, Server, type Task, type TurnOf } from "./server";

/** A table at which this browser holds a seat, and what it waits for from that seat. */
export interface OwnTable {
  seat: KeptSeat;
  state: "waiting" | "playing";
  /** "": the table waits for others. */
  task: Task;
  /** The deadline of the turn, in milliseconds since 1970 by the server's clock; absent: there is none. */
  until?: number;
  /** The seat whose turn it is (1-based); 0: the game has not begun or is paused. */
  turn: number;
  /** The players by seat, beginning with seat 1. */
  seats: readonly SeatOf[];
}

/** A seat of this browser at a table whose game is over. */
export type OverSeat = KeptSeat & { end: End };

type Listener = (tables: readonly OwnTable[]) => void;

/** Maximum number of tables in a request, which the server limits; the ones joined last are asked for. */
const MOST_ASKED = 20;
/** Maximum number of finished games that are listed. */
const MOST_OVER = 5;
/** The polling interval while the page is visible, and while it is hidden. */
const SEEN_MS = 20_000;
const HIDDEN_MS = 60_000;

/** The id of the table that the person is looking at; "" for none. */
export function tableSeen(): string {
  const found = /^#\/t\/([^?]+)/.exec(location.hash);
  return found && !document.hidden ? found[1] : "";
}

/** Joins the seats with the server's answer for each; seats that are lost or whose game is over are left out. */
export function ownTables(seats: readonly KeptSeat[], told: readonly TurnOf[]): OwnTable[] {
  return seats.flatMap((seat, at): OwnTable[] => {
    const { state, task = "", until, turn = 0, seats: sitting = [] } = told[at] ?? {};
    if (!told[at]?.seat || (state !== "waiting" && state !== "playing")) return [];
    return [{ seat, state, task, turn, seats: sitting, ...(until === undefined ? {} : { until }) }];
  });
}

/** The seats joined last among those whose game is known to be over. */
export function overSeats(seats: readonly KeptSeat[]): OverSeat[] {
  return seats.filter((seat): seat is OverSeat => seat.end !== undefined).slice(0, MOST_OVER);
}

/** Sorts tables: those that wait for the person come first, the one with the least time at the top. */
export function byUrgency(tables: readonly OwnTable[]): OwnTable[] {
  const rank = ({ task, until }: OwnTable) => (task ? (until ?? Number.MAX_SAFE_INTEGER) : Number.POSITIVE_INFINITY);
  return [...tables].sort((a, b) => (rank(a) === rank(b) ? b.seat.at - a.seat.at : rank(a) - rank(b)));
}

/** Polls the tables of this browser; there is one instance. */
class Turns {
  readonly #listeners = new Set<Listener>();
  readonly #server = new Server();
  #tables: OwnTable[] = [];
  #timer = 0;
  #asking = false;
  /** Another request was made meanwhile, so the pending answer may be outdated. */
  #again = false;
  #begun = false;

  get tables(): readonly OwnTable[] {
    return this.#tables;
  }

  /** Calls the listener after each answer; returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts polling at once; a second call does nothing. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    document.addEventListener("visibilitychange", () => void this.ask());
    addEventListener("hashchange", () => this.#count());
    void this.ask();
  }

  /** Polls now. */
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
      // A host without tables, or an older version of the server, gives no answer.
    } finally {
      this.#asking = false;
      const rest = document.hidden ? HIDDEN_MS : SEEN_MS;
      this.#timer = window.setTimeout(() => void this.ask(), this.#again ? 0 : rest);
      this.#again = false;
    }
  }

  /** Shows the number of waiting tables in the tab's title and on the installed page's icon. */
  #count(): void {
    const seen = tableSeen();
    const waiting = this.#tables.filter(({ task, seat }) => task !== "" && seat.table !== seen).length;
    setWaiting(waiting);
    void showBadge(waiting).catch(() => {});
  }
}

/** Shows a number on the icon of the installed page, if the browser supports it. */
async function showBadge(count: number): Promise<void> {
  await navigator.setAppBadge?.(count);
}

/** The only instance. */
export const turns = new Turns();
