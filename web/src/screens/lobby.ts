/** Playing together, `#/lobby`: tables to sit down at or to watch; `#/lobby/new`: opening one. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { keepSeat, keptSeats } from "../game/kept-seats";
import type { Setup } from "../game/model";
import { rememberName } from "../game/person";
import { type ListedTable, Server } from "../game/server";
import { go, type OpenScreen, type Route } from "../ui/screen";
import { toast, toastError } from "../ui/toast";
import { loadArea, t } from "../words/words";
import { keptList, tableList } from "./lobby-list";
import { askName, nameField } from "./lobby-name";
import { SetupForm } from "./setup-form";

/** How often the list is asked for. */
const LIST_MS = 4000;
/** Seats held here that are offered to go back to. */
const MOST_SHOWN = 5;

class Lobby implements OpenScreen {
  readonly #host: HTMLElement;
  readonly #server: Server;
  readonly #timer: number;
  /** Null until the server has answered. */
  #tables: ListedTable[] | null = null;
  #lost = false;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#server = new Server((lost) => {
      this.#lost = lost;
      this.refresh();
    });
    this.#timer = window.setInterval(() => !document.hidden && !this.#lost && void this.#load(), LIST_MS);
    addEventListener("online", this.#network);
    addEventListener("offline", this.#network);
    this.refresh();
    void this.#load();
  }

  get title(): string {
    return t("lobby.title");
  }

  refresh(): void {
    render(this.#page(), this.#host);
  }

  close(): void {
    window.clearInterval(this.#timer);
    removeEventListener("online", this.#network);
    removeEventListener("offline", this.#network);
    this.#server.close();
  }

  /** This device has lost its network, or has it again. */
  readonly #network = (): void => {
    this.refresh();
    if (navigator.onLine) void this.#load();
  };

  /** Why there are no tables to be seen; "" when the server answers. */
  #trouble(): string {
    if (!navigator.onLine) return t("lobby.offline");
    return this.#lost ? t("lobby.noServer") : "";
  }

  async #load(): Promise<void> {
    try {
      this.#tables = await this.#server.tables();
    } catch (error) {
      toastError(error);
    }
    this.refresh();
  }

  #page(): TemplateResult {
    const tables = this.#tables ?? [];
    const empty = this.#tables ? t("lobby.none") : t("lobby.connecting");
    const trouble = this.#trouble();
    return html`<div class="sheet sheet-narrow">
      <h1>${t("lobby.title")}</h1>
      <div class="stack">
        ${trouble ? html`<p class="lobby-trouble" role="status">${trouble}</p>` : nothing}
        <section class="panel lobby-start">
          ${nameField()}
          <a class="button button-main" href="#/lobby/new">${t("lobby.new")}</a>
        </section>
        ${keptList(keptSeats().slice(0, MOST_SHOWN))}
        ${tableList("waiting", t("lobby.tables"), ofState(tables, "waiting"), trouble ? "" : empty)}
        ${tableList("playing", t("lobby.playing"), ofState(tables, "playing"))}
      </div>
    </div>`;
  }
}

function ofState(tables: readonly ListedTable[], state: ListedTable["state"]): ListedTable[] {
  return tables.filter((listed) => listed.state === state);
}

/** The set-up as the server takes it: names are not part of it. */
function bare(setup: Setup): Setup {
  return { ...setup, seats: setup.seats.map(({ kind, colour, level }) => ({ kind, colour, level })) };
}

/** Opens a table and goes there. */
async function create(server: Server, setup: Setup): Promise<void> {
  const mine = setup.seats.find((seat) => seat.kind === "person");
  if (!mine) {
    toast(t("lobby.noPerson"), "trouble");
    return;
  }
  if (mine.name) rememberName(mine.name);
  const name = await askName();
  if (!name) return;
  try {
    const held = await server.create(bare(setup), name);
    keepSeat(held, name, setup.game);
    go(`#/t/${held.table}`);
  } catch (error) {
    toastError(error);
  }
}

function openNew(host: HTMLElement): OpenScreen {
  const server = new Server((lost) => lost && toast(t("lobby.trouble"), "trouble"));
  const form = new SetupForm(host, "server", (setup) => void create(server, setup));
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
  return route.id === "new" ? openNew(host) : new Lobby(host);
}
