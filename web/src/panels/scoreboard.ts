/**
 * The scoreboard: the score track as a frame, and inside it the sides with points, supplies, clocks and a mark for the
 * turn.
 */
import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { Seat, TableView } from "../game/model";
import { computerFace } from "../ui/faces";
import { SEAT_SHAPES, seatMark } from "../ui/seat-mark";
import { levelText } from "../words/terms";
import { number, t } from "../words/words";
import { clockText, isUrgent, runningSeat, timeLeft, waitText } from "./clock";
import type { Pictures } from "./pictures";
import { fieldCell, LAP, type Marker, markers, type Ring, ringFor } from "./score-track";
import { isOnTurn, seatsOfSides } from "./sides";
import { supply } from "./supply";

const CELL = 20;
const NUMBERED = 5;

function field(ring: Ring, index: number): TemplateResult {
  const { x, y } = fieldCell(ring, index);
  const numbered = index % NUMBERED === 0;
  return svg`<rect class=${numbered ? "track-field track-five" : "track-field"} x=${x * CELL + 1} y=${y * CELL + 1}
      width=${CELL - 2} height=${CELL - 2} rx="2"></rect>
    ${
      numbered
        ? svg`<text class="track-number" x=${(x + 0.5) * CELL}
      y=${(y + 0.5) * CELL + 3}>${index}</text>`
        : nothing
    }`;
}

/** The scale of markers that share a field, and the distance between their middles. */
const SHARED = 0.62;
const APART = 8;

/** The middle of a marker, in the units of the track's picture. */
export function markerSpot(ring: Ring, marker: Pick<Marker, "field" | "place" | "among">): { x: number; y: number } {
  const { x, y } = fieldCell(ring, marker.field);
  const shift = ((marker.place - (marker.among - 1) / 2) * APART) / Math.max(1, marker.among - 1);
  return { x: (x + 0.5) * CELL + shift, y: (y + 0.5) * CELL + shift };
}

function markerPicture(ring: Ring, marker: Marker, seat: Seat): TemplateResult {
  const { x, y } = markerSpot(ring, marker);
  return svg`<g class="track-marker" data-side=${marker.side} transform="translate(${x} ${y})">
    <path class=${`seat-${seat.colour}`}
      transform=${`scale(${marker.among > 1 ? 0.8 * SHARED : 0.8}) translate(-10 -10)`}
      d=${SEAT_SHAPES[seat.colour]}></path>
  </g>`;
}

function track(view: TableView, ring: Ring, sides: readonly number[][]): TemplateResult {
  const placed = markers(view.state.scores);
  return html`<svg class="track-ring" viewBox="0 0 ${ring.columns * CELL} ${ring.rows * CELL}" aria-hidden="true">
    ${Array.from({ length: LAP }, (_, index) => field(ring, index))}
    ${placed.map((marker) => markerPicture(ring, marker, view.seats[sides[marker.side - 1][0] - 1]))}
  </svg>`;
}

function doing(view: TableView): string {
  const { phase } = view.state;
  return phase === "over" ? "" : t(`panels.turn.${phase}`);
}

/** Whether a seat belongs to the only person at this device. */
function isYou(view: TableView, seat: Seat): boolean {
  return seat.mine && view.seats.filter(({ mine }) => mine).length === 1;
}

/** The name for the player of a seat; "you" only if there is one person at this device. */
function kindOf(view: TableView, seat: Seat): string {
  if (seat.kind === "computer") return t("panels.computer", { level: seat.level ?? 0 });
  if (seat.kind === "program") return t("panels.program");
  if (seat.kind === "open") return t("panels.open");
  return isYou(view, seat) ? t("panels.you") : "";
}

/** The player of a seat and, for a person whose turn it is, the next action; not while the turn is only being shown. */
function note(view: TableView, seat: Seat, turn: boolean, now: number): string {
  const wait = waitText(seat, now);
  if (seat.away) return wait ? t("panels.away.wait", { time: wait }) : t("panels.away");
  if (!turn || view.showing !== undefined || seat.kind === "computer") return kindOf(view, seat);
  return isYou(view, seat) ? t("board.yours") : doing(view);
}

/** The elements of a scoreboard inside a host to which points and meeples fly. */
export function goalsWithin(host: () => Element): {
  side(side: number): Element | null;
  seat(seat: number): Element | null;
} {
  return {
    side: (side) => host().querySelector(`.track-marker[data-side="${side}"]`),
    seat: (seat) => host().querySelector(`.seat[data-seat="${seat}"] .supply`),
  };
}

/** The further input of the scoreboard: pictures of pieces, and the time of `performance.now()`. */
export interface Surroundings {
  pictures: Pictures;
  now: number;
}

/** The clock of a seat (1-based) at the time `now` of `performance.now()`; nothing without clocks. */
export function seatClock(view: TableView, seat: number, now: number): TemplateResult | typeof nothing {
  if (!view.clock) return nothing;
  const running = runningSeat(view) === seat;
  const left = timeLeft(view.clock[seat - 1], running, view.clockAt, now);
  const time = clockText(left);
  const urgent = running && isUrgent(left, view.setup.clock);
  return html`<span class=${urgent ? "clock clock-urgent" : "clock"} role="timer" translate="no"
    aria-label=${t("panels.clock", { time })}
    >${time}</span>`;
}

function seatLine(view: TableView, seat: Seat, around: Surroundings): TemplateResult {
  const turn = isOnTurn(view, seat.number);
  const { level = 1 } = seat;
  const computer = seat.kind === "computer";
  return html`<div class="seat" data-seat=${seat.number} data-turn=${turn} aria-current=${turn ? "true" : "false"}>
    ${seatMark(seat.colour)}
    <span class="seat-name" translate="no"
      title=${computer ? levelText(level) : nothing}
        >${computer ? computerFace(level) : nothing}${seat.name}${seat.rating ? ` ${seat.rating}` : nothing}</span>
    ${seatClock(view, seat.number, around.now)}
    <span class="seat-line">
      <span class="seat-note"
        title=${waitText(seat, around.now) ? t("panels.away.then", { name: seat.name }) : nothing}
          >${note(view, seat, turn, around.now)}</span>${supply(view, seat, around.pictures)}
    </span>
  </div>`;
}

function sideItem(view: TableView, side: number, seats: readonly number[], around: Surroundings): TemplateResult {
  const score = view.state.scores[side - 1];
  const laps = Math.floor(score / LAP);
  return html`<li class="side">
    <div class="side-seats">${seats.map((seat) => seatLine(view, view.seats[seat - 1], around))}</div>
    <div class="side-score">
      <span class="side-points" translate="no" aria-hidden="true">${number(score)}</span>
      <span class="unseen">${t("panels.points", { n: score })}</span>
      ${laps ? html`<span class="side-laps">${t("panels.laps", { n: laps })}</span>` : nothing}
    </div>
  </li>`;
}

/** The scoreboard. */
export function scoreboard(view: TableView, around: Surroundings): TemplateResult {
  const sides = seatsOfSides(view.state);
  const ring = ringFor(view.seats.length);
  return html`<section class="scoreboard" data-seats=${view.seats.length} data-columns=${ring.columns}
    aria-label=${t("panels.scores")}>
    ${track(view, ring, sides)}
    <ol class="sides">
      ${sides.map((seats, index) => sideItem(view, index + 1, seats, around))}
    </ol>
  </section>`;
}
