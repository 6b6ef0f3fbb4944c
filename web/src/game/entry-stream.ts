/**
 * Reads a table's log as it grows, in lines of JSON. It uses `fetch`, because an EventSource cannot send the token by
 * which a person counts as present. It reconnects until it is closed, and pauses while the page is hidden.
 */
import type { Absence, Entry, LogPart } from "./entries";
import { Patience } from "./patience";
import { headersOf, Refusal, refusalOf, serverUrl } from "./server";

export interface StreamListener {
  /** The number of the last entry received. */
  since(): number;
  /** The time of that entry, by which the server recognises the same log; 0: none. */
  at(): number;
  /** Called with new entries; `ahead` is the server's clock minus ours, in milliseconds. */
  entries(entries: Entry[], ahead: number): void;
  /** Called with all absences when they change; a connection begins with none. */
  away(absences: readonly Absence[], ahead: number): void;
  /** Called when the server has sent nothing for a while, and when it sends again. */
  trouble(lost: boolean): void;
  /** Called when the server refuses. Returns whether to try again, as with another token; otherwise the stream ends. */
  refused(refusal: Refusal): boolean;
}

/** The reader: the holder of a seat, or a watcher under a name ("": without a name). */
export interface Reader {
  token?: string;
  name: string;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
/** The server sends something every 15 seconds; a connection silent for this time (ms) is dead. */
const SILENCE_MS = 40_000;
/** The page stops reading after it was hidden for this time (ms). */
const HIDDEN_MS = 30_000;

export class EntryStream {
  readonly #table: string;
  readonly #reader: () => Reader;
  readonly #listener: StreamListener;
  readonly #patience: Patience;
  /** The server refused this name. */
  #badName = "";
  #reading = new AbortController();
  #closed = false;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  #ahead = 0;
  /** The server has sent something in this attempt. */
  #heard = false;
  #hiding = 0;
  /** Ends the pause between two attempts. */
  #goOn: () => void = () => {};

  /** Starts reading; calls `reader` for each attempt. */
  constructor(table: string, reader: () => Reader, listener: StreamListener) {
    this.#table = table;
    this.#reader = reader;
    this.#listener = listener;
    this.#patience = new Patience((lost) => listener.trouble(lost));
    document.addEventListener("visibilitychange", this.#sight);
    addEventListener("online", this.#again);
    void this.#run();
  }

  close(): void {
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#sight);
    removeEventListener("online", this.#again);
    clearTimeout(this.#hiding);
    this.#patience.close();
    this.#reading.abort();
    this.#goOn();
  }

  /** Reconnects, as after a change of the token. */
  readonly restart = (): void => {
    this.#reading.abort();
    this.#goOn();
  };

  readonly #again = (): void => this.#goOn();

  readonly #sight = (): void => {
    clearTimeout(this.#hiding);
    if (document.hidden) this.#hiding = window.setTimeout(this.restart, HIDDEN_MS);
    else this.#goOn();
  };

  async #run(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    while (!this.#closed) {
      this.#heard = false;
      const refusal = await this.#read().catch((error: unknown) => (error instanceof Refusal ? error : null));
      if (this.#closed) return;
      if (refusal && !this.#listener.refused(refusal)) return;
      wait = this.#heard ? FIRST_WAIT_MS : Math.min(2 * wait, LONGEST_WAIT_MS);
      await this.#pause(document.hidden ? Number.POSITIVE_INFINITY : wait);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve;
      if (Number.isFinite(ms)) setTimeout(resolve, ms);
    });
  }

  /** Reads until the connection ends; rejects with a Refusal if the server refuses. */
  async #read(): Promise<void> {
    const reading = new AbortController();
    this.#reading = reading;
    const watchdog = { timer: 0 };
    const dead = () => {
      this.#patience.note(true);
      reading.abort();
    };
    const alive = () => {
      clearTimeout(watchdog.timer);
      watchdog.timer = window.setTimeout(dead, SILENCE_MS);
    };
    try {
      alive();
      const answer = await this.#open(reading.signal);
      this.#patience.note(false);
      await this.#lines(answer, alive);
    } finally {
      clearTimeout(watchdog.timer);
      if (!reading.signal.aborted) this.#patience.note(true);
    }
  }

  async #open(signal: AbortSignal): Promise<Response> {
    const { token, name } = this.#reader();
    const told = token || name === this.#badName ? "" : name;
    const at = this.#listener.at();
    const named = told && `&name=${encodeURIComponent(told)}`;
    const query = `away=1&since=${this.#listener.since()}${at > 0 ? `&at=${at}` : ""}${named}`;
    const answer = await fetch(serverUrl(`tables/${this.#table}/events?${query}`), {
      headers: headersOf(token),
      signal,
    });
    if (answer.ok && answer.body) return answer;
    const refusal = await refusalOf(answer);
    if (told && refusal?.code === "bad-request") {
      this.#badName = told;
      return this.#open(signal);
    }
    throw refusal ?? new Error(`HTTP ${answer.status}`);
  }

  /** The first line has all missed entries, every other line has one entry. */
  async #lines(answer: Response, alive: () => void): Promise<void> {
    const reader = answer.body!.getReader();
    const decoder = new TextDecoder();
    const date = Date.parse(answer.headers.get("Date") ?? "");
    let rest = "";
    let head = true;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      alive();
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop()!;
      for (const line of lines.filter(Boolean)) {
        if (head) this.#begin(JSON.parse(line) as LogPart, date || Date.now());
        else this.#tellOne(JSON.parse(line) as Entry | { away: Absence[] });
        head = false;
        this.#heard = true;
      }
    }
  }

  #begin({ entries }: LogPart, serverNow: number): void {
    this.#ahead = serverNow - Date.now();
    this.#tell(() => {
      this.#listener.entries(entries, this.#ahead);
      this.#listener.away([], this.#ahead);
    });
  }

  #tellOne(line: Entry | { away: Absence[] }): void {
    this.#tell(() => {
      if ("away" in line) this.#listener.away(line.away, this.#ahead);
      else {
        this.#ahead = line.at - Date.now();
        this.#listener.entries([line], this.#ahead);
      }
    });
  }

  /** An error in the page's own code does not cause a reconnection. */
  #tell(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.close();
      reportError(error);
    }
  }
}
