/** The first screen: continue a game, play at once, or set up another game; beside it a board. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { GameName, Setup } from "../game/model";
import { deviceToken, maySit } from "../game/player";
import { createLocalGame, gameRoute, removeGame, type SavedGame, savedGames, tilesLaid } from "../game/saved";
import { seatsOf } from "../game/seats";
import { rememberedSetup } from "../game/setup";
import { ask } from "../ui/dialog";
import { arrow, cross } from "../ui/icons";
import { answerOffer, isOffered, onOffer } from "../ui/install";
import { go, type OpenScreen } from "../ui/screen";
import { keptNames } from "../ui/store";
import { applyGame } from "../ui/theme";
import { gameName } from "../words/terms";
import { type Key, list, t } from "../words/words";
import { paintHomeBoard } from "./home-board";
import type { ShowFirst, YourTables } from "./your-tables";

/** The links to other screens. */
const LINKS: readonly (readonly [string, Key])[] = [
  ["#/new", "app.home.new"],
  ["#/real", "app.home.real"],
  ...(PAGE_PLACE === "server" ? ([["#/lobby", "app.home.together"]] as const) : []),
  ["#/learn", "app.home.learn"],
  ["#/puzzles", "app.home.puzzles"],
  ["#/review", "app.home.review"],
  ["#/rules", "app.home.rules"],
];

/** The game that determines the screen's colours: the one to continue, otherwise the one that would be started. */
function gameShown(games: readonly SavedGame[]): { setup: Setup; game: SavedGame | null } {
  const going = games.find((game) => !game.scores);
  return { setup: going?.setup ?? rememberedSetup("here"), game: going ?? null };
}

function names(setup: Setup): string[] {
  return seatsOf(setup).map((seat) => seat.name);
}

/** A line about the game that the play button starts, which has the last set-up. */
function playLine(setup: Setup): string {
  const others = seatsOf(setup).filter((seat) => seat.kind === "computer");
  const game = gameName(setup.game);
  if (others.length === 0) return t("app.home.play.people", { game, n: setup.seats.length });
  if (others.length === setup.seats.length) return t("app.home.play.watch", { game, players: list(names(setup)) });
  return t("app.home.play.text", { game, others: list(others.map((seat) => seat.name)) });
}

function gameLine(game: SavedGame): string {
  const values = { game: gameName(game.setup.game), players: list(names(game.setup)) };
  if (game.scores) return t("app.home.game.over", { ...values, scores: game.scores.join(" : ") });
  return t("app.home.game.going", { ...values, n: tilesLaid(game) });
}

/** The style of a button that starts or continues a game; `main`: it is the first of them. */
function buttonStyle(main: boolean): string {
  return main ? "button button-main home-button" : "button home-button";
}

class Home {
  readonly #host: HTMLElement;
  readonly #stopBoard: { now: () => void } = { now: () => {} };
  #tables: YourTables | null = null;
  #saved: SavedGame[] = [];
  /** The button for a table that waits for the person. */
  #first: Parameters<ShowFirst>[0] = nothing;
  /** This browser keeps seats: a place is kept for that button, so that nothing moves when it comes. */
  readonly #sits = PAGE_PLACE === "server" && keptNames("table.").length > 0;
  /** The button for a friend who waits. */
  #challenge: Parameters<ShowFirst>[0] = nothing;
  readonly #stopOffer: () => void;
  #closed = false;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#stopOffer = onOffer(() => this.#show());
    this.paint();
    if (maySit()) void this.#openTables().catch(console.warn);
  }

  /** Adds the tables at which the person sits; this happens later, because it needs the server. */
  async #openTables(): Promise<void> {
    const { YourTables } = await import("./your-tables");
    const tables = await YourTables.open(this.#host.querySelector<HTMLElement>(".home-tables")!, (way) => {
      this.#first = way;
      this.#show();
    });
    if (this.#closed) tables.close();
    else this.#tables = tables;
  }

  /** Adds the challenges of friends, in the same way, or shows them in another language. */
  async #openChallenges(): Promise<void> {
    const { showChallenges } = await import("./challenges");
    this.#challenge = await showChallenges(this.#host.querySelector<HTMLElement>(".home-challenges")!);
    this.#show();
  }

  paint(): void {
    this.#saved = savedGames();
    this.#tables?.refresh();
    const { setup, game } = gameShown(this.#saved);
    applyGame(setup.game);
    this.#show();
    if (PAGE_PLACE === "server" && deviceToken()) void this.#openChallenges().catch(console.warn);
    this.#stopBoard.now();
    this.#stopBoard.now = paintHomeBoard(this.#host.querySelector<HTMLElement>(".home-board")!, setup, game);
  }

  close(): void {
    this.#closed = true;
    this.#tables?.close();
    this.#stopOffer();
    this.#stopBoard.now();
  }

  #show(): void {
    if (!this.#closed) render(this.#page(this.#saved, gameShown(this.#saved).setup.game), this.#host);
  }

  #page(games: readonly SavedGame[], shown: GameName): TemplateResult {
    const going = games.find((game) => !game.scores);
    const waits = this.#first === nothing ? this.#challenge : this.#first;
    const free = waits === nothing;
    return html`<div class="home">
      <div class="home-words">
        <div>
          <h1 class="home-title">${t("app.home.title")}</h1>
          <p class="home-lead">${t("app.home.lead")}</p>
        </div>
        <div class="home-start">
          ${this.#sits && free ? this.#tablesButton() : waits}
          ${going ? this.#continueButton(going, free) : nothing} ${this.#playButton(free && !going)}
        </div>
        ${this.#links()} ${games.length ? this.#games(games) : nothing}
        <div class="home-challenges"></div>
        <div class="home-tables"></div>
        ${isOffered() ? this.#offer() : nothing}
      </div>
      <div class="home-board" role="img" aria-label=${t("app.home.board", { game: gameName(shown) })}></div>
    </div>`;
  }

  /** The offer to install the page stands last, so that nothing moves when it comes. */
  #offer(): TemplateResult {
    const answer = (yes: boolean) => () => {
      void answerOffer(yes).catch(console.info);
      this.#show();
    };
    return html`<section class="panel stack" aria-labelledby="install">
      <h2 id="install">${t("app.install")}</h2>
      <p class="soft">${t("app.install.text")}</p>
      <div class="row">
        <button class="button button-main" @click=${answer(true)}>${t("app.install.yes")}</button>
        <button class="button" @click=${answer(false)}>${t("app.install.no")}</button>
      </div>
    </section>`;
  }

  #tablesButton(): TemplateResult {
    return html`<a class=${buttonStyle(false)} href="#/lobby">
      <span><strong>${t("app.home.tables")}</strong><small>${t("app.home.tables.text")}</small></span>${arrow}
    </a>`;
  }

  #continueButton(game: SavedGame, main: boolean): TemplateResult {
    return html`<a class=${buttonStyle(main)} href=${gameRoute(game)}>
      <span><strong>${t("app.home.continue")}</strong><small>${gameLine(game)}</small></span>${arrow}
    </a>`;
  }

  #playButton(main: boolean): TemplateResult {
    const setup = rememberedSetup("here");
    const start = () => go(`#/local/${createLocalGame(setup)}`);
    return html`<button class=${buttonStyle(main)} @click=${start}>
      <span><strong>${t("app.home.play")}</strong><small>${playLine(setup)}</small></span>${arrow}
    </button>`;
  }

  #links(): TemplateResult {
    return html`<nav aria-label=${t("app.home.more")}>
      <ul class="list">
        ${LINKS.map(
          ([route, key]) => html`<li><a class="list-item" href=${route}><span>${t(key)}</span>${arrow}</a></li>`,
        )}
      </ul>
    </nav>`;
  }

  #games(games: readonly SavedGame[]): TemplateResult {
    return html`<section aria-labelledby="games">
      <h2 id="games" class="legend">${t("app.home.games")}</h2>
      <ul class="list">
        ${games.map((game) => html`<li class="home-game">${this.#game(game)}</li>`)}
      </ul>
    </section>`;
  }

  #game(game: SavedGame): TemplateResult {
    const word = t("app.home.remove.which", { players: list(names(game.setup)) });
    return html`<a class="list-item small" href=${gameRoute(game)}><span>${gameLine(game)}</span></a>
      <button
        class="button button-plain button-icon"
        aria-label=${word}
        title=${t("app.home.remove")}
        @click=${() => void this.#remove(game)}
      >
        ${cross}
      </button>`;
  }

  async #remove(game: SavedGame): Promise<void> {
    const question = {
      title: t("app.home.remove.title"),
      body: t("app.home.remove.text"),
      yes: t("app.home.remove"),
      grave: true,
    };
    if (!(await ask(question))) return;
    removeGame(game.id);
    this.paint();
  }
}

/** The screen `#/`. */
export default function open(host: HTMLElement): OpenScreen {
  const home = new Home(host);
  return { title: "", refresh: () => home.paint(), close: () => home.close() };
}
