/** The rules of both games: `#/rules`, `#/rules/classic`, `#/rules/SW-4.3`. */
import { render } from "lit-html";
import { Engine } from "../../../js/src/engine";
import type { GameName } from "../../../js/src/types";
import { engineModule } from "../engine/module";
import { rememberedSetup } from "../game/setup";
import { Pictures } from "../panels/pictures";
import { gameOf } from "../rules/outline";
import { rulesPage } from "../rules/rules-page";
import type { OpenScreen, Route } from "../ui/screen";
import { applyGame, applySettings, pictureTheme } from "../ui/theme";
import { loadArea, t } from "../words/words";

class Rules {
  readonly #host: HTMLElement;
  readonly #id: string;
  readonly #ended = new AbortController();
  #game: GameName;
  #engine: Engine | null = null;
  #pictures: Pictures | null = null;
  /** The page is being printed, which uses the light theme. */
  #printing = false;

  constructor(host: HTMLElement, id: string) {
    this.#host = host;
    this.#id = id;
    this.#game = gameOf(id) ?? rememberedSetup("here").game;
    const { signal } = this.#ended;
    window.addEventListener("beforeprint", () => this.#print(true), { signal });
    window.addEventListener("afterprint", () => this.#print(false), { signal });
    this.paint();
  }

  paint(): void {
    const [engine, pictures] = [this.#engine, this.#pictures];
    applyGame(this.#game);
    const page = rulesPage({
      game: this.#game,
      pencil: engine && pictures ? { engine, pictures } : null,
      chooseGame: (game) => this.#choose(game),
      follow: (event) => this.#follow(event),
    });
    render(page, this.#host);
  }

  /** Loads the pictures; until then empty boxes of the same size hold their places. */
  async bringPictures(): Promise<void> {
    const engine = await Engine.load(engineModule());
    if (this.#ended.signal.aborted) return;
    this.#engine = engine;
    this.#sharpen();
    this.paint();
  }

  /** Scrolls to the part of the page that the address names, after the shell has scrolled to the top. */
  arrive(): void {
    requestAnimationFrame(() => this.#show(this.#id));
  }

  close(): void {
    this.#ended.abort();
    this.#pictures?.close();
  }

  /** Repaints the pictures. */
  #sharpen(): void {
    if (!this.#engine) return;
    this.#pictures?.close();
    this.#engine.newGame({ game: this.#game });
    this.#pictures = new Pictures(this.#engine, this.#game, (game) =>
      this.#printing ? pictureTheme(game, "chart") : pictureTheme(game),
    );
  }

  #choose(game: GameName): void {
    this.#game = game;
    history.replaceState(null, "", `#/rules/${game}`);
    this.#sharpen();
    this.paint();
  }

  #show(id: string): void {
    const part = id ? document.getElementById(id) : null;
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }

  /** Follows a link within the page without opening a new screen; the address goes into the history. */
  #follow(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { hash } = event.currentTarget as HTMLAnchorElement;
    history.pushState(null, "", hash);
    this.#show(hash.slice("#/rules/".length));
  }

  #print(now: boolean): void {
    this.#printing = now;
    applySettings();
    if (now) document.documentElement.dataset.theme = "light";
    this.paint();
  }
}

/** The screen of the rules. */
export default async function open(host: HTMLElement, route: Route): Promise<OpenScreen> {
  await loadArea("rules");
  const rules = new Rules(host, route.id);
  void rules.bringPictures();
  rules.arrive();
  return {
    get title() {
      return t("rules.title");
    },
    refresh: () => rules.paint(),
    close: () => rules.close(),
  };
}
