/** The server's interface over HTTP (docs/lookup/http.md): a request is sent again, as it was, until it is answered. */
import { t } from "../words/words";
import { randomHex } from "./chance";
import type { Reaction, SeatKind, Setup } from "./model";
import { Patience } from "./patience";

/** The codes of refusals that a page can do something about; all others are told as they came. */
const CODES = [
  "no-token",
  "wrong-token",
  "no-table",
  "not-now",
  "asked-before",
  "ahead",
  "too-large",
  "bad-move",
  "silent",
  "removed",
  "too-much",
  "too-often",
  "too-many-tables",
  "full",
  "too-many-seats",
] as const;
export type RefusalCode = (typeof CODES)[number] | "bad-request";

/** The server's no: nothing has changed. The message is in the language of the page, the cause in the server's words. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    cause: string,
  ) {
    super(t(`lobby.error.${code}`), { cause });
    this.name = "Refusal";
  }
}

/** A public table in the list. */
export interface ListedTable {
  table: string;
  setup: Setup;
  state: "waiting" | "playing";
  seats: { name: string; kind: SeatKind }[];
  /** How many watch, and the names of some of them. */
  watching: { count: number; names: string[] };
  age_s: number;
}

/** A seat that was taken, with the words that hold it. */
export interface HeldSeat {
  table: string;
  seat: number;
  token: string;
  recovery: string;
}

/** What a table waits for from a seat: nothing (""), its share of the chance, an answer, the draw or the turn. */
export type Task = "" | "seal" | "contribute" | "answer" | "draw" | "move";

/** What a table waits for from who has a token of it; seat 0: the token holds none. */
export interface TurnOf {
  table: string;
  seat: number;
  state?: "waiting" | "playing" | "over" | "closed";
  task?: Task;
  until?: number;
  /** Whose turn it is, from 1, while the game is played and not paused. */
  turn?: number;
  /** How the game ended: the points by side, and the seat that has lost before the last tile. */
  scores?: number[];
  lost?: number;
  why?: "clock" | "left";
  undecided?: boolean;
  /** Who sits where, from seat 1. */
  seats?: SeatOf[];
}

/** Who sits on a seat, without a name one that is open or a computer's. */
export interface SeatOf {
  name: string;
  /** Of a computer, also one that plays for who has left or is replaced. */
  level?: number;
  /** Of people and programs: their stream is open. */
  there?: boolean;
}

/** Where the holder of a seat is told that the table waits for them, or no longer. */
export interface NoticeWish {
  kind: "push" | "webhook";
  url: string;
  yes: boolean;
}

/** What an action did: the last entry it made; of a rematch also the seat at the next table. */
export type Done = { seq: number } & Partial<HeldSeat>;

/** What can be asked for at a table, by the members that docs/lookup/http.md names. */
export type Action =
  | { type: "seal"; seal: string; seen: number }
  | { type: "contribute"; contribution: string }
  | { type: "pause" | "return" | "rematch" }
  | { type: "draw" | "take-back" | "resume" | "leave"; seen: number }
  | { type: "move"; move: string; at: number; seen: number }
  | { type: "answer"; asked: number; yes: boolean }
  | { type: "say"; text: string; name?: string }
  | { type: "react"; reaction: Reaction; name?: string }
  | { type: "rename"; name: string }
  | { type: "mute"; seat: number; yes: boolean; seen: number }
  | { type: "hush"; yes: boolean; entry?: number; remove?: boolean }
  | { type: "free"; seat: number; seen: number }
  | { type: "replace"; seat: number; level: number };

interface Request {
  method: "GET" | "POST";
  path: string;
  body?: string;
  token?: string;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
/** A request that has no answer by then is sent again. */
const PATIENCE_MS = 15_000;
/** 128 bits: who knows the id of a request that takes a seat can have the seat. */
const ID_BYTES = 16;

/** An address below the server's interface. */
export function serverUrl(path: string): URL {
  return new URL(`api/v1/${path}`, document.baseURI);
}

/** The head of a request: who asks, and that the body is JSON. */
export function headersOf(token: string | undefined, body?: string): Record<string, string> {
  const bearer: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  return body === undefined ? bearer : { ...bearer, "Content-Type": "application/json" };
}

/** The refusal that an answer is, or null for one that is to be asked for again: overload, a restart, a full disk. */
export async function refusalOf(answer: Response): Promise<Refusal | null> {
  const told = (await answer.json().catch(() => null)) as { error: string; text: string } | null;
  const known = CODES.find((code) => code === told?.error);
  if (!known && (answer.status === 429 || answer.status >= 500)) return null;
  const code = known ?? "bad-request";
  return new Refusal(code, told?.text ?? `HTTP ${answer.status}`);
}

/**
 * Asks the server, until it is closed. `trouble` is called when the server has not answered for a while, and when it answers
 * again. A request
 * that is under way when this is closed never ends.
 */
export class Server {
  readonly #abort = new AbortController();
  readonly #patience: Patience;

  constructor(trouble: (lost: boolean) => void = () => {}) {
    this.#patience = new Patience(trouble);
  }

  close(): void {
    this.#abort.abort();
    this.#patience.close();
  }

  /** The public tables, the newest first. */
  async tables(): Promise<ListedTable[]> {
    const answer = await this.#ask({ method: "GET", path: "tables" });
    return ((await answer.json()) as { tables: ListedTable[] }).tables;
  }

  /** Opens a table and takes its first person's seat. */
  create(setup: Setup, name: string): Promise<HeldSeat> {
    return this.#post("tables", { setup, name });
  }

  /** Takes an open seat: the one of the number, or the first. At the table of a rematch the token of a seat in the game
   * before opens the one that is kept for it. */
  sit(table: string, name: string, seat?: number, token?: string): Promise<HeldSeat> {
    return this.#post(`tables/${table}/seats`, { name, seat }, token);
  }

  /** The seat of a recovery word, with new words that hold it. */
  recover(table: string, recovery: string): Promise<HeldSeat> {
    return this.#post(`tables/${table}/recover`, { recovery });
  }

  /** Acts for the seat of the token; someone watching has none. */
  act(table: string, token: string | undefined, action: Action): Promise<Done> {
    return this.#post(`tables/${table}/actions`, action, token);
  }

  /** What the tables of seats wait for from them, in their order. */
  async turns(seats: readonly Pick<HeldSeat, "table" | "token">[]): Promise<TurnOf[]> {
    const asked = seats.map(({ table, token }) => ({ table, token }));
    return (await this.#send<{ tables: TurnOf[] }>("turns", JSON.stringify({ seats: asked }))).tables;
  }

  /** Adds or removes an address at which the holder of a seat is told that the table waits for them. */
  async notice({ table, token }: Pick<HeldSeat, "table" | "token">, wish: NoticeWish): Promise<void> {
    await this.#send(`tables/${table}/notices`, JSON.stringify(wish), token);
  }

  /** The server's key for push services; "": it sends no notices. */
  async pushKey(): Promise<string> {
    const answer = await this.#ask({ method: "GET", path: "info" });
    return ((await answer.json()) as { push?: string }).push ?? "";
  }

  /** The record of the game so far. */
  async record(table: string): Promise<string> {
    return (await this.#ask({ method: "GET", path: `tables/${table}/record` })).text();
  }

  #post<T>(path: string, wish: object, token?: string): Promise<T> {
    return this.#send(path, JSON.stringify({ id: randomHex(ID_BYTES), ...wish }), token);
  }

  async #send<T>(path: string, body: string, token?: string): Promise<T> {
    const answer = await this.#ask({ method: "POST", path, body, token });
    return (await answer.json()) as T;
  }

  /** Asks until there is an answer. */
  async #ask(request: Request): Promise<Response> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      const answer = await this.#once(request);
      if (this.#abort.signal.aborted) return new Promise(() => {});
      const refusal = answer && !answer.ok ? await refusalOf(answer) : null;
      if (refusal) {
        this.#patience.note(false);
        throw refusal;
      }
      if (answer?.ok) {
        this.#patience.note(false);
        return answer;
      }
      if (answer?.status !== 429) this.#patience.note(true);
      await pause(1000 * Number(answer?.headers.get("Retry-After") ?? 0) || wait);
    }
  }

  /** One attempt; null when there was no whole answer. */
  async #once({ method, path, body, token }: Request): Promise<Response | null> {
    const attempt = new AbortController();
    const end = () => attempt.abort();
    const timer = setTimeout(end, PATIENCE_MS);
    this.#abort.signal.addEventListener("abort", end);
    try {
      const asked = { method, body, headers: headersOf(token, body), signal: attempt.signal };
      const answer = await fetch(serverUrl(path), asked);
      return new Response(await answer.text(), { status: answer.status, headers: answer.headers });
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
      this.#abort.signal.removeEventListener("abort", end);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
