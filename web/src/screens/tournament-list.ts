/** The list of tournaments, and the form for a new one: `#/tournament`. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { ClockSetup } from "../game/model";
import { deviceToken } from "../game/player";
import {
  FORMS,
  type Form,
  type TournamentItem,
  type TournamentSettings,
  UNPLAYED,
  type Unplayed,
} from "../game/tournament";
import { choice, switchFor } from "../ui/choice";
import { arrow } from "../ui/icons";
import { go } from "../ui/screen";
import { gameName } from "../words/terms";
import { t } from "../words/words";
import { ServerScreen } from "./server-screen";
import { tellRefusal } from "./tournament-refusal";
import { formWords } from "./tournament-view";

const BEST = [1, 3, 5] as const;
const SEATS = [2, 3, 4, 5] as const;
const PLACES = ["real", "classic", "star-wars"] as const;
const CUTS = [0, 2, 4, 8] as const;
const TIMES = ["none", "live", "period"] as const;
const MOST = { rounds: 64, groups: 32, seasons: 20, moves: 16, grace: 1440, days: 60 };
const DAY_MINUTES = 24 * 60;

/** Settings to begin with (docs/understand/tournaments.md, "Presets"). */
const PRESETS = {
  evening: { form: "swiss", rounds: 3, cut: 2, best_of: 1, place: "real", times: "none" },
  championship: {
    form: "swiss",
    rounds: 6,
    cut: 8,
    third: true,
    best_of: 1,
    place: "classic",
    minutes: 15,
    times: "live",
    tie_breaks: ["buchholz", "margin", "lot"],
    cap: 1000,
  },
  league: {
    form: "round-robin",
    cycles: 1,
    groups: 2,
    seasons: 3,
    moves: 1,
    cut: 0,
    place: "classic",
    minutes: 15,
    times: "period",
    auto: true,
  },
  arena: { form: "arena", best_of: 1, place: "classic", minutes: 5, times: "none", length: 60 },
} satisfies Record<string, Partial<TournamentSettings> & Partial<Choices>>;
const PRESET_NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[];
const LONGEST_TITLE = 60;

/** What the form has besides the settings. */
interface Choices {
  cut: (typeof CUTS)[number];
  place: (typeof PLACES)[number];
  minutes: number;
  times: (typeof TIMES)[number];
  grace: number;
  days: number;
  length: number;
}

export class TournamentList extends ServerScreen {
  #listed: TournamentItem[] = [];
  #own: TournamentItem[] = [];
  #settings: TournamentSettings = { name: "", form: "swiss", rounds: 3, best_of: 1, auto: false, public: true };
  #chosen: Choices = { cut: 0, place: "real", minutes: 15, times: "none", grace: 10, days: 7, length: 60 };

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
        ${
          deviceToken()
            ? this.#form()
            : html`<p class="panel">${t("tournament.guest")} <a
          href="#/me">${t("tournament.become")}</a></p>`
        }
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
    const {
      form,
      rounds,
      seats = 2,
      best_of,
      cycles,
      groups = 1,
      seasons = 1,
      moves = 1,
      third,
      unplayed = "lost",
      same_decks,
      ...rest
    } = this.#settings;
    const { place, minutes, times, grace, days, length } = this.#chosen;
    const arena = form === "arena";
    const robin = form === "round-robin";
    const several = form === "swiss" && seats > 2;
    const clock: ClockSetup = { kind: "game", seconds: 60 * minutes, increment: 0, ...(!several && { loses: true }) };
    const setup: TournamentSettings["setup"] =
      place === "real"
        ? undefined
        : {
            game: place,
            options: place === "classic" ? ["fields"] : [],
            clock,
            aids: false,
            hints: false,
            takebacks: false,
            ...(several && { rated: true }),
          };
    const decks = setup && !arena && same_decks ? { setup, same_decks } : { setup };
    if (several) return { ...rest, form, rounds, seats, ...decks };
    const cut = arena || form === "knockout" || (robin && seasons > 1) ? 0 : this.#chosen.cut;
    const knockout = form === "knockout" || cut > 0;
    return {
      ...rest,
      form,
      best_of,
      ...(form === "swiss" && { rounds }),
      ...(robin && { cycles: cycles ?? 1, ...(groups > 1 && { groups }), ...(seasons > 1 && { seasons, moves }) }),
      ...(cut > 0 && { cut }),
      ...(arena && { period: length }),
      ...(!arena && times === "period" && { period: days * DAY_MINUTES, unplayed }),
      ...(times === "live" && place !== "real" && { grace, unplayed }),
      ...(knockout && { third: third ?? false }),
      ...decks,
    };
  }

  /** The text of a table that is imported; a tournament as JSON is opened as soon as it is chosen. */
  #file?: string;

  async #make(made: Parameters<typeof this.server.openTournament>[0]): Promise<void> {
    try {
      const { tournament } = await this.server.openTournament(made, deviceToken() ?? "");
      go(`#/tournament/${tournament}`);
    } catch (error) {
      tellRefusal(error);
    }
  }

  readonly #open = (event: Event): void => {
    event.preventDefault();
    void this.#make({ settings: this.#wanted(), file: this.#file });
  };

  readonly #import = async (event: Event): Promise<void> => {
    const field = event.target as HTMLInputElement;
    this.#file = await field.files?.[0]?.text();
    let file: unknown;
    try {
      file = JSON.parse(this.#file ?? "");
    } catch {
      return; // It is a table: the form has its settings.
    }
    this.#file = undefined;
    field.value = "";
    await this.#make({ file });
  };

  #set(change: Partial<TournamentSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.refresh();
  }

  #choose(change: Partial<Choices>): void {
    this.#chosen = { ...this.#chosen, ...change };
    this.refresh();
  }

  #preset(preset: keyof typeof PRESETS): void {
    const { cut, place, minutes, times, length, ...settings }: Partial<TournamentSettings> & Partial<Choices> =
      PRESETS[preset];
    const chosen = Object.fromEntries(
      Object.entries({ cut, place, minutes, times, length }).filter(([, value]) => value !== undefined),
    );
    const { name, public: listed } = this.#settings;
    this.#settings = { name, form: "swiss", rounds: 3, best_of: 1, auto: false, public: listed, ...settings };
    this.#choose(chosen);
  }

  #number(id: string, label: string, value: number, most: number, change: (value: number) => void): TemplateResult {
    const changed = (event: Event) => change((event.target as HTMLInputElement).valueAsNumber);
    return html`<div class="field"><label for=${id}>${label}</label>
      <input class="input" id=${id} type="number" required min="1" max=${most} .value=${String(value)}
        @change=${changed} /></div>`;
  }

  /** Where games are played, and how long. */
  #where(): TemplateResult {
    const { place, minutes } = this.#chosen;
    return html`${choice({
      name: "place",
      legend: t("tournament.where"),
      value: place,
      options: PLACES.map((value) => ({ value, word: value === "real" ? t("tournament.real") : gameName(value) })),
      change: (value) => this.#choose({ place: value }),
    })}
      ${
        place === "real"
          ? nothing
          : this.#number("minutes", t("tournament.minutes"), minutes, MOST.grace, (value) =>
              this.#choose({ minutes: value }),
            )
      }`;
  }

  /** What games of two have: how many, where, and until when. */
  #ofTwo(): TemplateResult {
    const { form, best_of = 1, unplayed = "lost" } = this.#settings;
    const { place, times, grace, days, length } = this.#chosen;
    const arena = form === "arena";
    return html`${choice<number>({
      name: "best",
      legend: t("tournament.best"),
      value: best_of,
      options: BEST.map((value) => ({ value, word: String(value) })),
      change: (value) => this.#set({ best_of: value }),
    })}
      ${this.#where()}
      ${
        arena
          ? this.#number("length", t("tournament.length"), length, MOST.grace, (value) =>
              this.#choose({ length: value }),
            )
          : nothing
      }
      ${choice({
        name: "times",
        legend: t("tournament.times"),
        value: (place === "real" && times === "live") || (arena && times === "period") ? "none" : times,
        options: TIMES.filter((value) => (place !== "real" || value !== "live") && !(arena && value === "period")).map(
          (value) => ({
            value,
            word: t(`tournament.times.${value}`),
          }),
        ),
        change: (value) => this.#choose({ times: value }),
      })}
      ${
        times === "live" && place !== "real"
          ? this.#number("grace", t("tournament.grace"), grace, MOST.grace, (value) => this.#choose({ grace: value }))
          : nothing
      }
      ${
        times === "period" && !arena
          ? this.#number("days", t("tournament.days"), days, MOST.days, (value) => this.#choose({ days: value }))
          : nothing
      }
      ${
        times === "none" || (times === "live" && place === "real") || (arena && times === "period")
          ? nothing
          : choice<Unplayed>({
              name: "unplayed",
              legend: t("tournament.unplayed"),
              value: unplayed,
              options: UNPLAYED.map((value) => ({ value, word: t(`tournament.unplayed.${value}`) })),
              change: (value) => this.#set({ unplayed: value }),
            })
      }`;
  }

  #form(): TemplateResult {
    const {
      name,
      form,
      rounds = 3,
      seats = 2,
      cycles = 1,
      groups = 1,
      seasons = 1,
      moves = 1,
      third = false,
      auto = false,
      same_decks = false,
      public: listed = true,
    } = this.#settings;
    const named = (event: Event) => this.#set({ name: (event.target as HTMLInputElement).value });
    const { cut, place } = this.#chosen;
    const unrated = place === "real" || same_decks;
    const rated = unrated ? nothing : html`<p class="soft small">${t("tournament.rated.several")}</p>`;
    const league = form === "round-robin" && seasons > 1;
    const several = form === "swiss" && seats > 2;
    const cuts = form !== "knockout" && form !== "arena" && !league && !several;
    const knockout = form === "knockout" || (cuts && cut > 0);
    return html`<form class="panel stack" aria-labelledby="tournament-new" @submit=${this.#open}>
      <h2 id="tournament-new">${t("tournament.new")}</h2>
      <div class="row" role="group" aria-label=${t("tournament.presets")}>${PRESET_NAMES.map(
        (preset) =>
          html`<button type="button" class="button" @click=${() => this.#preset(preset)}
            >${t(`tournament.preset.${preset}`)}</button>`,
      )}</div>
      <div class="field"><label for="tournament-file">${t("tournament.file")}</label>
        <input class="input" id="tournament-file" type="file" accept=".json,.csv,.trf,.txt" @change=${this.#import}
          /><small class="soft">${t("tournament.file.text")}</small></div>
      <div class="field"><label for="tournament-name">${t("tournament.newName")}</label>
        <input class="input" id="tournament-name" required maxlength=${LONGEST_TITLE} .value=${name} @change=${named}
          /></div>
      ${choice<Form>({
        name: "form",
        legend: t("tournament.form"),
        value: form,
        options: FORMS.map((value) => ({ value, word: t(`tournament.form.${value}`) })),
        change: (value) => this.#set({ form: value }),
      })}
      <p class="soft small">${t(`tournament.text.${form}`)}</p>
      ${
        form === "swiss"
          ? html`${this.#number("rounds", t("tournament.rounds"), rounds, MOST.rounds, (value) =>
              this.#set({ rounds: value }),
            )}
            ${choice<number>({
              name: "seats",
              legend: t("tournament.seats"),
              value: seats,
              options: SEATS.map((value) => ({ value, word: String(value) })),
              change: (value) => this.#set({ seats: value }),
            })}`
          : nothing
      }
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
        form === "round-robin"
          ? html`${this.#number("groups", t("tournament.groups"), groups, MOST.groups, (value) =>
              this.#set({ groups: value }),
            )}
            ${this.#number("seasons", t("tournament.seasons"), seasons, MOST.seasons, (value) =>
              this.#set({ seasons: value }),
            )}
            ${
              league
                ? this.#number("moves", t("tournament.moves"), moves, MOST.moves, (value) =>
                    this.#set({ moves: value }),
                  )
                : nothing
            }`
          : nothing
      }
      ${
        cuts
          ? choice({
              name: "cut",
              legend: t("tournament.cut"),
              value: cut,
              options: CUTS.map((value) => ({ value, word: value === 0 ? t("tournament.cut.none") : String(value) })),
              change: (value) => this.#choose({ cut: value }),
            })
          : nothing
      }
      ${
        knockout
          ? switchFor(t("tournament.third"), t("tournament.third.text"), third, (on) => this.#set({ third: on }))
          : nothing
      }
      ${several ? html`${this.#where()}${rated}` : this.#ofTwo()}
      ${
        place === "real" || form === "arena"
          ? nothing
          : switchFor(t("tournament.decks"), t("tournament.decks.text"), same_decks, (on) =>
              this.#set({ same_decks: on }),
            )
      }
      ${switchFor(t("tournament.auto"), t("tournament.auto.text"), auto, (on) => this.#set({ auto: on }))}
      ${switchFor(t("tournament.public"), t("tournament.public.text"), listed, (on) => this.#set({ public: on }))}
      <button class="button button-main">${t("tournament.open")}</button>
    </form>`;
  }
}
