/**
 * The log of a table as it grows, in lines of JSON. Read by `fetch`, as an EventSource cannot say who reads: a person
 * counts as present while their page does. It is resumed until it is closed, and rests while the page is out of sight.
 */
import type { Entry, LogPart } from "./entries";
import { Patience } from "./patience";
import { headersOf, Refusal, refusalOf, serverUrl } from "./server";

export interface StreamListener {
  /** The number of the last entry that was taken. */
  since(): number;
  /** Its time, by which the server sees that it is of the same log; 0: there is none. */
  at(): number;
  /** Entries came; `ahead` is how far the server's clock is ahead of ours, in milliseconds. */
  entries(entries: Entry[], ahead: number): void;
  /** The server has told nothing for a while, or tells again. */
  trouble(lost: boolean): void;
  /** The server will not tell. Returns whether to ask again, as with another token; else the stream has ended. */
  refused(refusal: Refusal): boolean;
}

/** Who reads: the holder of a seat, or somebody who watches under a name, "" without one. */
export interface Reader {
  token?: string;
  name: string;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
/** The server says something every 15 seconds; a connection that is silent for so long is dead. */
const SILENCE_MS = 40_000;
/** Out of sight for so long, the page stops to read. */
const HIDDEN_MS = 30_000;

export class EntryStream {
  readonly #table: string;
  readonly #reader: () => Reader;
  readonly #listener: StreamListener;
  readonly #patience: Patience;
  /** The server does not take this name. */
  #badName = "";
  #reading = new AbortController();
  #closed = false;
  /** The server has told something since the attempt began. */
  #heard = false;
  #hiding = 0;
  /** Ends the pause between two attempts. */
  #goOn: () => void = () => {};

  /** Begins to read; `reader` is asked at each attempt. */
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

  /** Reads anew, as with another token. */
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

  /** Reads until the connection ends; rejects with a Refusal when there is nothing to read. */
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
    const query = `since=${this.#listener.since()}${at > 0 ? `&at=${at}` : ""}${told && `&name=${encodeURIComponent(told)}`}`;
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

  /** The first line has all that was missed, each other one an entry. */
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
        if (head) this.#tell((JSON.parse(line) as LogPart).entries, date || Date.now());
        else this.#tellOne(JSON.parse(line) as Entry);
        head = false;
        this.#heard = true;
      }
    }
  }

  #tellOne(entry: Entry): void {
    this.#tell([entry], entry.at);
  }

  /** An error of the page is no reason to read again. */
  #tell(entries: Entry[], serverNow: number): void {
    try {
      this.#listener.entries(entries, serverNow - Date.now());
    } catch (error) {
      this.close();
      reportError(error);
    }
  }
}
