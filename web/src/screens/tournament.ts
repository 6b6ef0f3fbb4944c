/** A tournament, `#/tournament/ID`: entrants, pairings, results and standings, with what its players and organizers do.
 * `?wall` shows pairings and standings alone, in large type. Without an id it is the list. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { randomHex } from "../game/chance";
import { keepSeat } from "../game/kept-seats";
import { LONGEST_NAME } from "../game/person";
import { keptPlayer } from "../game/player";
import { serverUrl } from "../game/server";
import {
  byRound,
  type Encounter,
  gamesOf,
  peopleOf,
  type Standings,
  seatsOf,
  sideOf,
  type Tournament,
  type TournamentAction,
} from "../game/tournament";
import {
  dropResult,
  keepResult,
  keepSeen,
  seenTournament,
  type WaitingResult,
  waitingResults,
} from "../game/tournament-queue";
import { askText } from "../ui/ask-text";
import { ask } from "../ui/dialog";
import { back } from "../ui/icons";
import { go, type OpenScreen, type Route } from "../ui/screen";
import { toast } from "../ui/toast";
import { list, loadArea, t } from "../words/words";
import { addressOf, linkCode, linkField } from "./lobby-invite";
import { ServerScreen } from "./server-screen";
import { bracket, crossTables, roundName } from "./tournament-drawing";
import { TournamentList } from "./tournament-list";
import { tellRefusal } from "./tournament-refusal";
import { timesButtons } from "./tournament-times";
import {
  formWords,
  nameOf,
  reportedWords,
  roundMarks,
  roundTable,
  standingsTable,
  winnersLine,
} from "./tournament-view";

/** How often the page looks whether something is new, in milliseconds. */
const LOOK_MS = 5000;
const LONGEST_REASON = 200;
const LONGEST_TITLE = 60;
/** A result without an answer after this time (ms) is shown as one that waits for the net. */
const LATE_MS = 1500;
const ID_BYTES = 16;

class TournamentScreen extends ServerScreen {
  readonly #id: string;
  readonly #wall: boolean;
  readonly #timer: number;
  #tournament!: Tournament;
  #standings!: Standings;
  /** The requests of results that are under way. */
  readonly #sending = new Set<string>();

  constructor(host: HTMLElement, id: string, wall: boolean) {
    super(host);
    this.#id = id;
    this.#wall = wall;
    this.#timer = window.setInterval(() => {
      if (!document.hidden) void this.load().catch(console.warn);
    }, LOOK_MS);
  }

  get title(): string {
    return this.#tournament.name;
  }

  override close(): void {
    window.clearInterval(this.#timer);
    super.close();
  }

  /** Reads the tournament; the standings only if something is new. */
  async load(): Promise<void> {
    const seen = this.#tournament ? null : seenTournament(this.#id);
    if (!seen) return this.#read();
    this.#tournament = seen.tournament;
    this.#standings = seen.standings;
    this.refresh();
    void this.#read().catch(tellRefusal);
  }

  async #read(): Promise<void> {
    const tournament = await this.server.tournament(this.#id);
    if (tournament.seq !== this.#standings?.seq) this.#standings = await this.server.standings(this.#id);
    this.#tournament = tournament;
    if (this.#own || this.#organizes) keepSeen(tournament, this.#standings);
    this.refresh();
    for (const waiting of waitingResults(this.#id)) void this.#send(waiting);
  }

  /** Sends a result that waits, and forgets it when the server has answered. */
  async #send({ request, action }: WaitingResult): Promise<void> {
    const token = keptPlayer()?.token;
    if (!token || this.#sending.has(request)) return;
    this.#sending.add(request);
    const late = window.setTimeout(() => this.refresh(), LATE_MS);
    await this.server
      .actInTournament(this.#id, action, token, request)
      .then(() => this.load())
      .catch(tellRefusal)
      .finally(() => {
        window.clearTimeout(late);
        dropResult(request);
        this.refresh();
      });
  }

  refresh(): void {
    render(this.#wall ? this.#wallPage() : this.#page(), this.host);
  }

  get #rounds(): ReturnType<typeof byRound> {
    return byRound(this.#tournament.encounters);
  }

  get #organizes(): boolean {
    const own = keptPlayer()?.player;
    return this.#tournament.organizers.some(({ player }) => player === own);
  }

  /** Entrants may still come. */
  get #takes(): boolean {
    const { settings, round } = this.#tournament;
    const more = (this.#tournament.season ?? 0) < (settings.seasons ?? 1) && settings.seasons !== undefined;
    const arena = settings.form === "arena" && this.#tournament.state === "running";
    return round === 0 || more || arena || (settings.form === "swiss" && round < (settings.rounds ?? 0));
  }

  /** The URL of this page, for future entrants. */
  get #address(): string {
    return addressOf(`#/tournament/${this.#id}`);
  }

  /** The entrant of this browser's player. */
  get #own(): Tournament["entrants"][number] | undefined {
    const own = keptPlayer()?.player;
    return this.#tournament.entrants.find(({ player }) => player !== undefined && player === own);
  }

  /** Does something and shows what came of it. A form does not leave the page, and folds when it is done. */
  #do(action: () => TournamentAction | null | Promise<TournamentAction | null>): (event: Event) => void {
    const run = async (fold: HTMLDetailsElement | null) => {
      const wanted = await action();
      if (!wanted) return;
      if (wanted.type === "result") {
        const waiting = { tournament: this.#id, request: randomHex(ID_BYTES), action: wanted };
        keepResult(waiting);
        if (fold) fold.open = false;
        return this.#send(waiting);
      }
      await this.server.actInTournament(this.#id, wanted, keptPlayer()?.token ?? "");
      if (fold) fold.open = false;
      await this.load();
    };
    return (event) => {
      event.preventDefault();
      void run((event.currentTarget as Element).closest("details")).catch(tellRefusal);
    };
  }

  readonly #act = (action: () => TournamentAction | null | Promise<TournamentAction | null>) => this.#do(action);

  #field(id: string): HTMLInputElement | HTMLSelectElement {
    return this.host.querySelector<HTMLInputElement | HTMLSelectElement>(`[id="${id}"]`)!;
  }

  /** Asks for a reason, which everybody can read; "" if there is none. */
  #reason(title: string): Promise<string> {
    return askText({ title, label: t("tournament.reason"), longest: LONGEST_REASON, yes: title, grave: true });
  }

  /** Asks whether the person means it. */
  #sure(step: "leave" | "close" | "absent"): Promise<boolean> {
    const title = t(`tournament.${step}`);
    return ask({ title, body: t(`tournament.${step}.text`), yes: title, grave: true });
  }

  /* ---- The page ---- */

  #wallPage(): TemplateResult {
    const [last] = this.#rounds;
    return html`<div class="tournament-wall stack"><h1>${this.title}</h1>${this.#winners()}
      ${
        last
          ? roundTable(this.#tournament, ...last, () => nothing)
          : html`${this.#entrants()}<div class="stack">${linkCode(this.#address)}</div>`
      }
      ${this.#tournament.round > 0 ? html`<div>${standingsTable(this.#standings)}</div>` : nothing}
      ${bracket(this.#tournament)}
      <p><a href=${`#/tournament/${this.#id}`}>${t("tournament.back")}</a></p></div>`;
  }

  #page(): TemplateResult {
    const [last, ...before] = this.#rounds;
    const file = (kind: string) => serverUrl(`tournaments/${this.#id}${kind}`).href;
    const own = this.#own?.entrant;
    return html`<div class="sheet">
      <div class="row row-apart settings-head"><div><h1>${this.title}</h1><p
        class="soft">${formWords(this.#tournament)}</p>${
          this.#tournament.settings.same_decks ? html`<p class="soft small">${t("tournament.decks.text")}</p>` : nothing
        }</div>
        <a class="button" href="#/tournament">${back}${t("tournament.title")}</a></div>
      <div class="stack">${roundMarks(this.#tournament)}${this.#winners()}
        <div class="sheet-pair"><div
          class="stack">${this.#waiting()} ${this.#invitation()} ${keptPlayer() ? this.#ownPanel() : nothing}
        ${this.#organizes ? this.#organizerPanel() : nothing}
        ${
          last
            ? html`<section class="panel stack" aria-label=${t("tournament.pairings")}>
              ${roundTable(this.#tournament, ...last, this.#entry, own)}
              ${repeat(
                before,
                ([round]) => round,
                (round) => html`<details><summary>${roundName(this.#tournament, round[0])}</summary
                >${roundTable(this.#tournament, ...round, this.#entry, own)}</details>`,
              )}
            </section>`
            : nothing
        } ${keptPlayer() ? nothing : this.#guestLine()}</div><div class="stack">
        ${
          this.#tournament.round > 0
            ? html`<section class="panel stack"
          aria-label=${t("tournament.standings")}>${standingsTable(this.#standings, own)}
            ${crossTables(this.#tournament, this.#standings)}</section>`
            : nothing
        }
        ${this.#entrants()}</div></div>
        ${bracket(this.#tournament)}
        <p class="row"><a class="button" href=${`#/tournament/${this.#id}?wall`}>${t("tournament.wall")}</a>
          <a class="button" href=${file("")} download=${`${this.#id}.json`}>${t("tournament.json")}</a>
          <a class="button" href=${file("/csv")} download=${`${this.#id}.csv`}>${t("tournament.csv")}</a>
          <a class="button" href=${file("/trf")} download=${`${this.#id}.trf`}>${t("tournament.trf")}</a>
          <a class="button" href=${file("/log")} download=${`${this.#id}-log.json`}>${t("tournament.log")}</a></p>
      </div></div>`;
  }

  /** How many results wait for the net. */
  #waiting(): TemplateResult | typeof nothing {
    const n = waitingResults(this.#id).length;
    return n > 0 ? html`<p class="panel" role="status">${t("tournament.waiting", { n })}</p>` : nothing;
  }

  #winners(): TemplateResult | typeof nothing {
    return this.#tournament.round > 0 ? winnersLine(this.#tournament, this.#standings) : nothing;
  }

  #entrants(): TemplateResult {
    const { entrants, organizers, invited = [], state } = this.#tournament;
    const expel = (entrant: number, name: string) =>
      this.#do(async () => {
        const reason = await this.#reason(t("tournament.expel", { name }));
        return reason ? { type: "expel", entrant, reason } : null;
      });
    const organizer = (player: string | undefined, name: string) => {
      const yes = organizers.every((one) => one.player !== player) && !invited.some((one) => one === player);
      const word = t(yes ? "tournament.invite" : "tournament.uninvite");
      const act = this.#do(() => ({ type: "organizer", player: player!, yes }));
      return player === undefined || player === keptPlayer()?.player
        ? nothing
        : html`<button class="button" aria-label=${`${word}: ${name}`} @click=${act}>${word}</button>`;
    };
    /* Guests and absent entrants leave by the organizer's hand. */
    const absence = (entrant: number, name: string, away?: boolean) => {
      const word = t(away ? "tournament.present" : "tournament.absent");
      const act = this.#do(async () =>
        away || (await this.#sure("absent")) ? { type: away ? "return" : "leave", entrant } : null,
      );
      return html`<button class="button button-plain" aria-label=${`${word}: ${name}`} @click=${act}>${word}</button>`;
    };
    return html`<section class="panel stack" aria-labelledby="entrants"><h2
      id="entrants">${t("tournament.entrants", { n: entrants.length })}</h2>
      ${entrants.length === 0 ? html`<p class="soft">${t("tournament.entrants.none")}</p>` : nothing}
      <ul class="list tournament-entrants">${entrants.map(
        ({ entrant, player, name, away, expelled }) => html`<li class="list-item row row-apart"><span>${name}
          ${
            away
              ? html`<small class="soft">${t(expelled ? "tournament.expelled" : "tournament.away")}</small
            >`
              : nothing
          }</span>
          ${
            this.#organizes && !this.#wall && !expelled && state !== "closed"
              ? html`${away ? nothing : organizer(player, name)}${absence(entrant, name, away)}
                ${
                  away
                    ? nothing
                    : html`<button class="button button-plain" aria-label=${t("tournament.expel", { name })}
                  @click=${expel(entrant, name)}>${t("tournament.expel.short")}</button>`
                }`
              : nothing
          }</li>`,
      )}</ul>
      <p class="soft small">${t("tournament.organizers", { names: organizers.map(({ name }) => name).join(", ") })}</p
        ></section>`;
  }

  /* ---- What a player does ---- */

  /** An invitation to organize, which the player here accepts or declines. */
  #invitation(): TemplateResult | typeof nothing {
    const player = keptPlayer()?.player;
    if (!player || !this.#tournament.invited?.includes(player)) return nothing;
    const answer = (yes: boolean) => this.#do(() => ({ type: "organizer", player, yes }));
    return html`<section class="panel row" aria-label=${t("tournament.invited")}><span>${t("tournament.invited")}</span>
      <button class="button button-main" @click=${answer(true)}>${t("tournament.invited.yes")}</button>
      <button class="button" @click=${answer(false)}>${t("tournament.invited.no")}</button></section>`;
  }

  /** A guest is a spectator: the games come first. */
  #guestLine(): TemplateResult | typeof nothing {
    if (this.#tournament.state === "closed") return nothing;
    return html`<p class="panel">${t("tournament.guest")} <a href="#/me">${t("tournament.become")}</a></p>`;
  }

  #ownPanel(): TemplateResult | typeof nothing {
    if (this.#tournament.state === "closed") return nothing;
    const own = this.#own;
    if (own?.expelled || (!own && !this.#takes)) return nothing;
    const step = own ? (own.away ? "return" : "leave") : "enter";
    const act = this.#do(async () => {
      return step !== "leave" || (await this.#sure("leave")) ? { type: step } : null;
    });
    return html`<section class="panel stack" aria-label=${t("tournament.you")}>
      ${step === "leave" ? html`<p>${t("tournament.in")}</p>` : nothing}
      <div class="row">${this.#due()} ${this.#ready()}
        <button class=${step === "leave" ? "button button-plain" : "button button-main"}
          @click=${act}>${t(`tournament.${step}`)}</button></div></section>`;
  }

  /** In an arena: the way to the next game. */
  #ready(): TemplateResult | typeof nothing {
    const { form, state, encounters } = this.#tournament;
    const own = this.#own;
    const busy = encounters.some((encounter) => encounter.end === "open" && sideOf(encounter, own?.entrant) !== 0);
    if (form !== "arena" || state !== "running" || !own || own.away || busy) return nothing;
    const act = this.#do(() => ({ type: "ready", yes: !own.ready }));
    return html`${own.ready ? html`<span role="status">${t("tournament.ready.waits")}</span>` : nothing}
      <button class=${own.ready ? "button" : "button button-main"}
        @click=${act}>${t(own.ready ? "tournament.ready.not" : "tournament.ready")}</button>`;
  }

  /** The encounter of this player that is open: against whom, and the way to its table at this server. */
  #due(): TemplateResult | typeof nothing {
    const { encounters, entrants, form, settings } = this.#tournament;
    const side = (encounter: Encounter) => sideOf(encounter, this.#own?.entrant);
    const due = encounters.find((encounter) => encounter.end === "open" && side(encounter) !== 0);
    if (due?.second === undefined) return nothing;
    const others = seatsOf(due)
      .map((entrant) => entrants[entrant - 1])
      .filter((other) => other !== this.#own);
    const play = () => void this.#play(due.encounter).catch(tellRefusal);
    const words = { n: due.round, name: list(others.map(({ name }) => name)) };
    return html`<b class="tournament-due"
      >${form === "arena" ? t("tournament.opponent", words) : t("tournament.against", words)}</b>
      ${
        settings.setup && others.every(({ player }) => player)
          ? html`<button class="button button-main"
        @click=${play}>${t("tournament.play")}</button>`
          : nothing
      }`;
  }

  /** Below an encounter: what its players and the organizers can do there. */
  readonly #entry = (encounter: Encounter): TemplateResult | typeof nothing => {
    const { state, settings, entrants } = this.#tournament;
    const looker = { entrant: this.#own?.entrant, organizes: this.#organizes, act: this.#act };
    const side = sideOf(encounter, this.#own?.entrant);
    const open = encounter.end === "open";
    // Nobody says the result of a game of three to five at a table of the server.
    const byTable = encounter.more && settings.setup && seatsOf(encounter).every((seat) => entrants[seat - 1]?.player);
    const may = this.#organizes || (side !== 0 && open && !byTable);
    if (encounter.second === undefined || state !== "running" || !may) return nothing;
    const other = encounter.reports?.find((report) => report.side !== side);
    const n = encounter.encounter;
    const entered = waitingResults(this.#id).find(({ action }) => action.encounter === n)?.action;
    const confirm = this.#do(() => ({
      type: "result",
      encounter: n,
      games: other?.games,
      points: other?.points,
      forfeit: other?.forfeit,
    }));
    return html`<div class="stack stack-tight">
      ${
        entered
          ? html`<small class="soft">${t("tournament.waiting.result", { result: reportedWords(entered) })}</small>`
          : nothing
      }
      ${
        side !== 0 && open && other
          ? html`<button class="button button-main" @click=${confirm}>${t("tournament.confirm")}</button>`
          : nothing
      }
      ${timesButtons(this.#tournament, encounter, looker)}
      <details><summary>${t(open ? "tournament.enterResult" : "tournament.correct")}</summary
        >${this.#resultForm(encounter)}</details>
      ${
        this.#organizes && (!open || encounter.reports || encounter.games || encounter.points || encounter.table)
          ? html`<button class="button" @click=${this.#void(n)}>${t("tournament.void")}</button>`
          : nothing
      }
    </div>`;
  };

  #resultForm(encounter: Encounter): TemplateResult {
    const { encounter: n, end, more } = encounter;
    const rows = Array.from({ length: more ? 1 : (this.#tournament.settings.best_of ?? 1) }, (_, game) => game);
    const names = seatsOf(encounter).map((entrant) => nameOf(this.#tournament, entrant));
    const id = (game: number, side: number) => `points-${n}-${game}-${side}`;
    const say = this.#do(async () => {
      const lost = this.#organizes && !more ? this.#field(`forfeit-${n}`).value : "";
      const games = gamesOf(rows.map((game) => names.map((_, side) => this.#field(id(game, side)).value)));
      if (!lost && !games) {
        toast(t("tournament.points.wrong"), "trouble");
        return null;
      }
      const reason = end === "open" ? undefined : await this.#reason(t("tournament.correct"));
      if (reason === "") return null;
      const played = more ? { points: games?.[0] } : { games: games! };
      const result = lost ? { forfeit: lost as "first" | "second" | "both" } : played;
      return { type: "result", encounter: n, ...result, reason };
    });
    const points = (
      game: number,
      side: number,
    ) => html`<div class="field"><label for=${id(game, side)}>${names[side]}</label>
      <input class="input tournament-points" id=${id(game, side)} inputmode="numeric" pattern="[0-9]{1,4}"
        autocomplete="off" /></div>`;
    return html`<form class="stack stack-tight" @submit=${say}>
      ${rows.map((game) => html`<div class="row">${names.map((_, side) => points(game, side))}</div>`)}
      ${
        this.#organizes && !more
          ? html`<div class="field"><label for=${`forfeit-${n}`}>${t("tournament.forfeit")}</label>
            <select class="input" id=${`forfeit-${n}`}><option value="">–</option><option
              value="first">${names[0]}</option>
              <option value="second">${names[1]}</option><option value="both">${t("tournament.both")}</option></select
                ></div>`
          : nothing
      }
      <button class="button">${t("tournament.say")}</button></form>`;
  }

  /** Sits down at the table of an encounter, and goes there. */
  async #play(encounter: number): Promise<void> {
    const player = keptPlayer();
    const { setup } = this.#tournament.settings;
    if (!player || !setup) return;
    const held = await this.server.playEncounter(this.#id, encounter, player.token);
    keepSeat(held, player.name, setup.game, this.#id);
    go(`#/t/${held.table}`);
  }

  /* ---- What an organizer does ---- */

  #void(encounter: number): (event: Event) => void {
    return this.#do(async () => {
      const reason = await this.#reason(t("tournament.void"));
      return reason ? { type: "void", encounter, reason } : null;
    });
  }

  /** Enters people from lines; those who cannot enter stay in the field, with what the server says of the first. */
  readonly #import = (event: Event): void => {
    event.preventDefault();
    const field = this.host.querySelector<HTMLTextAreaElement>("#people")!;
    const people = peopleOf(field.value);
    if (people.includes(null)) {
      toast(t("tournament.import.wrong"), "trouble");
      return;
    }
    void this.#enterAll(people.filter((one) => one !== null)).then((left) => {
      field.value = left.map(({ name, rating }) => (rating === undefined ? name : `${name};${rating}`)).join("\n");
    });
  };

  async #enterAll(people: { name: string; rating?: number }[]): Promise<{ name: string; rating?: number }[]> {
    const left: typeof people = [];
    for (const one of people)
      await this.server
        .actInTournament(this.#id, { type: "enter", ...one }, keptPlayer()?.token ?? "")
        .catch((error: unknown) => {
          if (left.length === 0) tellRefusal(error);
          left.push(one);
        });
    await this.load();
    return left;
  }

  #organizerPanel(): TemplateResult | typeof nothing {
    const { form, state, round, rounds, encounters } = this.#tournament;
    if (state === "closed") return nothing;
    const open = encounters.filter(({ end }) => end === "open").length;
    const pair = this.#do(() => ({ type: "pair", round: round + 1 }));
    const guest = this.#do(() => {
      const field = this.#field("guest");
      const name = field.value.trim();
      field.value = "";
      return name ? { type: "enter", name } : null;
    });
    const rename = this.#do(async () => {
      const words = { title: t("tournament.rename"), label: t("tournament.newName"), yes: t("tournament.rename") };
      const title = await askText({ ...words, longest: LONGEST_TITLE });
      return title ? { type: "rename", title } : null;
    });
    const end = this.#do(async () => {
      return (await this.#sure("close")) ? { type: "close" } : null;
    });
    return html`<section class="panel stack" aria-labelledby="organize"><h2
      id="organize">${t("tournament.organize")}</h2>
      ${
        this.#takes
          ? html`<details><summary>${t("lobby.invite")}</summary><div class="stack stack-tight">
              ${linkField("tournament-link", t("tournament.link"), this.#address)}
              ${linkCode(this.#address)}</div></details>
            <form class="row tournament-guest" @submit=${guest}><div class="field"><label
            for="guest">${t("tournament.addGuest")}</label>
            <input class="input" id="guest" required maxlength=${LONGEST_NAME} autocomplete="off" /></div><button
              class="button">${t("tournament.add")}</button></form>
            <details><summary>${t("tournament.import")}</summary><form class="stack stack-tight"
              @submit=${this.#import}>
              <div class="field"><label for="people">${t("tournament.import.text")}</label>
                <textarea class="input" id="people" rows="6" required placeholder="Ann;1700"></textarea></div>
              <button class="button">${t("tournament.add")}</button></form></details>`
          : nothing
      }
      ${open > 0 ? html`<p role="status">${t("tournament.undecided", { n: open })}</p>` : nothing}
      <div class="row">
        ${
          round < rounds || round === 0
            ? html`<button class="button button-main" ?disabled=${open > 0}
          @click=${pair}>${form === "arena" ? t("tournament.begin") : t("tournament.pair", { n: round + 1 })}</button>`
            : nothing
        }
        <button class="button" @click=${rename}>${t("tournament.rename")}</button>
        <button class="button" @click=${end}>${t("tournament.close")}</button>
      </div></section>`;
  }
}

export default async function open(host: HTMLElement, { id, query }: Route): Promise<OpenScreen> {
  await Promise.all([loadArea("lobby"), loadArea("tournament")]);
  return (id ? new TournamentScreen(host, id, query.has("wall")) : new TournamentList(host)).open();
}
