/** The additions for a table of a server: the person's identity above the panels, urgent notices over the board, and at
 * the end the result of the check of the chance. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { Seat } from "../game/model";
import { personName } from "../game/person";
import type { Proof } from "../game/proof";
import type { RemoteTable } from "../game/remote";
import { bestOfThree, gamesHelped, gamesWon, seriesPoints } from "../game/series";
import { isChampionship } from "../game/setup";
import { changeName } from "../panels/ask-name";
import { waitText } from "../panels/clock";
import { namesOf } from "../panels/log";
import { seatsOfSides, sideOf } from "../panels/sides";
import { announce } from "../ui/announce";
import { cross } from "../ui/icons";
import { go } from "../ui/screen";
import { keepSteady } from "../ui/steady";
import { toast, toastError } from "../ui/toast";
import { pause } from "../ui/transport-icons";
import { list, t } from "../words/words";
import { openMenu, replace } from "./lobby-menu";
import type { TablePeople } from "./table-people";

const TICK_MS = 500;

function proofLine(proof: Proof | null): TemplateResult | typeof nothing {
  return proof ? html`<p class="lobby-proof small" data-good=${proof.good}>${proofWords(proof)}</p>` : nothing;
}

function proofWords(proof: Proof): string {
  if (!proof.good) return t("lobby.proof.bad", { text: proof.text });
  const { draws, throws: n } = proof;
  const fair = n > 0 ? t("lobby.proof.dice", { draws, n }) : t("lobby.proof.tiles", { draws });
  return [fair, proof.own ? t("lobby.proof.own") : ""].filter(Boolean).join(" ");
}

/** Fills three elements: the bar of a table; its notices, among the cards over the board; and the result of the check
 * of the chance. */
export class Bar {
  readonly #host: HTMLElement;
  readonly #over: HTMLElement;
  readonly #ending: HTMLElement;
  readonly #table: RemoteTable;
  readonly #people: TablePeople;
  readonly #stop: () => void;
  readonly #unwatch: () => void;
  readonly #timer: number;
  #told = "";
  #sent = 0;
  /** The number of missed turns in a row for which the person has closed the card. */
  #read = 0;

  constructor(host: HTMLElement, notices: HTMLElement, ending: HTMLElement, table: RemoteTable, people: TablePeople) {
    this.#host = host;
    this.#over = notices;
    this.#ending = ending;
    this.#table = table;
    this.#people = people;
    this.#unwatch = keepSteady(notices.parentElement!);
    this.#stop = table.subscribe(() => this.refresh());
    this.#timer = window.setInterval(() => this.#awaited && this.refresh(), TICK_MS);
  }

  refresh(): void {
    render(this.#notices(), this.#over);
    render(this.#lines(), this.#host);
    const { proof } = this.#table.remote;
    render(proof?.good ? proofLine(proof) : nothing, this.#ending);
    this.#announce();
  }

  close(): void {
    this.#stop();
    this.#unwatch();
    window.clearInterval(this.#timer);
    for (const host of [this.#host, this.#over, this.#ending]) render(nothing, host);
  }

  /** Announces trouble when it begins and when it ends. */
  #announce(): void {
    const { remote, view } = this.#table;
    const told = view.trouble && (remote.keepsMove ? "lobby.trouble.kept" : "lobby.trouble");
    if (told !== this.#told) announce(told ? t(told) : t("lobby.connected"));
    if (remote.sent > this.#sent) toast(t("lobby.sent"));
    this.#told = told;
    this.#sent = remote.sent;
  }

  /** The notices about connection, seat and next game, which nobody should have to search for. */
  #notices(): TemplateResult {
    const { paused, stage, trouble } = this.#table.view;
    const { keepsMove, mayReturn, missed, next, out, removed, taken } = this.#table.remote;
    this.#read = Math.min(this.#read, missed);
    return html`${
      trouble
        ? html`<p
      class="notice lobby-trouble">${t(keepsMove ? "lobby.trouble.kept" : "lobby.trouble")}</p>`
        : nothing
    }
      ${taken ? html`<p class="notice" role="status">${t("lobby.taken")}</p>` : nothing}
      ${removed ? html`<p class="notice" role="status">${t("lobby.error.removed")}</p>` : nothing}
      ${stage === "closed" ? html`<p class="notice">${t("lobby.closed")}</p>` : nothing}
      ${missed > this.#read && !mayReturn ? this.#missedCard(missed) : nothing}
      ${
        out
          ? html`<p class="notice"
        role="status">${this.#waits ? t("lobby.out.waits") : t("lobby.out")}</p>`
          : nothing
      }
      ${paused ? this.#pauseCard() : nothing} ${this.#awaited ? this.#awayCard(this.#awaited) : nothing}
      ${mayReturn ? this.#returnCard() : nothing} ${next ? this.#nextCard() : nothing}`;
  }

  /** The standings of the series, including this game if it is over. */
  #series(): TemplateResult | typeof nothing {
    const { view, remote } = this.#table;
    if (remote.points.length === 0) return nothing;
    const points = seriesPoints(remote.points, view, (seat) => sideOf(view.state, seat));
    const sides = seatsOfSides(view.state);
    const names = namesOf(view.seats, sides);
    const won = (side: number) => gamesWon(points[sides[side - 1][0] - 1]);
    const scores = list(sides.map((_, at) => t("lobby.series.of", { name: names.side(at + 1), won: won(at + 1) })));
    const three = isChampionship(view.setup);
    const winner = three ? bestOfThree(points) : 0;
    const name = view.seats[winner - 1]?.name ?? "";
    const text = t(winner > 0 ? "lobby.series.won" : three ? "lobby.series.three" : "lobby.series", { scores, name });
    const helped = gamesHelped(remote.helped, view).flatMap((n, at) =>
      n > 0 ? [t("lobby.series.helped", { name: view.seats[at].name, n })] : [],
    );
    return html`<p class="soft lobby-series">${[text, ...helped].join(" ")}</p>`;
  }

  #lines(): TemplateResult {
    const { held, mayPause, proof } = this.#table.remote;
    const ask = t("lobby.pause");
    return html`<div class="lobby-bar">
      ${proof?.good ? nothing : proofLine(proof)}
      ${isChampionship(this.#table.view.setup) ? html`<p class="soft small">${t("lobby.championship")}</p>` : nothing}
      ${this.#series()} ${this.#table.view.setup.clock.kind === "days" ? this.#people.vacations() : nothing}
      <div class="row row-apart lobby-bar-line">
        ${held ? html`<span class="soft">${t("lobby.playing.as", { name: held.name })}</span>` : this.#watchLine()}
        ${
          mayPause
            ? html`<button class="button button-plain button-icon" title=${ask} aria-label=${ask}
          @click=${this.#pause(true)}>${pause}</button>`
            : nothing
        }
        ${
          held?.tournament
            ? html`<a class="button button-plain" href=${`#/tournament/${held.tournament}`}
          >${t("lobby.tournament")}</a>`
            : nothing
        }
        <button class="button button-plain lobby-bar-menu"
          @click=${() => openMenu(this.#table)}>${t("lobby.menu")}</button>
      </div>
    </div>`;
  }

  #pause(yes: boolean): () => void {
    return () => void this.#table.pause(yes).catch(toastError);
  }

  #pauseCard(): TemplateResult {
    const resume = html`<button class="button button-main" @click=${this.#pause(false)}>${t("lobby.resume")}</button>`;
    return html`<div class="notice row row-apart" role="status" data-steady>
      <p>${t("lobby.paused")}</p>
      ${this.#table.remote.mayResume ? resume : nothing}
    </div>`;
  }

  /** The seat whose absent holder the table waits for, if the person here may let the computer play for it. */
  get #awaited(): Seat | undefined {
    const { seats, stage, state } = this.#table.view;
    if (stage !== "playing" || !this.#table.remote.held) return undefined;
    return seats.find(({ away, number }) => number === state.seat && away && Number.isFinite(away.until));
  }

  #awayCard(seat: Seat): TemplateResult {
    const { name } = seat;
    const time = waitText(seat, performance.now());
    const button = html`<button class="button button-main"
      @click=${() => void replace(this.#table, seat)}>${t("lobby.replace")}</button>`;
    return html`<div class="notice row row-apart lobby-away" ?data-steady=${!time}>
      <p><span role="status">${t("lobby.away", { name })}</span>
        ${time ? html`<span role="timer">${t("lobby.away.wait", { time })}</span>` : nothing}</p>
      ${time ? nothing : button}
    </div>`;
  }

  #missedCard(missed: number): TemplateResult {
    const close = () => {
      this.#read = missed;
      this.refresh();
    };
    return html`<div class="notice row row-apart" role="status">
      <p>${t("lobby.missed")}</p>
      <button class="button button-plain button-icon" aria-label=${t("lobby.menu.close")}
        @click=${close}>${cross}</button>
    </div>`;
  }

  /** Whether the game waits because no seat has a player who moves, but one may return. */
  get #waits(): boolean {
    return this.#table.view.seats.every((seat) => seat.kind === "computer");
  }

  /** The card for a person whose seat the computer plays. The computer continues as long as somebody else is at the
   * table. */
  #returnCard(): TemplateResult {
    const back = () => void this.#table.replace(this.#table.remote.held!.seat, 0).catch(toastError);
    return html`<div class="notice row row-apart" role="status">
      <p>${this.#waits ? t("lobby.left.all") : t("lobby.left")}</p>
      <button class="button button-main" @click=${back}>${t("lobby.return")}</button>
    </div>`;
  }

  #nextCard(): TemplateResult {
    const name = this.#table.view.seats[this.#table.remote.nextBy - 1]?.name;
    const follow = () => void this.#table.rematch().then(go, toastError);
    return html`<div class="notice row row-apart" role="status">
      <p>${name ? t("lobby.next.by", { name }) : t("lobby.next")}</p>
      <button class="button button-main" @click=${follow}>${t("lobby.next.go")}</button>
    </div>`;
  }

  #watchLine(): TemplateResult {
    const change = async () => {
      const wanted = await changeName();
      if (wanted) await this.#table.rename(wanted);
      this.refresh();
    };
    const name = personName();
    return html`<span class="lobby-watching">
      ${name ? t("lobby.watching.as", { name }) : t("lobby.watching")}
      <button class="button button-plain" @click=${() => void change()}>${t("lobby.name.change")}</button>
    </span>`;
  }
}
