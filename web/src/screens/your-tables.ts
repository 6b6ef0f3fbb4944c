/** The section of the tables at which this browser holds seats: whose turn it is, how games ended, and the switch for
 * notices. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { begin, isTold, noticeWords, tellMe, tellMeNoMore } from "../game/elsewhere";
import { type KeptSeat, keptSeats } from "../game/kept-seats";
import type { Setup } from "../game/model";
import type { SeatOf, Task } from "../game/server";
import { type OverSeat, type OwnTable, overSeats, turns } from "../game/turns";
import { clockText } from "../panels/clock";
import { namesOf } from "../panels/log";
import { seatsOfSides } from "../panels/sides";
import { resultText } from "../panels/winners";
import { switchFor } from "../ui/choice";
import { arrow } from "../ui/icons";
import { toast, toastError } from "../ui/toast";
import { computerName, gameName } from "../words/terms";
import { list, loadArea, t } from "../words/words";

/** The last setting of the switch that is not carried out yet; changes are carried out one after the other. */
const wished: { on: boolean | null; done: Promise<void> } = { on: null, done: Promise.resolve() };

async function carryOut(on: boolean): Promise<void> {
  const granted = on ? await tellMe() : await tellMeNoMore();
  if (granted === "denied" || granted === "unsupported") toast(t(`lobby.notify.${granted}`), "trouble");
}

/** The switch for notices; `repaint` shows the result. */
export function noticeSwitch(repaint: () => void): TemplateResult {
  const change = (on: boolean) => {
    wished.on = on;
    const done = wished.done.then(() => carryOut(on)).catch(toastError);
    wished.done = done;
    void done.then(() => {
      if (wished.done === done) wished.on = null;
      repaint();
    });
  };
  return switchFor(t("lobby.notify"), t("lobby.notify.text"), wished.on ?? isTold(), change);
}

/** The name of the player on a seat (1-based); "" for an open seat. */
function nameOf({ name, level }: SeatOf, number: number): string {
  return name || level === undefined ? name : computerName(level, number);
}

/** The names of the players: the person here, and the others. */
function players(seat: KeptSeat, seats: readonly SeatOf[]): string {
  const others = seats.flatMap((each, at) => (at + 1 === seat.seat ? [] : nameOf(each, at + 1) || []));
  return others.length > 0 ? t("lobby.own.with", { name: seat.name, others: list(others) }) : seat.name;
}

/** A row: the game, its players, and its state as text. */
function row(seat: KeptSeat, seats: readonly SeatOf[], words: string, task: Task | "over"): TemplateResult {
  return html`<a class="list-item" href=${`#/t/${seat.table}`} data-task=${task}>
    <span><b>${gameName(seat.game)}</b> <span>${players(seat, seats)}</span>
      <small class="soft">${words}</small></span>${arrow}
  </a>`;
}

/** What a table waits for, also if it waits for others. */
function waitWords({ seats, state, task, turn }: OwnTable): string {
  if (task !== "") return noticeWords({ task });
  if (turn > 0 && seats.every(({ level }) => level !== undefined)) return t("lobby.left.all");
  if (turn > 0) return t("lobby.own.turn", { name: nameOf(seats[turn - 1], turn) });
  if (state === "playing") return t("lobby.paused");
  const open = seats.filter((each, at) => nameOf(each, at + 1) === "").length;
  return open > 0 ? t("lobby.waiting", { n: open }) : t("lobby.begins");
}

/** Joins the parts of a line that are not empty. */
const joined = (...parts: string[]) => parts.filter(Boolean).join(" · ");

function timeWords({ until }: OwnTable): string {
  return until === undefined ? "" : t("panels.clock", { time: clockText(Math.max(0, until - Date.now())) });
}

function line(table: OwnTable): TemplateResult {
  return row(table.seat, table.seats, joined(waitWords(table), timeWords(table)), table.task);
}

/** The button that leads to a waiting table. */
function wayTo(table: OwnTable): TemplateResult {
  const { seat, seats } = table;
  return html`<a class="button button-main home-button" href=${`#/t/${seat.table}`}>
    <span><strong>${waitWords(table)}</strong><small
      >${joined(gameName(seat.game), players(seat, seats), timeWords(table))}</small></span>${arrow}
  </a>`;
}

/** A line about a finished game and its result. In the team game two seats share a score. */
function overLine(seat: OverSeat): TemplateResult {
  const { lost, scores, seats, undecided, why } = seat.end;
  const sitting = seats.map((each, at) => ({
    number: at + 1,
    name: nameOf(each, at + 1),
    mine: at + 1 === seat.seat,
  }));
  const options: Setup["options"] = scores.length < seats.length ? ["teams"] : [];
  const state = { options, scores, colours: seats };
  const result = { state, seats: sitting, undecided, ...(lost && why ? { lost: { seat: lost, why } } : {}) };
  return row(seat, seats, resultText(result, namesOf(sitting, seatsOfSides(state))), "over");
}

/** Shows the button for the most urgent waiting table; `nothing`: no table waits. */
export type ShowFirst = (way: TemplateResult | typeof nothing) => void;

const CLOCK_TICK_MS = 1000;

/** The section in a host element; it appears with the first answer of the server. */
export class YourTables {
  readonly #host: HTMLElement;
  /** The style of the heading. */
  readonly #style: "" | "legend";
  readonly #showFirst: ShowFirst;
  readonly #stop: () => void;
  readonly #timer: number;
  #ticked = Date.now();

  /** The messages of the lobby must be loaded. */
  constructor(host: HTMLElement, style: "" | "legend" = "", showFirst: ShowFirst = () => {}) {
    this.#host = host;
    this.#style = style;
    this.#showFirst = showFirst;
    this.#stop = turns.subscribe(() => this.refresh());
    this.#timer = window.setInterval(() => this.#tick(), CLOCK_TICK_MS);
    this.refresh();
    void begin().then(() => turns.ask());
  }

  static async open(host: HTMLElement, showFirst: ShowFirst): Promise<YourTables> {
    await loadArea("lobby");
    return new YourTables(host, "legend", showFirst);
  }

  refresh(): void {
    const { tables } = turns;
    const over = overSeats(keptSeats());
    render(tables.length + over.length > 0 ? this.#section(tables, over) : nothing, this.#host);
    this.#showFirst(tables[0]?.task ? wayTo(tables[0]) : nothing);
  }

  close(): void {
    window.clearInterval(this.#timer);
    this.#stop();
  }

  /** Updates the remaining times; if the time of a table is over, it polls at once. */
  #tick(): void {
    const now = Date.now();
    const times = turns.tables.flatMap(({ until }) => until ?? []);
    if (times.length > 0) this.refresh();
    if (times.some((until) => until > this.#ticked && until <= now)) void turns.ask();
    this.#ticked = now;
  }

  #section(tables: readonly OwnTable[], over: readonly OverSeat[]): TemplateResult {
    const waiting = tables.filter(({ task }) => task !== "").length;
    return html`<section class="own-tables" aria-labelledby="tables">
      <h2 id="tables" class=${this.#style}>${waiting > 0 ? t("lobby.own", { n: waiting }) : t("lobby.mine")}</h2>
      ${tables.length > 0 ? this.#going(tables) : nothing} ${over.length > 0 ? this.#over(over) : nothing}
    </section>`;
  }

  #going(tables: readonly OwnTable[]): TemplateResult {
    return html`<ul class="list">${tables.map((table) => html`<li>${line(table)}</li>`)}</ul>
      ${noticeSwitch(() => this.refresh())}`;
  }

  #over(over: readonly OverSeat[]): TemplateResult {
    return html`<h3 class="legend">${t("lobby.own.over")}</h3>
      <ul class="list">${over.map((seat) => html`<li>${overLine(seat)}</li>`)}</ul>`;
  }
}
