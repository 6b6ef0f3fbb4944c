/** The server's HTTP interface (docs/lookup/http.md). A request is repeated unchanged until it is answered. */
import { t } from "../words/words";
import { randomHex } from "./chance";
import type { LogPart } from "./entries";
import type { HostAction, HostView } from "./host";
import type { ClockSetup, GameName, Reaction, SeatKind, Setup } from "./model";
import { Patience } from "./patience";
import type { People, PeopleAction, SeatPlayer } from "./people";
import type { KeptPlayer, PlayerFigure } from "./player";
import type { Standings, Tournament, TournamentAction, TournamentItem, TournamentSettings } from "./tournament";

/** The refusals for which the page has its own message; others are shown as the server sent them. */
const CODES = [
  "no-token",
  "wrong-token",
  "no-table",
  "no-player",
  "no-tournament",
  "name-taken",
  "not-now",
  "asked-before",
  "ahead",
  "too-large",
  "bad-move",
  "silent",
  "removed",
  "players-only",
  "too-much",
  "too-often",
  "too-many-tables",
  "full",
  "too-many-seats",
] as const;
export type RefusalCode = (typeof CODES)[number] | "bad-request";

/** A refusal by the server: nothing has changed. The message is in the page's language, the cause in the server's
 * words. */
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
  seats: { name: string; kind: SeatKind; rating?: number; provisional?: boolean }[];
  /** The number of watchers, and some of their names. */
  watching: { count: number; names: string[] };
  /** The number of its players who are at the table now. */
  there: number;
  age_s: number;
}

/** A seat that was taken, with its credentials. */
export interface HeldSeat {
  table: string;
  seat: number;
  token: string;
  /** A player's seat has none: the token is that of the device. */
  recovery?: string;
}

/** A device of a player. */
export interface Device {
  device: number;
  label: string;
  created: number;
  seen: number;
  own?: boolean;
}

/** The rating of a player in a pool, such as `classic-live-duel`. */
export interface PlayerRating {
  pool: string;
  rating: number;
  deviation: number;
  provisional?: boolean;
  games: number;
}

/** A page of a ladder. `computers` have fixed ratings. */
export interface Ladder {
  pool: string;
  season: string;
  begins: number;
  ends: number;
  players: (Omit<PlayerRating, "pool"> & { rank: number; player: string; name: string; figure: PlayerFigure })[];
  next?: number;
  computers: { level: number; rating: number }[];
}

/** A passkey of a player; `used`: when it last signed a device in, or was made. */
export interface Passkey {
  passkey: number;
  credential: string;
  label: string;
  created: number;
  used: number;
}

/** What a player sees of themselves; after the action `words` with the six words. */
export interface Profile extends Omit<KeptPlayer, "token"> {
  open: boolean;
  words: boolean;
  renamed_until?: number;
  /** Until when the player is on vacation; the whole days of vacation that are left. */
  vacation_until?: number;
  vacation_days: number;
  ratings?: PlayerRating[];
  /** What the host says, and until when the player may neither talk nor sit down. */
  warning?: string;
  silenced_until?: number;
  suspended_until?: number;
  devices: Device[];
  passkeys: Passkey[];
  six_words?: string;
}

/** A finished game of a player. */
export interface PlayedGame {
  game: number;
  table: string;
  ended: number;
  rules: GameName;
  variant: string;
  rated?: boolean;
  void?: boolean;
  seats: {
    seat: number;
    player?: string;
    name: string;
    level?: number;
    side: number;
    points: number;
    place: number;
    rating?: number;
    change?: number;
  }[];
}

/** What a player has won. */
export interface Statistics {
  games: number;
  won: number;
  best: number;
  streak: number;
  longest: number;
  points: number;
  /** The months with games, the oldest first, such as `2026-11`. */
  months: { month: string; games: number; won: number; points: number; best: number }[];
}

/** What a player changes of themselves. */
export type PlayerAction =
  | { type: "rename" | "delete"; name: string }
  | { type: "figure"; figure: PlayerFigure }
  | { type: "open"; yes: boolean }
  | { type: "words" | "heed" }
  | { type: "vacation"; until: number }
  | { type: "shut-out"; device: number }
  | ({ type: "passkey"; key: string; label: string } & Omit<PasskeyAnswer, "signature">)
  | { type: "drop-passkey"; passkey: number };

/** What the server says of itself: its address, its key for push services (missing: it sends no notices), and whether
 * players may have passkeys and mails. */
export interface ServerInfo {
  base_url?: string;
  push?: string;
  passkeys?: boolean;
  mails?: boolean;
}

/** The mail address of a player, to which news go once it is confirmed. */
export interface NamedMail {
  address: string;
  confirmed: boolean;
}

/** What an authenticator has signed, in base64url. */
export interface PasskeyAnswer {
  credential: string;
  client: string;
  authenticator: string;
  signature: string;
}

/** What a table waits for from a seat: nothing (""), its contribution to chance, an answer, the draw or the turn. */
export type Task = "" | "seal" | "contribute" | "answer" | "draw" | "move";

/** What a table waits for from the holder of a token; seat 0: the token holds no seat. */
export interface TurnOf {
  table: string;
  seat: number;
  state?: "waiting" | "playing" | "over" | "closed";
  task?: Task;
  until?: number;
  /** The seat (1-based) whose turn it is, while the game runs and is not paused. */
  turn?: number;
  /** The end of the game: the points of each side, and the seat that lost before the last tile. */
  scores?: number[];
  lost?: number;
  why?: "clock" | "left";
  undecided?: boolean;
  /** The players, beginning with seat 1. */
  seats?: SeatOf[];
}

/** The player of a seat. An open seat and a computer's have no name. */
export interface SeatOf {
  name: string;
  /** The level of a computer, also of one that plays for a person who left or was replaced. */
  level?: number;
}

/** An address for notices to a seat's holder, to be added or removed. */
export interface NoticeWish {
  kind: "push" | "webhook";
  url: string;
  yes: boolean;
  /** The language of the sentence that a webhook gets. */
  language?: string;
}

/** The result of an action: the last entry that it made; for a rematch also the seat at the next table. */
export type Done = { seq: number } & Partial<HeldSeat>;

/** An action at a table, with the members that docs/lookup/http.md defines. */
export type Action =
  | { type: "set-up"; options: Setup["options"]; clock: ClockSetup; seen: number }
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
  | { type: "silence"; yes: boolean; entry?: number; remove?: boolean }
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
/** A request without an answer after this time (ms) is repeated. */
const PATIENCE_MS = 15_000;
/** A random id of 128 bits: anybody who knows the id of a request that takes a seat can get the seat. */
const ID_BYTES = 16;

/** An address below the server's interface. */
export function serverUrl(path: string): URL {
  return new URL(`api/v1/${path}`, document.baseURI);
}

/** The headers of a request: the token, and JSON as the type of the body. */
export function headersOf(token: string | undefined, body?: string): Record<string, string> {
  const bearer: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  return body === undefined ? bearer : { ...bearer, "Content-Type": "application/json" };
}

/** The refusal in an answer, or null if the request is to be repeated: overload, a restart, a full disk. */
export async function refusalOf(answer: Response): Promise<Refusal | null> {
  const told = (await answer.json().catch(() => null)) as { error: string; text: string } | null;
  const known = CODES.find((code) => code === told?.error);
  if (!known && (answer.status === 429 || answer.status >= 500)) return null;
  const code = known ?? "bad-request";
  return new Refusal(code, told?.text ?? `HTTP ${answer.status}`);
}

/**
 * A client of the server, until it is closed. It calls `trouble` when the server has not answered for a while, and when
 * it answers again. A request that is under way when the client is closed never ends.
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

  /** The public tables, newest first. */
  async tables(): Promise<ListedTable[]> {
    const answer = await this.#ask({ method: "GET", path: "tables" });
    return ((await answer.json()) as { tables: ListedTable[] }).tables;
  }

  /** The whole log of a table. */
  async log(table: string): Promise<LogPart> {
    return (await this.#ask({ method: "GET", path: `tables/${table}` })).json() as Promise<LogPart>;
  }

  /** Opens a table and takes its first person's seat. */
  create(setup: Setup, name: string, token?: string): Promise<HeldSeat> {
    return this.#post("tables", { setup, name }, token);
  }

  /** Takes the open seat of this number, or the first open one. At a rematch, the token of a seat in the game before
   * opens the seat that is kept for its holder. The token of a device takes the seat for its player. */
  sit(table: string, name: string, seat?: number, token?: string): Promise<HeldSeat> {
    return this.#post(`tables/${table}/seats`, { name, seat }, token);
  }

  /** Recovers the seat of a recovery word; the seat gets new credentials. */
  recover(table: string, recovery: string): Promise<HeldSeat> {
    return this.#post(`tables/${table}/recover`, { recovery });
  }

  /** Makes a seat of a guest that of the player of the device. */
  keepSeat({ table, token }: Pick<HeldSeat, "table" | "token">, device: string): Promise<HeldSeat> {
    return this.#send(`tables/${table}/keep`, JSON.stringify({ token }), device);
  }

  /** Makes a player. */
  join(name: string, figure: PlayerFigure, label: string): Promise<KeptPlayer> {
    return this.#post("players", { name, figure, label });
  }

  /** Signs this device in by the six words or the answer of a passkey. */
  signIn(way: { words: string } | PasskeyAnswer, label: string): Promise<KeptPlayer> {
    return this.#post("sign-in", { ...way, label });
  }

  /** A challenge for a passkey. */
  async passkeyChallenge(): Promise<string> {
    return (await this.#get<{ challenge: string }>("passkey-challenge")).challenge;
  }

  /** The player of the device. */
  profile(token: string): Promise<Profile> {
    return this.#get("players/me", token);
  }

  /** Changes what the player of the device is. */
  change(token: string, action: PlayerAction): Promise<Profile> {
    return this.#post("players/me/actions", action, token);
  }

  /** The mail address of the player of the device. */
  async mail(token: string): Promise<NamedMail | undefined> {
    return (await this.#get<{ mail?: NamedMail }>("players/me/mail", token)).mail;
  }

  /** Names the mail address; "": no mails. */
  async nameMail(token: string, address: string, language: string): Promise<NamedMail | undefined> {
    return (await this.#post<{ mail?: NamedMail }>("players/me/mail", { address, language }, token)).mail;
  }

  /** Does what the link in a mail says: true if it has confirmed the address, false if it has ended the mails. */
  async takeMail(token: string): Promise<boolean> {
    return (await this.#post<{ confirmed: boolean }>("mail", { token })).confirmed;
  }

  /** The seats of the player of the device at tables that are not over. */
  async places(token: string): Promise<{ table: string; seat: number }[]> {
    return (await this.#get<{ tables: { table: string; seat: number }[] }>("players/me/tables", token)).tables;
  }

  /** A page of finished games of the player of the device, the newest first, before a game. */
  games(token: string, before?: number): Promise<{ games: PlayedGame[]; next?: number }> {
    return this.#get(`players/me/games${before ? `?before=${before}` : ""}`, token);
  }

  /** A page of a ladder behind `after` players; without a season that of the present one. */
  ladder(pool: string, season: string, after = 0): Promise<Ladder> {
    const asked = new URLSearchParams({ pool, ...(season && { season }), ...(after && { after: String(after) }) });
    return this.#get(`ladder?${asked}`);
  }

  statistics(token: string): Promise<Statistics> {
    return this.#get("players/me/statistics", token);
  }

  /** The public tournaments; of the player of a device also their own. */
  tournaments(token?: string): Promise<{ tournaments: TournamentItem[]; own?: TournamentItem[] }> {
    return this.#get("tournaments", token);
  }

  tournament(id: string): Promise<Tournament> {
    return this.#get(`tournaments/${id}`);
  }

  standings(id: string): Promise<Standings> {
    return this.#get(`tournaments/${id}/standings`);
  }

  openTournament(
    made: { settings?: TournamentSettings; file?: unknown },
    token: string,
  ): Promise<{ tournament: string }> {
    return this.#post("tournaments", made, token);
  }

  /** Sends an action; the same `request` is carried out once. */
  actInTournament(id: string, action: TournamentAction, token: string, request?: string): Promise<{ seq: number }> {
    return this.#post(`tournaments/${id}/actions`, { ...(request && { id: request }), ...action }, token);
  }

  /** Opens the table of an encounter, or takes the own seat there. */
  playEncounter(id: string, encounter: number, token: string): Promise<HeldSeat> {
    return this.#post(`tournaments/${id}/tables`, { encounter }, token);
  }

  /** Everything that the server stores of the player, as JSON. */
  async playerFile(token: string): Promise<string> {
    return (await this.#ask({ method: "GET", path: "players/me/file", token })).text();
  }

  /** The friends, blocked players and challenges of the player of the device. */
  people(token: string): Promise<People> {
    return this.#get("players/me/people", token);
  }

  /** Changes them. */
  actOnPeople(token: string, action: PeopleAction): Promise<People> {
    return this.#post("players/me/people", action, token);
  }

  /** The players of the seats of a table, for the holder of one. */
  /** The turns that a seat has prepared for its next draw. */
  async prepared({ table, token }: Pick<HeldSeat, "table" | "token">): Promise<string[]> {
    return (await this.#get<{ moves: string[] }>(`tables/${table}/prepared`, token)).moves;
  }

  /** Prepares a turn, or withdraws it. */
  async prepare({ table, token }: Pick<HeldSeat, "table" | "token">, move: string, yes: boolean): Promise<void> {
    await this.#send(`tables/${table}/prepared`, JSON.stringify({ move, yes }), token);
  }

  async seatPlayers({ table, token }: Pick<HeldSeat, "table" | "token">): Promise<SeatPlayer[]> {
    return (await this.#get<{ seats: SeatPlayer[] }>(`tables/${table}/people`, token)).seats;
  }

  /** Reports the person on a seat to the host. */
  async report({ table, token }: Pick<HeldSeat, "table" | "token">, seat: number, text: string): Promise<void> {
    await this.#send(`tables/${table}/reports`, JSON.stringify({ seat, text }), token);
  }

  /** What the host sees, with the player of a name. */
  host(token: string, name?: string): Promise<HostView> {
    return this.#get(`host${name ? `?name=${encodeURIComponent(name)}` : ""}`, token);
  }

  /** An act of the host, with its reason. */
  actAsHost(token: string, act: HostAction & { text: string }): Promise<HostView> {
    return this.#post("host/actions", act, token);
  }

  /** The game of a table. */
  async gameOf(table: string): Promise<GameName> {
    return (await this.#get<{ setup: Setup }>(`tables/${table}`)).setup.game;
  }

  /** Sends an action for the seat of the token; a watcher has none. */
  act(table: string, token: string | undefined, action: Action): Promise<Done> {
    return this.#post(`tables/${table}/actions`, action, token);
  }

  /** What the tables wait for from these seats, in the same order. */
  async turns(seats: readonly Pick<HeldSeat, "table" | "token">[]): Promise<TurnOf[]> {
    const asked = seats.map(({ table, token }) => ({ table, token }));
    return (await this.#send<{ tables: TurnOf[] }>("turns", JSON.stringify({ seats: asked }))).tables;
  }

  /** Adds or removes an address for notices to the seat's holder. */
  async notice({ table, token }: Pick<HeldSeat, "table" | "token">, wish: NoticeWish): Promise<void> {
    await this.#send(`tables/${table}/notices`, JSON.stringify(wish), token);
  }

  info(): Promise<ServerInfo> {
    return this.#get("info");
  }

  /** The record of the game so far; while other tables play with the same tiles only the holder of a seat gets it. */
  async record(table: string, token?: string): Promise<string> {
    return (await this.#ask({ method: "GET", path: `tables/${table}/record`, token })).text();
  }

  async #get<T>(path: string, token?: string): Promise<T> {
    return (await (await this.#ask({ method: "GET", path, token })).json()) as T;
  }

  #post<T>(path: string, wish: object, token?: string): Promise<T> {
    return this.#send(path, JSON.stringify({ id: randomHex(ID_BYTES), ...wish }), token);
  }

  async #send<T>(path: string, body: string, token?: string): Promise<T> {
    const answer = await this.#ask({ method: "POST", path, body, token });
    return (await answer.json()) as T;
  }

  /** Repeats a request until it is answered. */
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

  /** Sends a request once; null if no complete answer came. */
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
