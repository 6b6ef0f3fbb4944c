/** Other players, `#/people`: challenges, friends with their presence, opponents, and blocked players. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { Challenge, Other, People, PeopleAction, Person, PlayDate } from "../game/people";
import { type KeptPlayer, keptPlayer } from "../game/player";
import { Refusal } from "../game/server";
import { switchFor } from "../ui/choice";
import { figurePicture } from "../ui/figure";
import { arrow, back } from "../ui/icons";
import type { OpenScreen, Route } from "../ui/screen";
import { toast, toastError } from "../ui/toast";
import { type Key, loadArea, t } from "../words/words";
import { askDate, dateWords, saveDate } from "./play-date";
import { ServerScreen } from "./server-screen";

/** The polling interval, in which the player counts as being here. */
const PEOPLE_MS = 30_000;

/** What the screen says of a friend: that they are here, or why that is not known. */
function statusKey({ keeps, here }: Person): Key {
  if (!keeps) return "people.oneSided";
  if (here === undefined) return "people.unknown";
  return here ? "people.here" : "people.away";
}

class PeopleScreen extends ServerScreen {
  readonly #way: string;
  readonly #player: KeptPlayer;
  readonly #timer: number;
  #people: People = { shown: false, people: [], keepers: [], challenges: [], dates: [] };
  /** Those of the last games, without the player. */
  #met: Other[] = [];

  constructor(host: HTMLElement, way: string, player: KeptPlayer) {
    super(host);
    this.#way = way;
    this.#player = player;
    this.#timer = window.setInterval(() => !document.hidden && void this.#look().catch(console.warn), PEOPLE_MS);
  }

  get title(): string {
    return t("people.title");
  }

  override close(): void {
    window.clearInterval(this.#timer);
    super.close();
  }

  /** Reads everything for the first time. */
  async load(): Promise<void> {
    const [{ games }] = await Promise.all([this.server.games(this.#player.token), this.#look()]);
    const seats = games.flatMap((game) => game.seats);
    const others = seats.filter(({ player }) => player !== undefined && player !== this.#player.player);
    const ids = [...new Set(others.map(({ player }) => player as string))];
    const figure = { shape: 0, colour: 7, hat: 0 };
    this.#met = ids.map((player) => ({ player, name: others.find((seat) => seat.player === player)!.name, figure }));
    this.refresh();
  }

  async #look(): Promise<void> {
    this.#people = await this.server.people(this.#player.token);
    this.refresh();
  }

  #do(action: PeopleAction): () => void {
    return this.#wish(async () => {
      this.#people = await this.server.actOnPeople(this.#player.token, action);
    });
  }

  /** Runs a wish and paints what came of it; a refusal is shown. */
  #wish(run: () => Promise<void>): () => void {
    return () => {
      void run()
        .catch((error: unknown) => {
          if (error instanceof Refusal && error.code === "not-now") toast(t("people.notNow"), "trouble");
          else toastError(error);
        })
        .then(() => this.refresh());
    };
  }

  /** A challenge is a private table that waits for the friend: what is played there is chosen first. */
  #challenge({ player, name }: Other): TemplateResult {
    const word = t("people.challenge");
    const label = t("people.of", { word, name });
    return html`<a class="button" aria-label=${label} href=${`#/lobby/new?challenge=${player}`}>${word}</a>`;
  }

  /** Asks for a time, and proposes it to a friend. */
  #meet({ player, name }: Other): () => void {
    return this.#wish(async () => {
      const at = await askDate({
        title: t("people.meet.title", { name }),
        label: t("people.meet.text"),
        yes: t("people.meet.yes"),
      });
      if (at === null) return;
      this.#people = await this.server.actOnPeople(this.#player.token, { type: "meet", player, at });
    });
  }

  #date(date: PlayDate): TemplateResult {
    const { at, name, player } = date;
    const file = () => saveDate({ of: player, start: at, title: t("people.date.title", { name }), route: "#/people" });
    return this.#row(
      date,
      dateWords(at),
      this.#challenge(date),
      this.#button(t("people.calendar"), date, file),
      this.#button(t("people.part"), date, this.#do({ type: "part", player })),
    );
  }

  refresh(): void {
    const { shown, people, keepers, challenges, dates } = this.#people;
    const known = new Set([...people, ...keepers].map(({ player }) => player));
    const met = this.#met.filter(({ player }) => !known.has(player));
    const friends = people.filter(({ tie }) => tie === "friend");
    const blocked = people.filter(({ tie }) => tie === "blocked");
    const show = (yes: boolean) => this.#do({ type: "shown", yes })();
    render(
      html`<div class="sheet sheet-narrow">
        <div class="row row-apart settings-head"><h1>${this.title}</h1><a class="button"
          href=${this.#way}>${back}${t("app.settings.back")}</a></div>
        <div class="stack">
          ${this.#list("people.challenges", challenges, (one) => this.#invitation(one))}
          ${this.#list("people.dates", dates, (one) => this.#date(one))}
          <section class="panel stack" aria-labelledby="people.friends"><h2
            id="people.friends">${t("people.friends")}</h2>
            ${
              friends.length > 0
                ? html`<ul class="list">${friends.map((one) => this.#friend(one))}</ul>`
                : html`<p class="soft">${t("people.friends.none")}</p><a class="button"
                  href="#/lobby">${t("app.home.together")}${arrow}</a>`
            }
            ${switchFor(t("people.shown"), t("people.shown.text"), shown, show)}
          </section>
          ${this.#list("people.keepers", keepers, (one) => this.#stranger(one))}
          ${this.#list("people.met", met, (one) => this.#stranger(one))}
          ${this.#list("people.blocked", blocked, (one) => this.#blocked(one), t("people.blocked.text"))}
        </div>
      </div>`,
      this.host,
    );
  }

  /** A section with a row for each of `others`; nothing if there are none. */
  #list<T>(
    heading: Key,
    others: readonly T[],
    row: (other: T) => TemplateResult,
    text = "",
  ): TemplateResult | typeof nothing {
    if (others.length === 0) return nothing;
    return html`<section class="panel stack" aria-labelledby=${heading}><h2 id=${heading}>${t(heading)}</h2>
      ${text ? html`<p class="soft small">${text}</p>` : nothing}
      <ul class="list">${others.map(row)}</ul></section>`;
  }

  #row({ name, figure }: Other, words: string, ...buttons: (TemplateResult | typeof nothing)[]): TemplateResult {
    return html`<li class="list-item row row-apart people-row"><span class="row">${figurePicture(figure)}
        <span><b>${name}</b> <small class="soft">${words}</small></span></span>
      <span class="row">${buttons}</span></li>`;
  }

  /** A button about a person; its label has the name, because each row has such a button. */
  #button(word: string, { name }: Other, press: () => void): TemplateResult {
    return html`<button type="button" class="button" aria-label=${t("people.of", { word, name })}
      @click=${press}>${word}</button>`;
  }

  #friend(person: Person): TemplateResult {
    const { player, name, table, keeps } = person;
    const word = t("people.watch");
    return this.#row(
      person,
      t(statusKey(person)),
      table
        ? html`<a class="button" aria-label=${t("people.of", { word, name })} href=${`#/t/${table}`}>${word}</a>`
        : nothing,
      keeps ? this.#challenge(person) : nothing,
      keeps ? this.#button(t("people.meet"), person, this.#meet(person)) : nothing,
      this.#button(t("people.drop"), person, this.#do({ type: "friend", player, yes: false })),
      this.#button(t("people.block"), person, this.#do({ type: "block", player, yes: true })),
    );
  }

  #stranger(other: Other): TemplateResult {
    const { player } = other;
    return this.#row(
      other,
      "",
      this.#button(t("people.keep"), other, this.#do({ type: "friend", player, yes: true })),
      this.#button(t("people.block"), other, this.#do({ type: "block", player, yes: true })),
    );
  }

  #blocked(person: Person): TemplateResult {
    const { player } = person;
    return this.#row(
      person,
      "",
      this.#button(t("people.unblock"), person, this.#do({ type: "block", player, yes: false })),
    );
  }

  #invitation(challenge: Challenge): TemplateResult {
    const { name, table } = challenge;
    return html`<li class="list-item row row-apart"><span class="row">${figurePicture(challenge.figure)}
        <span>${t("people.challenge.from", { name })}</span></span>
      <span class="row"><a class="button button-main" href=${`#/t/${table}`}>${t("people.challenge.open")}${arrow}</a>
        ${this.#button(t("people.challenge.decline"), challenge, this.#do({ type: "decline", table }))}</span></li>`;
  }
}

/** What a guest sees. */
function guest(host: HTMLElement, way: string): OpenScreen {
  const refresh = () =>
    render(
      html`<div class="sheet sheet-narrow">
        <div class="row row-apart settings-head"><h1>${t("people.title")}</h1><a class="button"
          href=${way}>${back}${t("app.settings.back")}</a></div>
        <section class="panel stack"><p>${t("people.guest")}</p><a class="button button-main"
          href="#/me">${t("app.me")}</a></section>
      </div>`,
      host,
    );
  refresh();
  return {
    get title() {
      return t("people.title");
    },
    refresh,
    close: () => render(nothing, host),
  };
}

/** The screen `#/people`. */
export default async function open(host: HTMLElement, { before }: Route): Promise<OpenScreen> {
  await Promise.all([loadArea("lobby"), loadArea("people")]);
  const player = keptPlayer();
  const way = before || "#/";
  if (!player) return guest(host, way);
  return new PeopleScreen(host, way, player).open();
}
