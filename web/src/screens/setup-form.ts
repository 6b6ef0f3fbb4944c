/** The form of a new game: everything that can be chosen, as it was the last time. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { Engine } from "../../../js/src/engine";
import { valueIn } from "../../../js/src/options";
import { definitionsOf, tileAddress } from "../engine/image";
import { engineModule } from "../engine/module";
import type { ClockSetup, GameName, Setup } from "../game/model";
import { keptPlayer } from "../game/player";
import {
  CLOCKS,
  GAMES,
  isChampionship,
  lastSetup,
  missingIn,
  optionsOf,
  type Place,
  rememberedSetup,
  rememberSetup,
  withChampionship,
  withGame,
  withOption,
  withRated,
  withWholeBox,
} from "../game/setup";
import { choice, switchFor } from "../ui/choice";
import { applyGame, pictureTheme } from "../ui/theme";
import { colourName, gameName, optionName, optionValueName } from "../words/terms";
import { list, t } from "../words/words";
import { championshipSeats, firstChoice, seatsPanel } from "./setup-seats";

/** The help that a table may allow. */
const HELPS = ["aids", "hints", "takebacks"] as const;

/** The tile that stands for a game. */
const TILE_SHOWN: Record<GameName, string> = { "star-wars": "P1_B", classic: "O" };

function tilePicture(engine: Engine, game: GameName): string {
  const theme = pictureTheme(game);
  return tileAddress(engine.tile(TILE_SHOWN[game], 0, theme), definitionsOf(engine.scene(theme)), 0);
}

/** The form while it is filled in. At a server it also has open seats, a clock, and whether the table is listed. */
export class SetupForm {
  readonly #host: HTMLElement;
  readonly #place: Place;
  readonly #start: (setup: Setup) => void;
  /** The friend whom the table waits for; "" for a game with anybody. */
  readonly #friend: string;
  #setup: Setup;
  /** The seat whose player is chosen, 0-based. */
  #at: number;
  /** The variants that were chosen here for a game before another one was chosen. */
  readonly #variants: Partial<Record<GameName, Setup["options"]>> = {};
  /** What was chosen and the game chosen last does not have, in a sentence; "": nothing. */
  #missing = "";
  /** Paints a tile of each game; null until it is loaded. */
  #engine: Engine | null = null;

  /** `start` is called with the set-up when it is to be played; it is remembered by then. `friend` is the name of the
   * challenged player. */
  constructor(host: HTMLElement, place: Place, start: (setup: Setup) => void, friend = "") {
    this.#host = host;
    this.#place = place;
    this.#start = start;
    this.#friend = friend;
    this.#setup = this.#allowed(rememberedSetup(place));
    this.#at = firstChoice(this.#setup);
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

  /** At a real table people sit in all seats; a guest cannot open a rated table. */
  #allowed(setup: Setup): Setup {
    if (this.#place === "real") return { ...setup, seats: setup.seats.map((seat) => ({ ...seat, kind: "person" })) };
    return setup.rated && !keptPlayer() ? withRated(setup, false) : setup;
  }

  readonly #change = (setup: Setup, at = this.#at): void => {
    this.#setup = this.#allowed(setup);
    this.#at = at;
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
    const [server, change] = [this.#place === "server", this.#change];
    return html`<form class="sheet" @submit=${(event: Event) => this.#submit(event)}>
      ${
        this.#place === "real"
          ? html`<div class="row row-apart settings-head"><h1>${t("real.title")}</h1><div class="row"><a class="button"
          href="#/real/scores">${t("real.scores")}</a><a class="button"
          href="#/real/clocks">${t("real.clocks")}</a></div></div>`
          : html`<h1>${this.#friend ? t("setup.challenge", { name: this.#friend }) : t("setup.title")}</h1>`
      }
      <div class="setup">
        <div class="stack">${this.#game()} ${server ? this.#server() : nothing}</div>
        <div class="setup-seats">
          ${seatsPanel({ setup: this.#setup, place: this.#place, at: this.#at, change })}
        </div>
        ${this.#more()}
      </div>
      <div class="setup-start">
        ${this.#lastButton()}
        <button class="button button-main button-large">${server ? t("setup.start.server") : t("setup.start")}</button>
      </div>
    </form>`;
  }

  /** The way back to the set-up that was played last, if another one is chosen. */
  #lastButton(): TemplateResult | typeof nothing {
    const kept = lastSetup(this.#place);
    const last = kept && this.#allowed(kept);
    if (!last || JSON.stringify(last) === JSON.stringify(this.#setup)) return nothing;
    const back = () => {
      applyGame(last.game);
      this.#missing = "";
      this.#change(last, firstChoice(last));
    };
    return html`<button type="button" class="button button-large" @click=${back}>${t("setup.last")}</button>`;
  }

  /** Variants and rules of the table; the line that opens them names those that are on. */
  #more(): TemplateResult {
    const help = this.#helps().filter((name) => this.#setup[name]);
    const on = [...this.#setup.options.map(optionName), ...help.map((name) => t(`setup.${name}`))];
    return html`<details class="panel setup-more">
      <summary><b>${t("setup.more")}</b> <small class="soft">${on.join(" · ")}</small></summary>
      <div class="stack">${this.#options()} ${this.#rules()}</div>
    </details>`;
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
    return html`<section aria-labelledby="options">
      <h2 id="options">${t("setup.options")}</h2>
      ${optionFields(this.#setup, this.#change, teams)}
    </section>`;
  }

  #rules(): TemplateResult {
    const server = this.#place === "server";
    return html`<section aria-labelledby="rules">
      <h2 id="rules">${t("setup.rules")}</h2>
      ${this.#setup.rated ? html`<p class="soft small">${t("setup.rated.rules")}</p>` : this.#first()}
      ${this.#helps().map((name) => this.#switch(name))}
      ${server && this.#setup.takebacks && !this.#setup.rated ? this.#switch("casual") : nothing}
      ${server ? this.#switch("watchers_talk") : nothing}
    </section>`;
  }

  /** The help about which the person decides. */
  #helps(): readonly (typeof HELPS)[number][] {
    if (this.#isChampionship()) return [];
    if (this.#place === "real") return ["aids"];
    return this.#setup.rated ? ["takebacks"] : HELPS;
  }

  #server(): TemplateResult {
    return html`<section class="panel" aria-labelledby="together">
      <h2 id="together">${t("setup.server")}</h2>
      ${keptPlayer() ? this.#rated() : nothing}
      ${this.#isChampionship() ? nothing : clockField(this.#setup, this.#change)}
      ${this.#championship()} ${this.#friend ? nothing : this.#switch("public")}
    </section>`;
  }

  #isChampionship(): boolean {
    return this.#place === "server" && isChampionship(this.#setup);
  }

  #rated(): TemplateResult {
    const change = (on: boolean) => this.#change(withRated(this.#setup, on));
    return switchFor(t("setup.rated"), t("setup.rated.text"), this.#setup.rated === true, change);
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
    const chance = { value: 0, word: t("setup.first.chance") };
    const each = seats.map((_, index) => ({ value: index + 1, word: t("setup.seat", { n: index + 1 }) }));
    const change = (chosen: number) => this.#change({ ...this.#setup, first: chosen });
    return choice({ name: "first", legend: t("setup.first"), value: first, options: [chance, ...each], change });
  }
}

/** The clocks from which one is chosen: the kind, and then its times; `change` gets the set-up with it. */
export function clockField(setup: Setup, change: (setup: Setup) => void): TemplateResult {
  const now = setup.clock;
  const same = CLOCKS.filter(({ kind }) => kind === now.kind);
  const kinds = [...new Set(CLOCKS.map(({ kind }) => kind))].filter((kind) => !setup.rated || kind !== "none");
  const at = same.findIndex((clock) => JSON.stringify(clock) === JSON.stringify(now));
  const times = choice({
    name: "clock-time",
    legend: t(`lobby.search.clock.${now.kind}`),
    value: Math.max(at, 0),
    options: same.map((clock, value) => ({ value, word: clockWords(clock) })),
    change: (chosen) => change({ ...setup, clock: same[chosen] }),
  });
  return html`<div class="stack stack-tight">
    ${choice({
      name: "clock",
      legend: t("setup.clock"),
      value: now.kind,
      options: kinds.map((value) => ({ value, word: t(`lobby.search.clock.${value}`) })),
      change: (kind) => change({ ...setup, clock: CLOCKS.find((clock) => clock.kind === kind)! }),
    })}
    ${same.length > 1 ? times : nothing}
  </div>`;
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

/** An option: a switch, or one of several values with a line on what it does. `change` gets the value. */
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
    ${choice({ name: `option-${word}`, legend: name, value, options, change })}
    <small class="soft">${text}</small>
  </div>`;
}

/** With which variants, clock and help a table plays. */
export function setupWords(setup: Setup): string {
  const championship = isChampionship(setup) ? [t("setup.championship")] : [];
  const rated = setup.rated ? [t("setup.rated")] : [];
  return [...rated, ...setup.options.map(optionName), ...championship, clockWords(setup.clock), helpWords(setup)].join(
    " · ",
  );
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
