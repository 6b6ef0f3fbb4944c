/** Clocks for a real table, without a board: two to five large fields.
 * A tap on the one that runs passes the turn on. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { ColourName } from "../../../js/src/types";
import { MAX_SEATS, MIN_SEATS } from "../game/setup";
import { clockText, timeLeft } from "../panels/clock";
import { choice } from "../ui/choice";
import { seatMark } from "../ui/seat-mark";
import { keep, recall } from "../ui/store";
import { WakeLock } from "../ui/wake-lock";
import { colourTitle } from "../words/terms";
import { number, t } from "../words/words";

const KEY = "clocks";
const COLOURS: readonly ColourName[] = ["red", "black", "green", "blue", "yellow"];
const MINUTES = [2, 5, 10, 15, 20, 30, 45, 60];
const ADDED = [0, 5, 10, 20, 30, 60];
const TICK_MS = 200;

export interface Clocks {
  /** The milliseconds left, by player, when the turn began or the clocks stopped. */
  left: number[];
  /** The seconds that a player gets after each turn, unless their time is over. */
  added: number;
  /** The player whose turn it is (0-based), and since when the clock runs by Date.now(); null: it stands. */
  player: number;
  since: number | null;
}

/** What the form asks for. */
type Asked = Record<"players" | "minutes" | "added", number>;

/** New clocks, which stand. */
export function newClocks({ players, minutes, added }: Asked): Clocks {
  return { left: Array(players).fill(60_000 * minutes), added, player: 0, since: null };
}

/** The milliseconds that a player has left. */
export function leftOf({ left, player, since }: Clocks, of: number, now: number): number {
  return timeLeft(left[of], of === player && since !== null, since ?? now, now);
}

/** The clocks after a tap on a player's field: it is the next player's turn if theirs runs, otherwise theirs. */
export function tapped(clocks: Clocks, of: number, now: number): Clocks {
  const { added, player, since } = clocks;
  const stopped = stop(clocks, now);
  if (since === null) return { ...stopped, player: of, since: now };
  const left = stopped.left.map((each, at) => (at === player && each > 0 ? each + 1000 * added : each));
  return { added, left, player: of === player ? (player + 1) % left.length : of, since: now };
}

/** The clocks when they stop. */
export function stop(clocks: Clocks, now: number): Clocks {
  return { ...clocks, left: clocks.left.map((_, at) => leftOf(clocks, at, now)), since: null };
}

/** Shows the clocks of this device, or the form that sets them. Returns what ends it. */
export function showClocks(host: HTMLElement): { refresh(): void; close(): void } {
  const lock = new WakeLock();
  const asked: Asked = { players: MIN_SEATS, minutes: 20, added: 10 };
  let clocks = recall<Clocks>(KEY);
  const paint = () => render(clocks ? page(clocks, change) : form(asked, change), host);
  const show = () => {
    lock.want(clocks !== null && clocks.since !== null);
    paint();
  };
  const change = (next: Clocks | null) => {
    clocks = next;
    keep(KEY, next);
    show();
    const first = next ? host.querySelectorAll(".clocks-field")[next.player] : host.querySelector(":checked");
    (first as HTMLElement).focus({ preventScroll: true });
  };
  const timer = window.setInterval(() => clocks && clocks.since !== null && paint(), TICK_MS);
  show();
  return {
    refresh: paint,
    close: () => {
      clearInterval(timer);
      lock.close();
    },
  };
}

function form(asked: Asked, change: (clocks: Clocks) => void): TemplateResult {
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    change(newClocks(asked));
  };
  const players = Array.from({ length: MAX_SEATS - MIN_SEATS + 1 }, (_, at) => MIN_SEATS + at);
  const group = (name: keyof Asked, values: readonly number[]) =>
    choice({
      name,
      legend: t(`real.clocks.${name}`),
      value: asked[name],
      options: values.map((value) => ({ value, word: number(value) })),
      change: (value) => {
        asked[name] = value;
      },
    });
  return html`<form class="sheet sheet-narrow stack" @submit=${start}>
    <h1>${t("real.clocks")}</h1>
    ${group("players", players)} ${group("minutes", MINUTES)} ${group("added", ADDED)}
    <div class="row row-end"><button class="button button-main">${t("real.clocks.set")}</button></div>
  </form>`;
}

function page(clocks: Clocks, change: (clocks: Clocks | null) => void): TemplateResult {
  const { left, player, since } = clocks;
  const runs = since !== null;
  const now = Date.now();
  const field = (of: number) => {
    const time = leftOf(clocks, of, now);
    return html`<button class="clocks-field" aria-pressed=${runs && of === player} data-over=${time === 0}
      @click=${() => change(tapped(clocks, of, Date.now()))}>
      <span>${seatMark(COLOURS[of])} ${colourTitle(COLOURS[of])}</span>
      <b class="figures">${clockText(time)}</b>
      ${time === 0 ? html`<span>${t("real.clocks.over")}</span>` : nothing}
    </button>`;
  };
  return html`<section class="clocks" aria-label=${t("real.clocks")}>
    <h1 class="unseen">${t("real.clocks")}</h1>
    <div class="clocks-fields">${left.map((_, of) => field(of))}</div>
    <div class="row clocks-row">${
      runs
        ? html`<button class="button" @click=${() => change(stop(clocks, Date.now()))}
          >${t("real.clocks.stop")}</button>`
        : html`<span class="soft small">${t("real.clocks.tap")}</span>
        <button class="button" @click=${() => change(null)}>${t("real.clocks.new")}</button>`
    }</div>
  </section>`;
}
