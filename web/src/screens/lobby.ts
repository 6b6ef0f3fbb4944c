/** The lobby: `#/lobby` lists tables to join or watch; `#/lobby/new` opens a table. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { keepSeat, keptSeats } from "../game/kept-seats";
import { type Filter, fits, isSet, keepFilter, keptFilter, matches, matchSetup } from "../game/lobby-filter";
import type { Setup } from "../game/model";
import type { Person } from "../game/people";
import { personName, rememberName } from "../game/person";
import { deviceToken, keptPlayer } from "../game/player";
import { type HeldSeat, type ListedTable, type PlayerRating, Refusal, Server } from "../game/server";
import { addWish, wishes } from "../game/wishes";
import { askName, nameField } from "../panels/ask-name";
import { go, type OpenScreen, type Route } from "../ui/screen";
import { toast, toastError } from "../ui/toast";
import { gameName } from "../words/terms";
import { list, loadArea, t } from "../words/words";
import { tableList } from "./lobby-list";
import { searchChips, searchPanel } from "./lobby-search";
import { SetupForm, setupWords } from "./setup-form";
import { YourTables } from "./your-tables";

/** The polling interval of the list. */
const LIST_MS = 4000;

class Lobby implements OpenScreen {
  readonly #host: HTMLElement;
  readonly #server: Server;
  readonly #timer: number;
  /** Null until the server has answered. */
  #tables: ListedTable[] | null = null;
  /** The ratings of the player here; null until they are read. */
  #ratings: PlayerRating[] | null = null;
  #lost = false;
  #filter = keptFilter();
  /** The section of the tables at which this browser holds seats. */
  readonly #own = document.createElement("div");
  readonly #ownTables: YourTables;
  /** A quick match is running: a table is being searched or opened. */
  #matching = false;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#server = new Server((lost) => {
      this.#lost = lost;
      this.refresh();
    });
    this.#timer = window.setInterval(() => !document.hidden && !this.#lost && void this.#load(), LIST_MS);
    addEventListener("online", this.#network);
    addEventListener("offline", this.#network);
    this.#own.className = "panel lobby-own";
    this.#ownTables = new YourTables(this.#own);
    this.refresh();
    void this.#load();
  }

  get title(): string {
    return t("lobby.title");
  }

  refresh(): void {
    render(this.#page(), this.#host);
    this.#ownTables.refresh();
  }

  close(): void {
    this.#ownTables.close();
    window.clearInterval(this.#timer);
    removeEventListener("online", this.#network);
    removeEventListener("offline", this.#network);
    this.#server.close();
  }

  /** Called when the device loses its network, and when it has it again. */
  readonly #network = (): void => {
    this.refresh();
    if (navigator.onLine) void this.#load();
  };

  /** Why no tables are shown; "" if the server answers. */
  #trouble(): string {
    if (!navigator.onLine) return t("lobby.offline");
    return this.#lost ? t("lobby.noServer") : "";
  }

  async #load(): Promise<void> {
    try {
      this.#tables = await this.#server.tables();
      if (this.#wish.rated) this.#ratings ??= await ownRatings(this.#server);
    } catch (error) {
      toastError(error);
    }
    this.refresh();
  }

  readonly #search = (filter: Filter): void => {
    this.#filter = filter;
    keepFilter(filter);
    this.refresh();
  };

  /** The quick match: joins a table where people wait, or opens a new one, with one tap. */
  readonly #match = async (): Promise<void> => {
    const name = personName();
    if (!name) {
      this.#host.querySelector<HTMLElement>("#name")!.focus();
      toast(t("lobby.name.missing"));
      return;
    }
    if (this.#matching) return;
    this.#matching = true;
    this.refresh();
    try {
      const { held, setup } = await quickMatch(this.#server, this.#wish, name);
      keepSeat(held, name, setup.game);
      addWish(held.table);
      go(`#/t/${held.table}`);
    } catch (error) {
      toastError(error);
    }
    this.#matching = false;
    this.refresh();
  };

  /** The filter of the quick match: a guest plays no rated game. */
  get #wish(): Filter {
    return { ...this.#filter, rated: this.#filter.rated && keptPlayer() !== null };
  }

  /** What the quick match would do now: with whom one sits down, or for whom one waits. */
  #matchWords(): string {
    const [found] = matches(this.#wish, this.#tables ?? [], heldTables(), this.#ratings ?? []);
    const setup = found?.setup ?? matchSetup(this.#wish);
    const game = `${gameName(setup.game)}, ${setupWords(setup)}`;
    if (!found) return t("lobby.match.wait", { game, n: setup.seats.length - 1 });
    const names = list(found.seats.flatMap(({ kind, name }) => (kind === "person" ? name : [])));
    return t(found.there > 0 ? "lobby.match.there" : "lobby.match.away", { game, names });
  }

  /** At how many tables the person waits. */
  #wishWords(): string {
    const n = wishes().length;
    return n > 0 ? t("lobby.wish.others", { n }) : "";
  }

  /** The ways to the player here and their friends; for a guest to becoming a player, or signing in. */
  #ownLinks(): TemplateResult {
    const player = keptPlayer();
    if (!player) return html`<a class="button" href="#/me">${t("app.me.way")}</a>`;
    return html`<a class="button" href="#/people">${t("lobby.people")}</a
      ><a class="button" href="#/me">${player.name}</a>`;
  }

  #page(): TemplateResult {
    const all = this.#tables ?? [];
    const tables = all.filter((listed) => fits(this.#filter, listed));
    const none = isSet(this.#filter) && all.length > 0 ? t("lobby.search.nothing") : t("lobby.none");
    const empty = this.#tables ? none : t("lobby.connecting");
    const trouble = this.#trouble();
    return html`<div class="sheet sheet-narrow">
      <h1>${t("lobby.title")}</h1>
      <div class="stack">
        ${trouble ? html`<p class="lobby-trouble" role="status">${trouble}</p>` : nothing}
        <section class="panel lobby-start">
          ${nameField("name", rememberName)} ${searchChips(this.#filter, this.#search)}
          <button
            type="button"
            class="button button-main"
            ?disabled=${this.#matching || trouble !== ""}
            @click=${() => void this.#match()}
          >
            ${t("lobby.match")}
          </button>
          <p class="lobby-match soft small" role="status">${this.#matchWords()} ${this.#wishWords()}</p>
          ${
            navigator.onLine
              ? html`<a class="button" href="#/lobby/new">${t("lobby.new")}</a
                  ><a class="button" href="#/ladder">${t("lobby.ladder")}</a
                  ><a class="button" href="#/tournament">${t("lobby.tournaments")}</a>${this.#ownLinks()}`
              : nothing
          }
        </section>
        ${this.#own}
        ${
          all.length > 0 || isSet(this.#filter)
            ? searchPanel(this.#filter, tables.length, all.length, this.#search)
            : nothing
        }
        ${tableList("waiting", t("lobby.tables"), ofState(tables, "waiting"), trouble ? "" : empty)}
        ${tableList("playing", t("lobby.playing"), ofState(tables, "playing"))}
      </div>
    </div>`;
  }
}

/** The ratings of the player here. */
async function ownRatings(server: Server): Promise<PlayerRating[]> {
  return (await server.profile(deviceToken() ?? "")).ratings ?? [];
}

/** The tables at which this browser holds a seat. */
function heldTables(): ReadonlySet<string> {
  return new Set(keptSeats().map(({ table }) => table));
}

/** Takes a seat at the first matching table that still has one, by a fresh list; otherwise opens a new table. */
async function quickMatch(server: Server, filter: Filter, name: string): Promise<{ held: HeldSeat; setup: Setup }> {
  const own = filter.rated ? await ownRatings(server) : [];
  for (const { table, setup } of matches(filter, await server.tables(), heldTables(), own)) {
    const seat = await server.sit(table, name, undefined, deviceToken()).catch((error: unknown) => {
      if (error instanceof Refusal && ["not-now", "no-table"].includes(error.code)) return null;
      throw error;
    });
    if (seat) return { held: seat, setup };
  }
  const setup = matchSetup(filter);
  return { held: await server.create(setup, name, deviceToken()), setup };
}

function ofState(tables: readonly ListedTable[], state: ListedTable["state"]): ListedTable[] {
  return tables.filter((listed) => listed.state === state);
}

/** The set-up in the form that the server accepts, without names. */
function bare(setup: Setup): Setup {
  return { ...setup, seats: setup.seats.map(({ kind, colour, level }) => ({ kind, colour, level })) };
}

/** Challenges a friend to a table; a refusal, as at a table that has begun, is shown. */
async function challenge(server: Server, { player, name }: Person, table: string): Promise<void> {
  try {
    await server.actOnPeople(deviceToken()!, { type: "challenge", player, table });
    toast(t("people.challenged", { name }));
  } catch (error) {
    toastError(error);
  }
}

/** Opens a table and goes there. The table is private if it waits for a friend. The friend gets a challenge. */
async function create(server: Server, chosen: Setup, friend?: Person): Promise<void> {
  const setup = friend ? { ...chosen, public: false } : chosen;
  const mine = setup.seats.find((seat) => seat.kind === "person");
  if (!mine) {
    toast(t("lobby.noPerson"), "trouble");
    return;
  }
  if (mine.name) rememberName(mine.name);
  const name = await askName();
  if (!name) return;
  try {
    const held = await server.create(bare(setup), name, deviceToken());
    keepSeat(held, name, setup.game);
    if (friend) await challenge(server, friend, held.table);
    go(`#/t/${held.table}`);
  } catch (error) {
    toastError(error);
  }
}

/** The friend of the player here with this id; undefined: none is, or no longer. */
async function friendOf(server: Server, player: string): Promise<Person | undefined> {
  const token = deviceToken();
  if (!token) return undefined;
  const [{ people }] = await Promise.all([server.people(token), loadArea("people")]);
  return people.find((one) => one.player === player && one.tie === "friend");
}

/** The set-up of a table for anybody, or of one for the friend `challenged`. */
async function openNew(host: HTMLElement, challenged: string | null): Promise<OpenScreen> {
  const server = new Server((lost) => lost && toast(t("lobby.trouble"), "trouble"));
  const friend = challenged ? await friendOf(server, challenged) : undefined;
  const form = new SetupForm(host, "server", (setup) => void create(server, setup, friend), friend?.name);
  return {
    get title() {
      return t("lobby.new");
    },
    refresh: () => form.paint(),
    close: () => server.close(),
  };
}

/** The lobby, or the set-up of a new table. */
export default async function open(host: HTMLElement, route: Route): Promise<OpenScreen> {
  await loadArea("lobby");
  return route.id === "new" ? openNew(host, route.query.get("challenge")) : new Lobby(host);
}
