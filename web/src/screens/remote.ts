/** The screen `#/t/ID` of a table on the server: the waiting room before the game, then the board. `?recover=WORD`
 * recovers a seat. */
import { html, render } from "lit-html";
import { Engine } from "../../../js/src/engine";
import { engineModule } from "../engine/module";
import { begin } from "../game/elsewhere";
import { drop, endWishes, hide, isKept, show } from "../game/meanwhile";
import type { TableView } from "../game/model";
import { keptPlayer } from "../game/player";
import { RemoteTable } from "../game/remote";
import { Refusal, Server } from "../game/server";
import { turns } from "../game/turns";
import type { OpenScreen, Route } from "../ui/screen";
import { applyGame } from "../ui/theme";
import { setTitle } from "../ui/title";
import { toast, toastError } from "../ui/toast";
import { WakeLock } from "../ui/wake-lock";
import { gameName } from "../words/terms";
import { loadArea, number, t } from "../words/words";
import { Bar } from "./lobby-bar";
import { Room } from "./lobby-room";
import { openTable } from "./table";
import { TablePeople } from "./table-people";

/** How often, and how many times, the page asks whether the server has counted a rated game. */
const COUNTED_MS = 1000;
const COUNTED_TRIES = 30;

/**
 * Shows what a rated game has changed for the player of this browser, once the server has counted it; while `goesOn`.
 */
async function showRating(table: string, goesOn: () => boolean): Promise<void> {
  const own = keptPlayer();
  if (!own) return;
  const server = new Server();
  try {
    for (let tries = 0; tries < COUNTED_TRIES && goesOn(); tries++) {
      const { games } = await server.games(own.token);
      const game = games.find((each) => each.table === table);
      const seat = game?.seats.find(({ player }) => player === own.player);
      if (seat?.rating !== undefined) {
        const change = number(seat.change ?? 0, { signDisplay: "exceptZero" });
        toast(t("lobby.rated.change", { rating: String(seat.rating), change }));
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, COUNTED_MS));
    }
  } finally {
    server.close();
  }
}

class RemoteScreen implements OpenScreen {
  readonly #host: HTMLElement;
  readonly #table: RemoteTable;
  readonly #engine: Engine;
  readonly #wake = new WakeLock();
  #warning: HTMLElement | null = null;
  /** The server has refused access; the screen keeps showing the reason. */
  #refused = false;
  readonly #people: TablePeople;
  #bar: Bar | null = null;
  #unfollow = () => {};
  #stage: TableView["stage"] | null = null;
  #shown: { stage: "room" | "board"; screen: Pick<OpenScreen, "refresh" | "close"> } | null = null;

  constructor(host: HTMLElement, id: string, engine: Engine) {
    this.#host = host;
    this.#engine = engine;
    this.#note(t("lobby.connecting"));
    this.#table = new RemoteTable(id, engine, (lost) => {
      if (!this.#shown && !this.#refused) this.#note(lost ? t("lobby.trouble") : t("lobby.connecting"));
    });
    show(this.#table);
    this.#people = new TablePeople(this.#table, () => this.#bar?.refresh());
  }

  get title(): string {
    return this.#shown ? titleOf(this.#table.view) : t("lobby.title");
  }

  /** Enters the table as soon as the server answers. */
  async enter(recovery: string | null): Promise<void> {
    try {
      await this.#table.ready;
    } catch (error) {
      this.#refused = error instanceof Refusal;
      if (error instanceof Refusal) this.#note(error.message);
      return;
    }
    if (recovery) await this.#recover(recovery);
    applyGame(this.#table.view.setup.game);
    this.#unfollow = this.#table.subscribe((view) => this.#follow(view));
  }

  refresh(): void {
    this.#shown?.screen.refresh?.();
    if (this.#shown) this.#warn();
  }

  close(): void {
    this.#stage = null;
    this.#wake.close();
    this.#warning?.remove();
    this.#shown?.screen.close();
    this.#unfollow();
    hide(this.#table);
    if (!isKept(this.#table)) this.#table.close();
  }

  async #recover(recovery: string): Promise<void> {
    await this.#table.recover(recovery).catch(toastError);
    history.replaceState(null, "", `#/t/${this.#table.remote.table}`);
  }

  #follow(view: TableView): void {
    const stage = view.newgame ? "board" : "room";
    if (this.#shown?.stage !== stage) {
      this.#shown?.screen.close();
      this.#shown = { stage, screen: stage === "room" ? this.#openRoom() : this.#openBoard() };
      void this.#people.load().catch(console.warn);
      if (stage === "board") void endWishes(this.#table.remote.table);
    }
    const { table, held } = this.#table.remote;
    const ends = this.#stage === "playing" && view.stage === "over";
    this.#stage = view.stage;
    if (ends && held && view.setup.rated) void showRating(table, () => this.#stage === "over").catch(console.warn);
    this.#warn();
    setTitle(`${titleOf(view)} · ${t("app.name")}`);
    this.#wake.want((view.may.move || view.may.draw) && view.setup.clock.kind !== "days");
  }

  #openRoom(): Room {
    this.#host.replaceChildren(document.createElement("div"));
    return new Room(this.#host.firstElementChild as HTMLElement, this.#table);
  }

  #openBoard(): OpenScreen {
    const inner = document.createElement("div");
    inner.className = "screen";
    this.#host.replaceChildren(inner);
    return openTable(inner, this.#table, this.#engine, (...hosts) => {
      this.#bar = new Bar(...hosts, this.#table, this.#people);
      return this.#bar;
    });
  }

  /** Shows a warning above everything else if the server tampered with the chance. */
  #warn(): void {
    const { breach } = this.#table.remote;
    if (!breach) return;
    this.#warning ??= this.#host.parentElement!.appendChild(document.createElement("div"));
    render(
      html`<section class="breach stack" role="alert">
        <h2>${t("lobby.breach.title")}</h2>
        <p>${t(`lobby.breach.${breach}`)}</p>
        <a class="button" href="#/lobby">${t("lobby.back")}</a>
      </section>`,
      this.#warning,
    );
  }

  #note(text: string): void {
    const note = document.createElement("div");
    note.className = "screen";
    render(
      html`<section class="panel fault stack" role="status">
        <h1>${t("lobby.title")}</h1>
        <p>${text}</p>
        <a class="button" href="#/lobby">${t("lobby.back")}</a>
      </section>`,
      note,
    );
    this.#host.replaceChildren(note);
  }
}

/** The title of the tab, which says whose turn it is, for people who look at other tabs. */
function titleOf(view: TableView): string {
  return view.may.move || view.may.draw ? t("lobby.turn") : gameName(view.setup.game);
}

/** Opens the screen of a table, which connects by itself. */
export default async function open(host: HTMLElement, route: Route): Promise<OpenScreen> {
  const [engine] = await Promise.all([Engine.load(engineModule()), loadArea("lobby")]);
  drop(route.id);
  const screen = new RemoteScreen(host, route.id, engine);
  void screen.enter(route.query.get("recover"));
  void begin().then(() => turns.ask());
  return screen;
}
