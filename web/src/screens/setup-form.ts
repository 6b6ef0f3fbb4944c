/** The form of a new game: everything that can be chosen, as it was the last time. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { Engine } from "../../../js/src/engine";
import { valueIn } from "../../../js/src/options";
import { definitionsOf, tileAddress } from "../engine/image";
import { engineModule } from "../engine/module";
import type { ClockSetup, GameName, Setup } from "../game/model";
import {
  CLOCKS,
  GAMES,
  isChampionship,
  missingIn,
  optionsOf,
  type Place,
  rememberedSetup,
  rememberSetup,
  withChampionship,
  withGame,
  withOption,
  withWholeBox,
} from "../game/setup";
import { choice, dropdown, switchFor } from "../ui/choice";
import { applyGame, pictureTheme } from "../ui/theme";
import { colourName, gameName, optionName, optionValueName } from "../words/terms";
import { list, t } from "../words/words";
import { championshipSeats, seatsPanel } from "./setup-seats";

/** The help that a table may allow. */
const HELPS = ["aids", "hints", "takebacks"] as const;

/** The tile that stands for a game. */
const TILE_SHOWN: Record<GameName, string> = { "star-wars": "P1_B", classic: "O" };

function tilePicture(engine: Engine, game: GameName): string {
  const theme = pictureTheme(game);
  return tileAddress(engine.tile(TILE_SHOWN[game], 0, theme), definitionsOf(engine.scene(theme)), 0);
}

/** The form while it is filled in. At a server there are also open seats, a clock, and who may see the table. */
export class SetupForm {
  readonly #host: HTMLElement;
  readonly #place: Place;
  readonly #start: (setup: Setup) => void;
  #setup: Setup;
  /** The variants that were chosen here for a game before another one was chosen. */
  readonly #variants: Partial<Record<GameName, Setup["options"]>> = {};
  /** What was chosen and the game chosen last does not have, in a sentence; "": nothing. */
  #missing = "";
  /** Paints a tile of each game; null until it is loaded. */
  #engine: Engine | null = null;

  /** `start` is called with the set-up when it is to be played; it is remembered by then. */
  constructor(host: HTMLElement, place: Place, start: (setup: Setup) => void) {
    this.#host = host;
    this.#place = place;
    this.#start = start;
    this.#setup = rememberedSetup(place);
    applyGame(this.#setup.game);
    this.paint();
    void Engine.load(engineModule()).then((engine) => {
      this.#engine = engine;
      this.paint();
    });
  }

  paint(): void {
    render(this.#page(), this.#host);
  }

  readonly #change = (setup: Setup): void => {
    this.#setup = setup;
    this.paint();
  };

  /** Another game keeps what is chosen, and has the variants that were chosen for it here or played last. */
  #chooseGame(game: GameName): void {
    applyGame(game);
    const before = this.#setup;
    this.#variants[before.game] = before.options;
    const variants = this.#variants[game] ?? rememberedSetup(this.#place, game).options;
    const { options, colours } = missingIn(game, before);
    const missing = list([...options.map(optionName), ...colours.map(colourName)]);
    this.#missing = missing ? t("setup.missing", { game: gameName(game), missing }) : "";
    this.#change(withGame(before, game, variants));
  }

  #submit(event: Event): void {
    event.preventDefault();
    rememberSetup(this.#place, this.#setup);
    this.#start(this.#setup);
  }

  #page(): TemplateResult {
    const server = this.#place === "server";
    return html`<form class="sheet" @submit=${(event: Event) => this.#submit(event)}>
      <h1>${t("setup.title")}</h1>
      <div class="setup">
        <div class="stack">${this.#game()} ${this.#options()}</div>
        <div class="setup-seats">${seatsPanel(this.#setup, this.#place, this.#change)}</div>
        <div class="stack">${server ? this.#server() : nothing} ${this.#rules()}</div>
      </div>
      <div class="setup-start">
        <button class="button button-main button-large">${server ? t("setup.start.server") : t("setup.start")}</button>
      </div>
    </form>`;
  }

  #game(): TemplateResult {
    return html`<section class="panel setup-game">
      ${choice({
        name: "game",
        legend: t("setup.game"),
        value: this.#setup.game,
        options: GAMES.map((value) => ({ value, word: this.#gameCard(value) })),
        change: (game) => this.#chooseGame(game),
      })}
      <p class="soft small" role="status">${this.#missing}</p>
    </section>`;
  }

  #gameCard(game: GameName): TemplateResult {
    const picture = this.#engine && tilePicture(this.#engine, game);
    return html`<span class="setup-card">
      <span class="setup-picture">${picture ? html`<img src=${picture} alt="" />` : nothing}</span>
      <span><strong>${gameName(game)}</strong><small>${t(`setup.game.${game}.text`)}</small></span>
    </span>`;
  }

  #options(): TemplateResult {
    const teams = this.#isChampionship()
      ? html`<div>${t("setup.option.teams")} ${championshipSeats()}</div>`
      : undefined;
    return html`<section class="panel" aria-labelledby="options">
      <h2 id="options">${t("setup.options")}</h2>
      ${optionFields(this.#setup, this.#change, teams)}
    </section>`;
  }

  #rules(): TemplateResult {
    return html`<section class="panel" aria-labelledby="rules">
      <h2 id="rules">${t("setup.rules")}</h2>
      ${this.#first()}
      ${this.#isChampionship() ? nothing : HELPS.map((name) => this.#switch(name))}
    </section>`;
  }

  #server(): TemplateResult {
    return html`<section class="panel" aria-labelledby="together">
      <h2 id="together">${t("setup.server")}</h2>
      ${this.#championship()} ${this.#isChampionship() ? nothing : clockField(this.#setup, this.#change)} ${this.#switch("public")}
      ${this.#setup.takebacks ? this.#switch("casual") : nothing} ${this.#switch("watchers_talk")}
    </section>`;
  }

  #isChampionship(): boolean {
    return this.#place === "server" && isChampionship(this.#setup);
  }

  #championship(): TemplateResult {
    const change = (on: boolean) => this.#change(withChampionship(this.#setup, on));
    return switchFor(t("setup.championship"), t("setup.championship.text"), this.#isChampionship(), change);
  }

  #switch(name: (typeof HELPS)[number] | "casual" | "public" | "watchers_talk"): TemplateResult {
    const change = (on: boolean) => this.#change({ ...this.#setup, [name]: on });
    const isOn = this.#setup[name] ?? name === "watchers_talk";
    return switchFor(t(`setup.${name}`), t(`setup.${name}.text`), isOn, change);
  }

  #first(): TemplateResult {
    const { first, seats } = this.#setup;
    const words = [t("setup.first.chance"), ...seats.map((_, index) => t("setup.seat", { n: index + 1 }))];
    return select("first", t("setup.first"), words, first, (chosen) => this.#change({ ...this.#setup, first: chosen }));
  }
}

/** The clocks from which one is chosen; `change` gets the set-up with it. */
export function clockField(setup: Setup, change: (setup: Setup) => void): TemplateResult {
  const now = JSON.stringify(setup.clock);
  const at = CLOCKS.findIndex((clock) => JSON.stringify(clock) === now);
  const choose = (chosen: number) => change({ ...setup, clock: CLOCKS[chosen] });
  return select("clock", t("setup.clock"), CLOCKS.map(clockWords), Math.max(at, 0), choose);
}

/** The options of the game, or `teams` in the place of that one; `change` gets the set-up with what was chosen. */
export function optionFields(
  setup: Setup,
  change: (setup: Setup) => void,
  teams?: TemplateResult | typeof nothing,
): TemplateResult {
  const all = () => change(withWholeBox(setup));
  const wholeBox = html`<button type="button" class="button setup-all" @click=${all}>${t("setup.option.all")}</button>`;
  return html`${optionsOf(setup.game).map((row) => {
    if (row.word === "teams" && teams !== undefined) return teams;
    return optionField(row, valueIn(setup.options, row), (value) => change(withOption(setup, row.word, value)));
  })}
  ${setup.game === "classic" ? wholeBox : nothing}`;
}

/** An option: a switch, or a list with a line on what it does where there are several values. `change` gets the value. */
function optionField(
  { word, values }: ReturnType<typeof optionsOf>[number],
  value: string,
  change: (value: string) => void,
): TemplateResult {
  const [name, text] = [t(`setup.option.${word}`), t(`setup.option.${word}.text`)];
  if (values.length === 1) return switchFor(name, text, value !== "off", (on) => change(on ? values[0] : "off"));
  const named = values.map((each) => ({ value: each, word: optionValueName(word, each) }));
  const options = [{ value: "off", word: t("setup.option.off") }, ...named];
  return html`<div class="field">
    <label for=${`option-${word}`}>${name}</label>
    ${dropdown({ id: `option-${word}`, value, options, change })}
    <small class="soft">${text}</small>
  </div>`;
}

/** With which variants, clock and help a table plays. */
export function setupWords(setup: Setup): string {
  const championship = isChampionship(setup) ? [t("setup.championship")] : [];
  return [...setup.options.map(optionName), ...championship, clockWords(setup.clock), helpWords(setup)].join(" · ");
}

/** What help is allowed at a table. */
function helpWords(setup: Setup): string {
  const allowed = HELPS.filter((name) => setup[name]);
  if (allowed.length === 0) return t("lobby.help.none");
  return t("lobby.help", { allowed: list(allowed.map((name) => t(`lobby.help.${name}`))) });
}

/** A clock in words. */
function clockWords(clock: ClockSetup): string {
  if (clock.kind === "none") return t("setup.clock.none");
  if (clock.kind === "move") return t("setup.clock.move", { seconds: clock.seconds });
  if (clock.kind === "days") return t("setup.clock.days", { n: clock.days });
  if (clock.loses) return t("setup.clock.loses", { minutes: clock.seconds / 60 });
  return t("setup.clock.game", { minutes: clock.seconds / 60, increment: clock.increment });
}

/** A field with a list to choose from; `change` gets the number of the words, from 0. */
function select(
  id: string,
  label: string,
  words: readonly string[],
  value: number,
  change: (chosen: number) => void,
): TemplateResult {
  const options = words.map((word, index) => ({ value: index, word }));
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${dropdown({ id, value, options, change })}
  </div>`;
}
