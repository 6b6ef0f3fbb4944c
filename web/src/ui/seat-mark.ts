/** The marks of the seats: each colour has a shape, which its meeples have on their chest, so that nobody needs to
 * distinguish colours. */
import { html, svg, type TemplateResult } from "lit-html";
import type { ColourName } from "../../../js/src/types";

/** The shape of each colour on 20 by 20: circle, triangle, square, diamond, cross, star, two bars. */
export const SEAT_SHAPES: Readonly<Record<ColourName, string>> = {
  red: "M10 1.500a8.500 8.500 0 1 1 0 17a8.500 8.500 0 1 1 0-17z",
  green: "M10 1.500l9 16.500h-18z",
  black: "M2.500 2.500h15v15h-15z",
  white: "M10 .8l9.200 9.200-9.200 9.200-9.200-9.200z",
  orange: "M6.500 1.500h7v5h5v7h-5v5h-7v-5h-5v-7h5z",
  blue: "M10 .500l2.600 6.900h7.200l-5.700 4.500 2.200 7.100-6.300-4.300-6.300 4.300 2.200-7.100-5.700-4.500h7.200z",
  yellow: "M2 2.500h16v5.500h-16zM2 12h16v5.500h-16z",
};

/** The mark of a seat in its colour; decoration beside a name, hidden from screen readers. */
export function seatMark(colour: ColourName): TemplateResult {
  const shape = svg`<path class=${`seat-${colour}`} d=${SEAT_SHAPES[colour]}></path>`;
  return html`<svg class="seat-mark" viewBox="0 0 20 20" aria-hidden="true">${shape}</svg>`;
}
