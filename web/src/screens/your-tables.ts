/** The tables at which this browser holds seats: whose turn it is, how games ended, and the wish to be told of one's turn. */
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

/** What the player has switched to last while that is not done yet; the wishes are carried out one after the other. */
const wished: { on: boolean | null; done: Promise<void> } = { on: null, done: Promise.resolve() };

async function carryOut(on: boolean): Promise<void> {
  const granted = on ? await tellMe() : await tellMeNoMore();
  if (granted === "denied" || granted === "unsupported") toast(t(`lobby.notify.${granted}`), "trouble");
}

/** The switch of the wish; `repaint` shows what came of it. */
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

/** What is called who sits on a seat (from 1); "" for one that is open. */
function nameOf({ name, level }: SeatOf, number: number): string {
  return name || level === undefined ? name : computerName(level, number);
}

/** A row: the game, who plays it, and in words how it stands. */
function row(seat: KeptSeat, seats: readonly SeatOf[], words: string, task: Task | "over"): TemplateResult {
  const others = seats.flatMap((each, at) => (at + 1 === seat.seat ? [] : nameOf(each, at + 1) || []));
  return html`<a class="list-item" href=${`#/t/${seat.table}`} data-task=${task}>
    <span><b>${gameName(seat.game)}</b> <span>${others.length > 0 ? t("lobby.own.with", { name: seat.name, others: list(others) }) : seat.name}</span>
      <small class="soft">${words}</small></span>${arrow}
  </a>`;
}

/** What a table waits for, be it from others. */
function waitWords({ seats, state, task, turn }: OwnTable): string {
  if (task !== "") return noticeWords({ task });
  if (turn > 0) return t("lobby.own.turn", { name: nameOf(seats[turn - 1], turn) });
  if (state === "playing") return t("lobby.paused");
  const open = seats.filter((each, at) => nameOf(each, at + 1) === "").length;
  return open > 0 ? t("lobby.waiting", { n: open }) : t("lobby.begins");
}

function line(table: OwnTable): TemplateResult {
  const { seat, seats, task, until } = table;
  const left = until === undefined ? "" : t("panels.clock", { time: clockText(Math.max(0, until - Date.now())) });
  return row(seat, seats, [waitWords(table), left].filter(Boolean).join(" · "), task);
}

/** A game that is over, and how it ended. In the team game two seats share a score. */
function overLine(seat: OverSeat): TemplateResult {
  const { lost, scores, seats, why } = seat.end;
  const sitting = seats.map((each, at) => ({
    number: at + 1,
    name: nameOf(each, at + 1),
    mine: at + 1 === seat.seat,
  }));
  const options: Setup["options"] = scores.length < seats.length ? ["teams"] : [];
  const state = { options, scores, colours: seats };
  const result = { state, seats: sitting, ...(lost && why ? { lost: { seat: lost, why } } : {}) };
  return row(seat, seats, resultText(result, namesOf(sitting, seatsOfSides(state))), "over");
}

/** The section in a host element, from the first answer of the server on. */
export class YourTables {
  readonly #host: HTMLElement;
  /** That of the heading. */
  readonly #style: "" | "legend";
  readonly #stop: () => void;

  /** The words of the lobby must be there. */
  constructor(host: HTMLElement, style: "" | "legend" = "") {
    this.#host = host;
    this.#style = style;
    this.#stop = turns.subscribe(() => this.refresh());
    this.refresh();
    void begin().then(() => turns.ask());
  }

  static async open(host: HTMLElement): Promise<YourTables> {
    await loadArea("lobby");
    return new YourTables(host, "legend");
  }

  refresh(): void {
    const over = overSeats(keptSeats());
    render(turns.tables.length + over.length > 0 ? this.#section(turns.tables, over) : nothing, this.#host);
  }

  close(): void {
    this.#stop();
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
