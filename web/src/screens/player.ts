/**
 * The player of this browser, `#/me`: becoming one, or signing in by six words or a passkey; name, figure, devices,
 * games.
 */
import { html, nothing, render, svg, type TemplateResult } from "lit-html";
import { renew } from "../game/elsewhere";
import { type OwnReviews, ownReviews } from "../game/own-reviews";
import { fetchSeats, giveSeats } from "../game/own-seats";
import { askPasskey, makePasskey, takesPasskeys } from "../game/passkey";
import { LONGEST_NAME, personName } from "../game/person";
import { dropPlayer, type KeptPlayer, keepPlayer, keptPlayer, type PlayerFigure } from "../game/player";
import { poolOf, ratingText } from "../game/rating";
import {
  type Passkey,
  type PlayedGame,
  type PlayerAction,
  type PlayerRating,
  type Profile,
  Refusal,
  type ServerInfo,
  type Statistics,
} from "../game/server";
import { choice, switchFor } from "../ui/choice";
import { ask } from "../ui/dialog";
import { FIGURE_KINDS, figurePicture } from "../ui/figure";
import { arrow, back } from "../ui/icons";
import { save } from "../ui/save";
import type { OpenScreen, Route } from "../ui/screen";
import { toast, toastError } from "../ui/toast";
import { computerName, gameName } from "../words/terms";
import { date, list, loadArea, number, t } from "../words/words";
import { addressOf, linkCode, linkField } from "./lobby-invite";
import { ServerScreen } from "./server-screen";
import { shareLine } from "./share-line";

const KINDS = Array.from({ length: FIGURE_KINDS }, (_, kind) => kind);
/** The months of the picture. */
const MONTHS_DRAWN = 24;
const PARTS = ["shape", "colour", "hat"] as const;

/** What this device is called in the list: the browser's name and its system. */
function deviceLabel(): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(navigator.userAgent)?.[1] ?? "";
  const system = /(Android|iPhone|iPad|Windows|Mac OS|Linux)/.exec(navigator.userAgent)?.[1] ?? "";
  return [browser, system].filter(Boolean).join(", ") || "?";
}

const dateOf = (time: number) => date(time, { dateStyle: "medium" });

/** The day here that is so many days after a time, as a field of a form has it. */
function dayAfter(time: number, days: number): string {
  const day = new Date(time);
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The three rows in which a figure is put together; each choice is drawn as the whole figure. */
function figureChoice(figure: PlayerFigure, change: (figure: PlayerFigure) => void): TemplateResult {
  const row = (part: (typeof PARTS)[number]) =>
    choice({
      name: `figure-${part}`,
      legend: t(`player.figure.${part}`),
      value: figure[part],
      options: KINDS.map((value) => ({
        value,
        word: html`${value + 1} ${figurePicture({ ...figure, [part]: value })}`,
      })),
      change: (value) => change({ ...figure, [part]: value }),
    });
  return html`${PARTS.map(row)}`;
}

/** What a rated game has changed for a player; "" if it was not rated. */
function changeText(seat: PlayedGame["seats"][number] | undefined): string {
  if (seat?.rating === undefined) return "";
  const change = number(seat.change ?? 0, { signDisplay: "exceptZero" });
  return t("ladder.change", { rating: String(seat.rating), change });
}

/** A rating of the player, and the way to its ladder. */
function ratingRow({ pool, rating, deviation, provisional, games }: PlayerRating): TemplateResult {
  const { game, speed, form } = poolOf(pool);
  const words = { game: gameName(game), speed: t(`ladder.speed.${speed}`), form: t(`ladder.form.${form}`) };
  return html`<li><a class="list-item" href=${`#/ladder/${pool}`}>
    <span><b class="figures">${ratingText(rating, provisional)}</b> ${t("ladder.own.line", words)}
      <small class="soft">${t("ladder.certain", { n: games, deviation: 2 * deviation })}</small></span>${arrow}
  </a></li>`;
}

/** The games of the last months as bars, those won in them darker, and the same as a table. */
function monthsDrawn({ months }: Statistics): TemplateResult {
  const last = months.slice(-MONTHS_DRAWN);
  const most = Math.max(...last.map(({ games }) => games));
  const bar = ({ games, won }: Statistics["months"][number], at: number) => {
    const rect = (n: number, kind: string) =>
      svg`<rect class=${kind} x=${at * 10 + 1} width="8" y=${50 - (50 * n) / most} height=${(50 * n) / most}></rect>`;
    return svg`${rect(games, "player-bar")}${rect(won, "player-bar player-bar-won")}`;
  };
  const row = ({
    month,
    games,
    won,
    points,
    best,
  }: Statistics["months"][number]) => html`<tr><th scope="row">${month}</th>
    ${[games, won, points / games, best].map((n) => html`<td class="figures">${number(Math.round(n))}</td>`)}</tr>`;
  const heads = ["player.month", "player.games", "player.month.won", "player.month.mean", "player.month.best"] as const;
  const box = `0 0 ${10 * last.length} 50`;
  return html`<svg class="player-months" viewBox=${box} aria-hidden="true">${last.map(bar)}</svg>
    <details><summary>${t("player.months")}</summary><table class="player-table">
      <thead><tr>${heads.map((key) => html`<th scope="col">${t(key)}</th>`)}</tr></thead>
      <tbody>${last.toReversed().map(row)}</tbody></table></details>`;
}

/** A finished game: its winner, its date, and the way to its table. */
function gameRow({ table, rules, ended, seats, void: voided }: PlayedGame, own: string): TemplateResult {
  const mine = seats.find(({ player }) => player === own);
  const nameOf = (seat: PlayedGame["seats"][number]) => seat.name || computerName(seat.level ?? 1, seat.seat);
  const others = seats.filter((seat) => seat !== mine).map(nameOf);
  const points = seats.map((seat) => `${nameOf(seat)} ${seat.points}`);
  const about = [gameName(rules), dateOf(ended), ...points, voided ? t("ladder.void") : changeText(mine)];
  return html`<li><a class="list-item" href=${`#/t/${table}`}>
    <span><b class="sheet-chip" data-first=${mine?.place === 1}>${t("player.place", { n: mine?.place ?? 0 })}</b>
      ${t("player.against", { others: list(others) })}
      <small class="soft">${about.filter(Boolean).join(" · ")}</small></span>${arrow}
  </a></li>`;
}

/** What is counted of a player, each number with its word, and the share of games won as a line. */
function numbers({ games, won, best, longest, streak }: Statistics): TemplateResult {
  const shown = { games, won, best, longest, streak };
  const cells = Object.entries(shown) as [keyof typeof shown, number][];
  const wins = Math.round((100 * won) / games);
  return html`<dl class="player-numbers">${cells.map(
    ([name, value]) => html`<div><dt>${t(`player.number.${name}`)}</dt><dd class="figures">${number(value)}</dd></div>`,
  )}</dl>${shareLine(wins)}`;
}

/** What the reviews of this browser come to, in words. */
function reviewWords({ games, given, luck, level }: OwnReviews): string {
  const points = (value: number) => number(value, { maximumFractionDigits: 1 });
  const figures = [
    t("player.reviews.given", { given: points(given) }),
    luck === null ? "" : t("player.reviews.luck", { luck: points(luck) }),
    level === null ? "" : t("player.reviews.level", { level }),
  ];
  return t("player.reviews", { n: games, figures: figures.filter(Boolean).join(" ") });
}

class PlayerScreen extends ServerScreen {
  readonly #way: string;
  #profile: Profile | null = null;
  #statistics: Statistics | null = null;
  #games: PlayedGame[] = [];
  #next: number | undefined;
  #figure: PlayerFigure = { shape: 0, colour: 5, hat: 0 };
  /** The words that were made, to be shown once; those that came with the address. */
  #words = "";
  #typed: string;
  #info: ServerInfo = {};

  constructor(host: HTMLElement, way: string, typed: string) {
    super(host);
    this.#way = way;
    this.#typed = typed;
  }

  get title(): string {
    return t(this.#profile ? "player.own" : "app.me");
  }

  /** Reads the player anew. One that the server does not know any more is none here either. */
  async load(): Promise<void> {
    const player = keptPlayer();
    if (player) {
      try {
        this.#profile = await this.server.profile(player.token);
        this.#figure = this.#profile.figure;
        this.#statistics = await this.server.statistics(player.token);
        this.#games = [];
        this.#next = undefined;
        await this.#more();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        dropPlayer();
        this.#profile = null;
      }
    }
    this.#info = await this.server.info();
    this.refresh();
  }

  refresh(): void {
    render(
      html`<div class="sheet">
        <div class="row row-apart settings-head"><h1>${this.title}</h1><a class="button"
          href=${this.#way}>${back}${t("app.settings.back")}</a></div>
        ${this.#profile ? this.#own(this.#profile) : this.#guest()}
      </div>`,
      this.host,
    );
  }

  /** Runs a wish and paints what came of it; a refusal is shown. A form that wishes does not leave the page. */
  #wish(run: () => Promise<void>): (event?: Event) => void {
    return (event) => {
      if (event?.type === "submit") event.preventDefault();
      void run()
        .catch((error: unknown) => this.#tellRefusal(error))
        .then(() => this.refresh());
    };
  }

  #tellRefusal(error: unknown): void {
    const of = error instanceof DOMException ? error.name : "";
    const words = error instanceof Refusal && error.code === "wrong-token" && !keptPlayer();
    if (of === "NotAllowedError") return; // the person has closed the browser's question about a passkey
    if (of === "InvalidStateError") toast(t("player.passkey.there"), "trouble");
    else if (words) toast(t("player.words.wrong"), "trouble");
    else if (error instanceof Refusal && error.code === "not-now") toast(t("player.notNow"), "trouble");
    else if (error instanceof Refusal && error.code === "too-often") toast(t("player.tooOften"), "trouble");
    else toastError(error);
  }

  #field(id: string): string {
    return (document.getElementById(id) as HTMLInputElement).value.trim();
  }

  /* ---- A guest ---- */

  #guest(): TemplateResult {
    const join = this.#wish(async () => {
      const player = await this.server.join(this.#field("player-name"), this.#figure, deviceLabel());
      keepPlayer(player);
      await giveSeats(this.server, player);
      await this.load();
      window.scrollTo(0, 0);
    });
    const enter = async (player: KeptPlayer) => {
      keepPlayer(player);
      this.#typed = "";
      await giveSeats(this.server, player);
      await fetchSeats(this.server);
      await this.load();
    };
    const signIn = this.#wish(async () => {
      await enter(await this.server.signIn({ words: this.#field("player-words") }, deviceLabel()));
    });
    const byPasskey = this.#wish(async () => {
      await enter(await this.server.signIn(await askPasskey(this.server), deviceLabel()));
    });
    return html`<div class="sheet-pair"><form class="panel stack" aria-labelledby="player-new" @submit=${join}>
        <div class="sheet-hero">${figurePicture(this.#figure, 96)}<div><h2 id="player-new">${t("player.new")}</h2>
          <p class="soft">${t("app.me.text")}</p></div></div>
        <div class="field"><label for="player-name">${t("lobby.name")}</label>
          <input class="input" id="player-name" required autocomplete="nickname" maxlength=${LONGEST_NAME}
            .value=${personName()} /></div>
        ${this.#figures((figure) => {
          this.#figure = figure;
          this.refresh();
        })}
        <button class="button button-main button-large">${t("app.me")}</button>
      </form>
      <div class="stack"><form class="panel stack" aria-labelledby="player-in" @submit=${signIn}>
        <h2 id="player-in">${t("player.signIn")}</h2>
        <div class="field"><label for="player-words">${t("player.signIn.text")}</label>
          <input class="input" id="player-words" required autocomplete="off" autocapitalize="none" spellcheck="false"
            .value=${this.#typed} /></div>
        <button class="button">${t("player.signIn.button")}</button>
        ${
          takesPasskeys(this.#info)
            ? html`<button class="button" type="button"
          @click=${byPasskey}>${t("player.passkey.in")}</button>`
            : nothing
        }
      </form>${this.#stored()}</div></div>`;
  }

  #figures(change: (figure: PlayerFigure) => void): TemplateResult {
    return html`<details><summary>${t("player.figure")}</summary><div class="stack"
      >${figureChoice(this.#figure, change)}</div></details>`;
  }

  /* ---- A player ---- */

  /** Changes something of the player, here and at the server. */
  async #change(action: PlayerAction): Promise<void> {
    const player = keptPlayer();
    if (!player) return;
    this.#profile = await this.server.change(player.token, action);
    this.#words = this.#profile.six_words ?? (this.#profile.words ? this.#words : "");
    keepPlayer({ ...player, name: this.#profile.name, figure: this.#profile.figure });
  }

  async #more(): Promise<void> {
    const player = keptPlayer();
    if (!player) return;
    const { games, next } = await this.server.games(player.token, this.#next);
    this.#games = [...this.#games, ...games];
    this.#next = next;
  }

  #own(profile: Profile): TemplateResult {
    const rename = this.#wish(() => this.#change({ type: "rename", name: this.#field("player-name") }));
    const open = (yes: boolean) => this.#wish(() => this.#change({ type: "open", yes }))();
    const { games } = this.#statistics ?? { games: 0 };
    const reviews = ownReviews();
    return html`<div class="stack">${this.#order(profile)}
      <section class="panel stack" aria-labelledby="player-who">
        <div class="sheet-hero">${figurePicture(profile.figure, 96)}<div><h2 id="player-who">${profile.name}</h2>
          ${games > 0 ? numbers(this.#statistics!) : html`<p class="soft">${t("player.games.none")}</p>`}</div></div>
        ${reviews ? html`<p class="soft">${reviewWords(reviews)}</p>` : nothing}
        <div class="sheet-folds">${this.#figures((figure) => {
          this.#figure = figure;
          this.#wish(() => this.#change({ type: "figure", figure }))();
        })}
        <details><summary>${t("player.rename")}</summary><form class="stack stack-tight" @submit=${rename}>
          <div class="field"><label for="player-name">${t("player.rename.text")}</label>
            <input class="input" id="player-name" required maxlength=${LONGEST_NAME} .value=${profile.name} /></div>
          <button class="button">${t("player.rename.button")}</button></form></details></div>
        ${switchFor(t("player.open"), t("player.open.text"), profile.open, open)}
        <div class="row"><a class="button button-main" href="#/lobby">${t("lobby.title")}</a>
          <a class="button" href="#/people">${t("player.people")}</a>
          ${this.#info.mails ? html`<a class="button" href="#/mail">${t("player.mail")}</a>` : nothing}</div>
      </section>
      <div class="sheet-pair"><div
        class="stack">${this.#ratings(profile)} ${games > 0 ? this.#history(profile) : nothing}</div>
        <div class="stack">${this.#vacation(profile)} ${this.#devices(profile)}
          ${this.#goodbye(profile)} ${this.#stored()}</div></div></div>`;
  }

  #ratings({ ratings = [] }: Profile): TemplateResult {
    return html`<section class="panel stack" aria-labelledby="player-ratings">
      <div class="row row-apart"><h2 id="player-ratings">${t("ladder.own")}</h2><a class="button"
        href="#/ladder">${t("ladder.title")}</a></div>
      ${
        ratings.length > 0
          ? html`<ul class="list">${ratings.map(ratingRow)}</ul>`
          : html`<p
        class="soft">${t("ladder.own.none")}</p>`
      }
    </section>`;
  }

  /** What the host says to the player. */
  #order({ warning, silenced_until, suspended_until }: Profile): TemplateResult | typeof nothing {
    const heed = this.#wish(() => this.#change({ type: "heed" }));
    const until = silenced_until || suspended_until;
    if (!warning && !until) return nothing;
    return html`<section class="panel notice stack" role="status">
      ${
        warning
          ? html`<p><b>${t("player.warning")}</b> ${warning}</p><button class="button"
        @click=${heed}>${t("player.heed")}</button>`
          : nothing
      }
      ${silenced_until ? html`<p>${t("player.silenced", { date: dateOf(silenced_until) })}</p>` : nothing}
      ${suspended_until ? html`<p>${t("player.suspended", { date: dateOf(suspended_until) })}</p>` : nothing}</section
        >`;
  }

  #history(profile: Profile): TemplateResult {
    const more = this.#wish(() => this.#more());
    return html`<section class="panel stack" aria-labelledby="player-games">
      <h2 id="player-games">${t("player.games")}</h2>
      ${this.#statistics?.games ? monthsDrawn(this.#statistics) : nothing}
      <ul class="list">${this.#games.map((game) => gameRow(game, profile.player))}</ul>
      ${
        this.#next === undefined
          ? nothing
          : html`<button class="button"
        @click=${more}>${t("player.games.more")}</button>`
      }
    </section>`;
  }

  /** The vacation of the player, and what is left of the year's days. */
  #vacation({ vacation_until, vacation_days }: Profile): TemplateResult {
    const from = Math.max(Date.now(), vacation_until ?? 0);
    /* A whole day here ends with it: the last one that can be chosen ends before all days are used. */
    const [first, last] = [dayAfter(from, 1), dayAfter(from, vacation_days - 1)];
    const leave = this.#wish(async () => {
      const day = new Date(`${this.#field("player-vacation")}T00:00`);
      await this.#change({ type: "vacation", until: day.setDate(day.getDate() + 1) });
    });
    return html`<section class="panel stack" aria-labelledby="player-away">
      <h2 id="player-away">${t("player.vacation")}</h2>
      <p class="soft small">${t("player.vacation.text", { n: vacation_days })}</p>
      ${
        vacation_until
          ? html`<p role="status">${t("player.vacation.until", { date: dateOf(vacation_until - 1) })}</p
        >`
          : nothing
      }
      ${
        first <= last
          ? html`<form class="stack stack-tight" @submit=${leave}>
            <div class="field"><label for="player-vacation">${t("player.vacation.last")}</label>
              <input class="input" id="player-vacation" type="date" required min=${first} max=${last} .value=${first}
                /></div>
            <button class="button">${t(vacation_until ? "player.vacation.longer" : "player.vacation.begin")}</button
              ></form>`
          : nothing
      }
    </section>`;
  }

  #devices(profile: Profile): TemplateResult {
    const words = this.#wish(() => this.#change({ type: "words" }));
    const passkey = this.#wish(async () => {
      const player = keptPlayer();
      const known = profile.passkeys.map(({ credential }) => credential);
      if (player) await this.#change(await makePasskey(this.server, player, known, deviceLabel()));
    });
    const address = addressOf(`#/me?words=${this.#words.replaceAll(" ", "-")}`);
    return html`<section class="panel stack" aria-labelledby="player-devices">
      <h2 id="player-devices">${t("player.devices")}</h2>
      <ul class="list">${profile.devices.map((device) => this.#device(device))}
        ${profile.passkeys.map((passkey) => this.#passkey(passkey))}</ul>
      <p class="soft small">${t("player.words.text")}</p>
      <button class="button" @click=${words}>${t("player.words")}</button>
      ${
        this.#words
          ? html`<div class="notice stack" role="status"><p><strong class="player-words">${this.#words}</strong></p>
            <p class="small">${t("player.words.once")}</p>
            ${linkField("player-link", t("player.words.link"), address)} ${linkCode(address)}</div>`
          : nothing
      }
      ${
        takesPasskeys(this.#info)
          ? html`<p class="soft small">${t("player.passkey.text")}</p>
            <button class="button" @click=${passkey}>${t("player.passkey")}</button>`
          : nothing
      }
    </section>`;
  }

  #device({ device, label, seen, own }: Profile["devices"][number]): TemplateResult {
    const out = this.#wish(async () => {
      const body = html`<p>${t("player.shutOut.text")}</p>`;
      const title = t("player.shutOut.title", { label });
      if (!(await ask({ title, body, yes: t("player.shutOut") }))) return;
      await this.#change({ type: "shut-out", device });
      await renew(); // the server has forgotten this device's address for notices, too
    });
    return html`<li class="list-item row row-apart"><span>${label || "?"} <small class="soft">
        ${own ? t("player.device.own") : t("player.device.seen", { date: dateOf(seen) })}</small></span>
      ${
        own
          ? nothing
          : html`<button class="button" aria-label=${t("player.shutOut.title", { label })}
        @click=${out}>${t("player.shutOut")}</button>`
      }
    </li>`;
  }

  #passkey({ passkey, label, used }: Passkey): TemplateResult {
    const drop = this.#wish(() => this.#change({ type: "drop-passkey", passkey }));
    return html`<li class="list-item row row-apart"><span>${t("player.passkey.of", { label })} <small class="soft">
        ${t("player.passkey.used", { date: dateOf(used) })}</small></span>
      <button class="button" aria-label=${t("player.passkey.drop.title", { label })}
        @click=${drop}>${t("player.passkey.drop")}</button>
    </li>`;
  }

  /** Everything as a file; the end of the player. */
  #goodbye(profile: Profile): TemplateResult {
    const take = this.#wish(async () => {
      const file = await this.server.playerFile(keptPlayer()?.token ?? "");
      save(`${profile.player}.json`, new Blob([file], { type: "application/json" }));
    });
    const end = this.#wish(async () => {
      await this.#change({ type: "delete", name: this.#field("player-delete") });
      dropPlayer();
      this.#profile = null;
      toast(t("player.deleted"));
    });
    return html`<section class="panel stack" aria-labelledby="player-data">
      <h2 id="player-data">${t("player.data")}</h2>
      <button class="button" @click=${take}>${t("player.file")}</button>
      <details><summary>${t("player.delete")}</summary><form class="stack stack-tight" @submit=${end}>
        <p>${t("player.delete.text")}</p>
        <div class="field"><label for="player-delete">${t("player.delete.name", { name: profile.name })}</label>
          <input class="input" id="player-delete" required autocomplete="off" /></div>
        <button class="button button-grave">${t("player.delete.button")}</button></form></details>
    </section>`;
  }

  #stored(): TemplateResult {
    return html`<details class="panel"><summary>${t("player.stored")}</summary><div class="stack stack-tight">
      <p>${t("player.stored.what")}</p><p>${t("player.stored.not")}</p><p>${t("player.stored.others")}</p></div
        ></details>`;
  }
}

/** The screen `#/me`. Words in the address fill the field, and leave the address. */
export default async function open(host: HTMLElement, { before, query }: Route): Promise<OpenScreen> {
  await Promise.all([loadArea("ladder"), loadArea("lobby"), loadArea("player")]);
  const words = query.get("words") ?? "";
  if (words) history.replaceState(null, "", "#/me");
  return new PlayerScreen(host, before || "#/settings", words.replaceAll("-", " ")).open();
}
