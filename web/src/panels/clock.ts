/** Computes and formats the times of the clocks. */
import type { ClockSetup, Seat, TableView } from "../game/model";
import { clockTime, forfeits, isByMove } from "../game/setup";
import { number, t } from "../words/words";

const URGENT_MS = 20_000;
/** With a clock by move, the last part of a short turn that counts as urgent. */
const URGENT_PART = 1 / 3;
/** With a clock of days, the remaining time that counts as urgent. */
const URGENT_HOURS_MS = 6 * 3_600_000;
const DAY_HOURS = 24;

/** The present remaining time of a seat in ms, never below 0; the clock of the seat to move has been running since
 * `clockAt`. */
export function timeLeft(left: number, running: boolean, clockAt: number, now: number): number {
  return Math.max(0, running ? left - (now - clockAt) : left);
}

/** Formats a time as `4:05`, from an hour as `1:04:05`, from a day as `2d 5h`. Seconds are rounded up. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  if (hours >= DAY_HOURS) return `${units(Math.floor(hours / DAY_HOURS), "day")} ${units(hours % DAY_HOURS, "hour")}`;
  const tail = String(rest).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

function units(value: number, unit: "day" | "hour"): string {
  return number(value, { style: "unit", unit, unitDisplay: "narrow" });
}

/** Whether the remaining time is so short that it must be highlighted. */
export function isUrgent(ms: number, clock: ClockSetup): boolean {
  if (clock.kind === "days") return ms < URGENT_HOURS_MS;
  return ms < (clock.kind === "move" ? Math.min(URGENT_MS, clockTime(clock) * URGENT_PART) : URGENT_MS);
}

/** How long the others still wait for an absent holder, as a formatted time; "" if only the clock decides, or the time
 * is over. */
export function waitText({ away }: Pick<Seat, "away">, now: number): string {
  const left = away && Number.isFinite(away.until) ? away.until - now : 0;
  return left > 0 ? clockText(left) : "";
}

/** The seat whose clock runs; 0: none. */
export function runningSeat(view: TableView): number {
  return view.clock && !view.paused && view.stage === "playing" && view.state.phase !== "draw" ? view.state.seat : 0;
}

/** The warning for a person at this device whose time runs out soon, with the seconds left; null if there is none. */
export function clockWarning(view: TableView, now: number): { seconds: number; words: string } | null {
  const seat = runningSeat(view);
  if (!view.clock || !view.may.move || seat === 0) return null;
  const left = timeLeft(view.clock[seat - 1], true, view.clockAt, now);
  if (!isUrgent(left, view.setup.clock)) return null;
  return { seconds: Math.ceil(left / 1000), words: atTheEnd(view) };
}

/** A sentence about what happens when the time is over. */
function atTheEnd({ seats, setup }: TableView): string {
  if (forfeits(setup)) return t("lobby.clock.warn.loses");
  if (isByMove(setup.clock)) return t("lobby.clock.warn.move");
  const alone = seats.every(({ kind, mine }) => mine || kind === "computer");
  return alone ? t("lobby.clock.warn.alone") : t("lobby.clock.warn.game");
}
