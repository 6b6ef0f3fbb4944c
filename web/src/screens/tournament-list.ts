/** The list of tournaments, and the form for a new one: `#/tournament`. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { deviceToken } from "../game/player";
import { FORMS, type Form, type TournamentItem, type TournamentSettings } from "../game/tournament";
import { choice, switchFor } from "../ui/choice";
import { arrow } from "../ui/icons";
import { go } from "../ui/screen";
import { gameName } from "../words/terms";
import { t } from "../words/words";
import { ServerScreen } from "./server-screen";
import { tellRefusal } from "./tournament-refusal";
import { formWords } from "./tournament-view";

const BEST = [1, 3, 5] as const;
const PLACES = ["real", "classic", "star-wars"] as const;
const CUTS = [0, 2, 4, 8] as const;
const MOST_ROUNDS = 64;
const LONGEST_TITLE = 60;

export class TournamentList extends ServerScreen {
  #listed: TournamentItem[] = [];
  #own: TournamentItem[] = [];
  #settings: TournamentSettings = { name: "", form: "swiss", rounds: 3, best_of: 1, auto: false, public: true };
  #cut: (typeof CUTS)[number] = 0;
  #place: (typeof PLACES)[number] = "real";
  #minutes = 15;

  get title(): string {
    return t("tournament.title");
  }

  async load(): Promise<void> {
    const { tournaments, own = [] } = await this.server.tournaments(deviceToken());
    const mine = new Set(own.map(({ tournament }) => tournament));
    this.#own = own;
    this.#listed = tournaments.filter(({ tournament }) => !mine.has(tournament));
    this.refresh();
  }

  refresh(): void {
    render(
      html`<div class="sheet sheet-narrow"><h1>${this.title}</h1><div class="stack">
        ${this.#list("own", t("tournament.own"), this.#own)}
        ${this.#list("listed", t("tournament.listed"), this.#listed)}
        ${this.#own.length + this.#listed.length === 0 ? html`<p class="soft">${t("tournament.none")}</p>` : nothing}
        ${deviceToken() ? this.#form() : html`<p class="panel">${t("tournament.guest")} <a href="#/me">${t("tournament.become")}</a></p>`}
      </div></div>`,
      this.host,
    );
  }

  #list(id: string, title: string, items: readonly TournamentItem[]): TemplateResult | typeof nothing {
    if (items.length === 0) return nothing;
    return html`<section class="panel" aria-labelledby=${id}><h2 id=${id}>${title}</h2><ul class="list">
      ${items.map(
        (item) => html`<li><a class="list-item" href=${`#/tournament/${item.tournament}`}>
          <span><b>${item.name}</b> <small class="soft">${formWords(item)}</small></span>${arrow}</a></li>`,
      )}</ul></section>`;
  }

  /** The settings as the server takes them: each form has members of its own. */
  #wanted(): TournamentSettings {
    const { form, rounds, cycles, third, ...rest } = this.#settings;
    const knockout = form === "knockout" || this.#cut > 0;
    return {
      ...rest,
      form,
      ...(form === "swiss" && { rounds }),
      ...(form === "round-robin" && { cycles: cycles ?? 1 }),
      ...(form !== "knockout" && this.#cut > 0 && { cut: this.#cut }),
      ...(knockout && { third: third ?? false }),
      ...(this.#place !== "real" && {
        setup: {
          game: this.#place,
          options: this.#place === "classic" ? ["fields"] : [],
          clock: { kind: "game", seconds: 60 * this.#minutes, increment: 0, loses: true },
          aids: false,
          hints: false,
          takebacks: false,
        },
      }),
    };
  }

  readonly #open = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const { tournament } = await this.server.openTournament(this.#wanted(), deviceToken() ?? "");
      go(`#/tournament/${tournament}`);
    } catch (error) {
      tellRefusal(error);
    }
  };

  #set(change: Partial<TournamentSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.refresh();
  }

  #number(id: string, label: string, value: number, most: number, change: (value: number) => void): TemplateResult {
    const changed = (event: Event) => change((event.target as HTMLInputElement).valueAsNumber);
    return html`<div class="field"><label for=${id}>${label}</label>
      <input class="input" id=${id} type="number" required min="1" max=${most} .value=${String(value)} @change=${changed} /></div>`;
  }

  #form(): TemplateResult {
    const {
      name,
      form,
      rounds = 3,
      cycles = 1,
      best_of = 1,
      third = false,
      auto = false,
      public: listed = true,
    } = this.#settings;
    const named = (event: Event) => this.#set({ name: (event.target as HTMLInputElement).value });
    const knockout = form === "knockout" || this.#cut > 0;
    return html`<form class="panel stack" aria-labelledby="tournament-new" @submit=${this.#open}>
      <h2 id="tournament-new">${t("tournament.new")}</h2>
      <div class="field"><label for="tournament-name">${t("tournament.newName")}</label>
        <input class="input" id="tournament-name" required maxlength=${LONGEST_TITLE} .value=${name} @change=${named} /></div>
      ${choice<Form>({
        name: "form",
        legend: t("tournament.form"),
        value: form,
        options: FORMS.map((value) => ({ value, word: t(`tournament.form.${value}`) })),
        change: (value) => this.#set({ form: value }),
      })}
      <p class="soft small">${t(`tournament.text.${form}`)}</p>
      ${form === "swiss" ? this.#number("rounds", t("tournament.rounds"), rounds, MOST_ROUNDS, (value) => this.#set({ rounds: value })) : nothing}
      ${
        form === "round-robin"
          ? choice({
              name: "cycles",
              legend: t("tournament.cycles"),
              value: cycles,
              options: [1, 2].map((value) => ({ value, word: String(value) })),
              change: (value) => this.#set({ cycles: value }),
            })
          : nothing
      }
      ${
        form === "knockout"
          ? nothing
          : choice({
              name: "cut",
              legend: t("tournament.cut"),
              value: this.#cut,
              options: CUTS.map((value) => ({ value, word: value === 0 ? t("tournament.cut.none") : String(value) })),
              change: (value) => {
                this.#cut = value;
                this.refresh();
              },
            })
      }
      ${knockout ? switchFor(t("tournament.third"), t("tournament.third.text"), third, (on) => this.#set({ third: on })) : nothing}
      ${choice<number>({
        name: "best",
        legend: t("tournament.best"),
        value: best_of,
        options: BEST.map((value) => ({ value, word: String(value) })),
        change: (value) => this.#set({ best_of: value }),
      })}
      ${choice({
        name: "place",
        legend: t("tournament.where"),
        value: this.#place,
        options: PLACES.map((value) => ({ value, word: value === "real" ? t("tournament.real") : gameName(value) })),
        change: (value) => {
          this.#place = value;
          this.refresh();
        },
      })}
      ${
        this.#place === "real"
          ? nothing
          : this.#number("minutes", t("tournament.minutes"), this.#minutes, 1440, (value) => {
              this.#minutes = value;
            })
      }
      ${switchFor(t("tournament.auto"), t("tournament.auto.text"), auto, (on) => this.#set({ auto: on }))}
      ${switchFor(t("tournament.public"), t("tournament.public.text"), listed, (on) => this.#set({ public: on }))}
      <button class="button button-main">${t("tournament.open")}</button>
    </form>`;
  }
}
