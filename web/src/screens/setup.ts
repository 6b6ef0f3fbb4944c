/** A new game: everything that can be chosen, as it was the last time. */
import { html, render, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { GameName, Setup } from "../game/model";
import { createLocalGame } from "../game/saved";
import { GAMES, optionsOf, rememberedSetup, rememberSetup, withOption } from "../game/setup";
import { choice, switchFor } from "../ui/choice";
import { go, type OpenScreen } from "../ui/screen";
import { applyGame } from "../ui/theme";
import { gameName } from "../words/terms";
import { t } from "../words/words";
import { seatsPanel } from "./setup-seats";

/** The form while it is filled in. */
class SetupForm {
  readonly #host: HTMLElement;
  #setup: Setup = rememberedSetup();

  constructor(host: HTMLElement) {
    this.#host = host;
    applyGame(this.#setup.game);
    this.draw();
  }

  draw(): void {
    render(this.#page(), this.#host);
  }

  readonly #change = (setup: Setup): void => {
    this.#setup = setup;
    this.draw();
  };

  #chooseGame(game: GameName): void {
    applyGame(game);
    this.#change(rememberedSetup(game));
  }

  #start(event: Event): void {
    event.preventDefault();
    rememberSetup(this.#setup);
    go(`#/local/${createLocalGame(this.#setup)}`);
  }

  #page(): TemplateResult {
    return html`<form class="sheet" @submit=${(event: Event) => this.#start(event)}>
      <h1>${t("setup.title")}</h1>
      <div class="setup">
        <div class="stack">${this.#game()} ${this.#options()}</div>
        <div class="stack">${seatsPanel(this.#setup, this.#change)} ${this.#rules()}</div>
      </div>
      <div class="setup-start"><button class="button button-main button-large">${t("setup.start")}</button></div>
    </form>`;
  }

  #game(): TemplateResult {
    return html`<section class="panel stack stack-tight">
      ${choice({
        name: "game",
        legend: t("setup.game"),
        value: this.#setup.game,
        options: GAMES.map((value) => ({ value, word: gameName(value) })),
        change: (game) => this.#chooseGame(game),
      })}
      <p class="soft small">${t(`setup.game.${this.#setup.game}.text`)}</p>
    </section>`;
  }

  #options(): TemplateResult {
    return html`<section class="panel" aria-labelledby="options">
      <h2 id="options">${t("setup.options")}</h2>
      ${optionsOf(this.#setup.game).map((option) =>
        switchFor(
          t(`setup.option.${option}`),
          t(`setup.option.${option}.text`),
          this.#setup.options.includes(option),
          (on) => this.#change(withOption(this.#setup, option, on)),
        ),
      )}
    </section>`;
  }

  #rules(): TemplateResult {
    const setup = this.#setup;
    const rule = (name: "aids" | "hints" | "takebacks") =>
      switchFor(t(`setup.${name}`), t(`setup.${name}.text`), setup[name], (on) =>
        this.#change({ ...setup, [name]: on }),
      );
    return html`<section class="panel" aria-labelledby="rules">
      <h2 id="rules">${t("setup.rules")}</h2>
      ${this.#first()} ${rule("aids")} ${rule("hints")} ${rule("takebacks")}
    </section>`;
  }

  #first(): TemplateResult {
    const setup = this.#setup;
    const changed = (event: Event) =>
      this.#change({ ...setup, first: Number((event.target as HTMLSelectElement).value) });
    return html`<div class="field">
      <label for="first">${t("setup.first")}</label>
      <select id="first" class="input" .value=${live(String(setup.first))} @change=${changed}>
        <option value="0" ?selected=${setup.first === 0}>${t("setup.first.chance")}</option>
        ${setup.seats.map(
          (_, index) => html`<option value=${index + 1} ?selected=${setup.first === index + 1}>
            ${t("setup.seat", { n: index + 1 })}
          </option>`,
        )}
      </select>
    </div>`;
  }
}

/** The screen `#/new`. */
export default function open(host: HTMLElement): OpenScreen {
  const form = new SetupForm(host);
  return {
    get title() {
      return t("setup.title");
    },
    refresh: () => form.draw(),
    close: () => {},
  };
}
