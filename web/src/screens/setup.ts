/** A new game: everything that can be chosen, as it was the last time. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { ColourName, GameName, SeatSetup, Setup } from "../game/model";
import { createLocalGame } from "../game/saved";
import {
  coloursOf,
  GAMES,
  isTeamGame,
  LEVELS,
  MAX_SEATS,
  MIN_SEATS,
  optionsOf,
  rememberedSetup,
  rememberSetup,
  USUAL_LEVEL,
  withOption,
  withoutSeat,
  withSeat,
  withSeatChanged,
} from "../game/setup";
import { choice, switchFor } from "../ui/choice";
import { cross, plus } from "../ui/icons";
import { go, type OpenScreen } from "../ui/screen";
import { seatMark } from "../ui/seat-mark";
import { applyGame } from "../ui/theme";
import { colourName, factionName, gameName } from "../words/terms";
import { t } from "../words/words";

/** The form while it is filled in. */
class SetupForm {
  readonly #host: HTMLElement;
  #setup: Setup = rememberedSetup();

  constructor(host: HTMLElement) {
    this.#host = host;
    this.draw();
  }

  draw(): void {
    render(this.#page(), this.#host);
  }

  #change(setup: Setup): void {
    this.#setup = setup;
    this.draw();
  }

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
        <div class="stack">${this.#game()} ${this.#options()} ${this.#rules()}</div>
        <div class="stack">${this.#seats()}</div>
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

  #seats(): TemplateResult {
    const setup = this.#setup;
    const free = setup.seats.length < MAX_SEATS && !isTeamGame(setup);
    return html`<section class="panel" aria-labelledby="seats">
      <h2 id="seats">${t("setup.seats")}</h2>
      ${isTeamGame(setup) ? html`<p class="soft small">${t("setup.teams.text")}</p>` : nothing}
      <ol class="list">
        ${setup.seats.map((seat, index) => html`<li>${this.#seat(seat, index)}</li>`)}
      </ol>
      ${
        free
          ? html`<button type="button" class="button setup-add" @click=${() => this.#change(withSeat(setup))}>
              ${plus} ${t("setup.seat.add")}
            </button>`
          : nothing
      }
    </section>`;
  }

  #seat(seat: SeatSetup, index: number): TemplateResult {
    const n = index + 1;
    const level = seat.level ?? USUAL_LEVEL;
    return html`<div class="setup-seat" role="group" aria-label=${t("setup.seat", { n })}>
      ${seatMark(n, seat.colour)} ${this.#colour(seat, index)} ${this.#kind(seat, index)} ${this.#remove(index)}
      ${
        seat.kind === "person"
          ? this.#name(seat, index)
          : html`<p class="setup-about soft small">${t(`app.level.about.${level as 1}`)}</p>`
      }
    </div>`;
  }

  #colour(seat: SeatSetup, index: number): TemplateResult {
    const { game } = this.#setup;
    const change = (event: Event) => {
      const colour = (event.target as HTMLSelectElement).value as ColourName;
      this.#change(withSeatChanged(this.#setup, index, { colour }));
    };
    const word = (colour: ColourName) =>
      game === "classic" ? colourName(colour) : `${colourName(colour)} · ${factionName(colour)}`;
    return html`<select
      class="input setup-colour"
      aria-label=${t("setup.seat.colour", { n: index + 1 })}
      ?disabled=${isTeamGame(this.#setup)}
      .value=${live(seat.colour)}
      @change=${change}
    >
      ${coloursOf(game).map(
        (colour) => html`<option value=${colour} ?selected=${colour === seat.colour}>${word(colour)}</option>`,
      )}
    </select>`;
  }

  #kind(seat: SeatSetup, index: number): TemplateResult {
    const value = seat.kind === "computer" ? String(seat.level) : "person";
    const change = (event: Event) => {
      const chosen = (event.target as HTMLSelectElement).value;
      const kind =
        chosen === "person" ? { kind: "person" as const } : { kind: "computer" as const, level: Number(chosen) };
      this.#change(withSeatChanged(this.#setup, index, kind));
    };
    return html`<select
      class="input setup-kind"
      aria-label=${t("setup.seat.kind", { n: index + 1 })}
      .value=${live(value)}
      @change=${change}
    >
      <option value="person" ?selected=${value === "person"}>${t("setup.kind.person")}</option>
      ${LEVELS.map(
        (n) => html`<option value=${n} ?selected=${value === String(n)}>
          ${t("setup.kind.level", { n, word: t(`app.level.${n as 1}`) })}
        </option>`,
      )}
    </select>`;
  }

  #name(seat: SeatSetup, index: number): TemplateResult {
    const change = (event: Event) => {
      const name = (event.target as HTMLInputElement).value.trim();
      this.#change(withSeatChanged(this.#setup, index, { name }));
    };
    return html`<input
      class="input setup-name"
      maxlength="24"
      autocomplete="off"
      aria-label=${t("setup.seat.name", { n: index + 1 })}
      placeholder=${t("app.person", { n: index + 1 })}
      .value=${live(seat.name ?? "")}
      @change=${change}
    />`;
  }

  #remove(index: number): TemplateResult | typeof nothing {
    if (this.#setup.seats.length <= MIN_SEATS || isTeamGame(this.#setup)) return nothing;
    const word = t("setup.seat.remove", { n: index + 1 });
    const remove = () => this.#change(withoutSeat(this.#setup, index));
    return html`<button
      type="button"
      class="button button-plain button-icon setup-remove"
      aria-label=${word}
      title=${word}
      @click=${remove}
    >
      ${cross}
    </button>`;
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
    const change = (event: Event) =>
      this.#change({ ...setup, first: Number((event.target as HTMLSelectElement).value) });
    return html`<div class="field">
      <label for="first">${t("setup.first")}</label>
      <select id="first" class="input" .value=${live(String(setup.first))} @change=${change}>
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
