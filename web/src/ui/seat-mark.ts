/** Who is who: each seat has a colour and a shape, so that nobody needs to tell colours apart. */
import { html, svg, type TemplateResult } from "lit-html";
import type { ColourName } from "../../../js/src/types";

/** The shape of each seat on 20 by 20, from seat 1: circle, square, triangle, diamond, cross. */
export const SEAT_SHAPES: readonly string[] = [
  "M10 1.500a8.500 8.500 0 1 1 0 17a8.500 8.500 0 1 1 0-17z",
  "M2.500 2.500h15v15h-15z",
  "M10 1.500l9 16.500h-18z",
  "M10 .8l9.200 9.200-9.200 9.200-9.200-9.200z",
  "M6.500 1.500h7v5h5v7h-5v5h-7v-5h-5v-7h5z",
];

/** The mark of a seat (from 1) in its colour; decoration beside a name, hidden from screen readers. */
export function seatMark(seat: number, colour: ColourName): TemplateResult {
  const shape = svg`<path class=${`seat-${colour}`} d=${SEAT_SHAPES[seat - 1]}></path>`;
  return html`<svg class="seat-mark" viewBox="0 0 20 20" aria-hidden="true">${shape}</svg>`;
}
