/** The table before the game: the players at their seats, open seats, the invitation, talk. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { keepOpen } from "../game/meanwhile";
import type { Seat } from "../game/model";
import { keptPlayer } from "../game/player";
import type { RemoteTable } from "../game/remote";
import { createLocalGame } from "../game/saved";
import { rememberedSetup } from "../game/setup";
import { mayWish, wishes } from "../game/wishes";
import { askName } from "../panels/ask-name";
import { chat } from "../panels/chat";
import { clockText, waitText } from "../panels/clock";
import { computerFace } from "../ui/faces";
import { go } from "../ui/screen";
import { seatMark } from "../ui/seat-mark";
import { toastError } from "../ui/toast";
import { colourName, factionName, gameName, levelText } from "../words/terms";
import { list, t } from "../words/words";
import { openChange } from "./lobby-change";
import { addressOf, invitationOf, linkCode, linkField } from "./lobby-invite";
import { watchers } from "./lobby-menu";
import { renameButton } from "./lobby-name";
import { setupWords } from "./setup-form";

const TICK_MS = 500;

/** The room of a table in a host element. */
export class Room {
  readonly #host: HTMLElement;
  readonly #table: RemoteTable;
  readonly #stop: () => void;
  readonly #timer: number;

  constructor(host: HTMLElement, table: RemoteTable) {
    this.#host = host;
    this.#table = table;
    this.#stop = table.subscribe(() => this.refresh());
    this.#timer = window.setInterval(
      () => table.view.seats.some(({ away, kept }) => away || kept) && this.refresh(),
      TICK_MS,
    );
  }

  refresh(): void {
    render(this.#page(), this.#host);
    this.#table.read = this.#table.view.chat.at(-1)?.seq ?? 0;
  }

  close(): void {
    this.#stop();
    window.clearInterval(this.#timer);
    render(nothing, this.#host);
  }

  #page(): TemplateResult {
    const { setup, stage, trouble } = this.#table.view;
    const { changed, mayChange, removed, taken, stood } = this.#table.remote;
    return html`<div class="sheet">
      <h1>${gameName(setup.game)}</h1>
      ${changed ? nothing : html`<p class="lobby-details soft">${setupWords(setup)}</p>`}
      <div class="stack lobby-notes">
      ${changed ? html`<p class="notice" role="status">${this.#changedWords()}</p>` : nothing}
      ${setup.rated ? html`<p class="notice">${t("lobby.rated")} ${this.#guestWay()}</p>` : nothing}
      ${mayChange ? this.#changeButton() : nothing}
      ${trouble ? html`<p class="lobby-trouble" role="status">${t("lobby.trouble")}</p>` : nothing}
      ${taken ? html`<p class="notice" role="status">${t("lobby.taken")}</p>` : nothing}
      ${removed ? html`<p class="notice" role="status">${t("lobby.error.removed")}</p>` : nothing}
      ${stood && !taken ? html`<p class="notice" role="status">${t(`lobby.stood.${stood}`)}</p>` : nothing}
      </div>
      <div class="lobby-room">
        <div class="stack">${this.#seats()} ${stage === "closed" ? nothing : this.#talk()}</div>
        ${stage === "closed" ? nothing : this.#invitation()}
      </div>
    </div>`;
  }

  #seats(): TemplateResult {
    const { seats, stage } = this.#table.view;
    return html`<section class="panel" aria-labelledby="room-seats">
      <h2 id="room-seats">${t("setup.seats")}</h2>
      <p class="lobby-state" role="status">${stage === "closed" ? t("lobby.closed") : this.#waitsFor()}</p>
      <ol class="list">${seats.map((seat) => html`<li class="lobby-seat">${this.#seat(seat)}</li>`)}</ol>
      ${this.#table.remote.held ? this.#ownButtons() : nothing}
      ${stage === "closed" ? html`<a class="button button-main" href="#/lobby">${t("lobby.title")}</a>` : nothing}
    </section>`;
  }

  #waitsFor(): string {
    const { seats } = this.#table.view;
    const open = seats.filter((seat) => seat.kind === "open").length;
    const missing = this.#table.remote.missing.map((number) => seats[number - 1].name);
    if (open > 0) return t("lobby.waiting", { n: open });
    return missing.length > 0 ? t("lobby.sealing", { names: list(missing) }) : t("lobby.begins");
  }

  #seat(seat: Seat): TemplateResult {
    const { setup, stage } = this.#table.view;
    const { game } = setup;
    const colour = game === "star-wars" ? factionName(seat.colour) : colourName(seat.colour);
    const { held, removed } = this.#table.remote;
    const { kept } = seat;
    const mayCome = !removed && !(setup.rated && !keptPlayer()) && (!kept || kept.mine);
    const free = seat.kind === "open" && stage === "waiting" && !held && mayCome;
    const name = seat.kind === "open" ? t("lobby.open") : seat.name;
    const sit = t("lobby.sit.which", { n: seat.number, colour });
    return html`${seatMark(seat.colour)}
      <span class="lobby-seat-words"><b
        class=${seat.kind === "open" ? "soft" : ""}
          >${seat.kind === "computer" ? computerFace(seat.level ?? 1) : nothing}${name}</b>
        ${
          seat.rating
            ? html`<span class="figures" translate="no"
          title=${t("lobby.rating")}>${seat.rating}</span>`
            : nothing
        }
        <small class="soft">${seat.mine ? t("lobby.seat.mine", { colour }) : colour}</small>
        ${kept ? html`<small class="soft lobby-kept">${this.#keptWords(kept)}</small>` : nothing}
        ${seat.away ? html`<small class="soft lobby-away">${this.#awayWords(seat)}</small>` : nothing}
        ${
          seat.kind === "computer"
            ? html`<small
          class="soft">${this.#computerWords(seat.level ?? 1)}</small>`
            : nothing
        }</span>
      ${
        free
          ? html`<button class="button button-main" aria-label=${sit} @click=${() => void this.#sit(seat.number)}>
              ${t("lobby.sit")}
            </button>`
          : nothing
      }
      ${held?.recovery && held.seat === seat.number ? renameButton(this.#table) : nothing} ${this.#freeButton(seat)}`;
  }

  /** How somebody who is no player yet comes to sit at a rated table. */
  #guestWay(): TemplateResult | typeof nothing {
    if (keptPlayer() || this.#table.view.stage !== "waiting") return nothing;
    return html`${t("lobby.rated.guest")} <a href="#/me">${t("app.me")}</a>`;
  }

  #changeButton(): TemplateResult {
    const open = () => openChange(this.#table);
    return html`<div><button class="button" @click=${open}>${t("lobby.change")}</button></div>`;
  }

  /** What is played since it was changed. */
  #changedWords(): string {
    return t("lobby.changed", { setup: setupWords(this.#table.view.setup) });
  }

  #keptWords({ name, mine, until }: NonNullable<Seat["kept"]>): string {
    const time = clockText(until - performance.now());
    return mine ? t("lobby.kept.mine", { time }) : t("lobby.kept", { name, time });
  }

  #awayWords(seat: Seat): string {
    const time = waitText(seat, performance.now());
    return time ? t("lobby.away.seat", { time }) : t("panels.away");
  }

  /** The level of a computer player, and how it plays. */
  #computerWords(level: number): string {
    return `${t("panels.computer", { level })}: ${levelText(level)}`;
  }

  /** The opener of the table can open the seat of somebody else again. */
  #freeButton(seat: Seat): TemplateResult | typeof nothing {
    const isOthers = !seat.mine && (seat.kind === "person" || seat.kind === "program");
    const { remote, view } = this.#table;
    const { seq } = remote;
    if (!remote.isOpener || view.stage !== "waiting" || !isOthers) return nothing;
    const free = () => void this.#table.free(seat.number, seq).catch(toastError);
    return html`<button class="button" aria-label=${t("lobby.free.which", { name: seat.name })} @click=${free}>
      ${t("lobby.free")}
    </button>`;
  }

  async #sit(number: number): Promise<void> {
    const name = await askName();
    if (name) await this.#table.sit(name, number).catch(toastError);
  }

  /** What the holder of a seat can do while others are missing. */
  #ownButtons(): TemplateResult {
    const { view, remote } = this.#table;
    const { seq } = remote;
    const leave = () => void this.#table.leave(seq).catch(toastError);
    const play = () => {
      keepOpen(this.#table);
      go(`#/local/${createLocalGame(rememberedSetup("here", view.setup.game))}`);
    };
    const wishesMore = mayWish() && wishes().some(({ table }) => table === remote.table);
    const wish = () => {
      keepOpen(this.#table);
      go("#/lobby");
    };
    const waits = view.stage === "waiting" && view.seats.some(({ kind }) => kind === "open");
    return html`${waits ? html`<p class="soft small lobby-leave">${t("lobby.meanwhile.text")}</p>` : nothing}
      <div class="row lobby-leave">
        ${waits ? html`<button class="button" @click=${play}>${t("lobby.meanwhile")}</button>` : nothing}
        ${waits && wishesMore ? html`<button class="button" @click=${wish}>${t("lobby.wish")}</button>` : nothing}
        <button class="button" @click=${leave}>${t("lobby.stand")}</button>
      </div>`;
  }

  #invitation(): TemplateResult {
    const { table, held } = this.#table.remote;
    const address = invitationOf(table);
    return html`<section class="panel stack" aria-labelledby="room-invite">
      <h2 id="room-invite">${t("lobby.invite")}</h2>
      <p class="soft">${this.#table.view.setup.public ? t("lobby.invite.public") : t("lobby.invite.private")}</p>
      ${linkField("invite", t("lobby.invite.link"), address)} ${linkCode(address)}
      ${held?.recovery ? recoveryField(table, held.recovery) : nothing}
    </section>`;
  }

  #talk(): TemplateResult {
    return html`<section class="panel stack" aria-labelledby="room-talk">
      <h2 id="room-talk">${t("panels.tab.chat")}</h2>
      ${chat(this.#table.view, this.#table)}
      ${this.#table.remote.talkers.length > 0 ? watchers(this.#table) : nothing}
    </section>`;
  }
}

/** The link by which people get their seat back in another browser; it is nobody else's business. */
export function recoveryField(table: string, recovery: string): TemplateResult {
  return html`<details class="lobby-recovery">
    <summary>${t("lobby.recovery")}</summary>
    <div class="stack stack-tight">
      <p class="soft small">${t("lobby.recovery.text")}</p>
      ${linkField("recovery", t("lobby.recovery.link"), addressOf(`#/t/${table}?recover=${recovery}`))}
    </div>
  </details>`;
}
