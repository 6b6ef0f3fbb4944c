/** The figure that is drawn beside a player's name: a shape in a colour, with a hat. */
import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { PlayerFigure } from "../game/player";

/** How many there are of each. */
export const FIGURE_KINDS = 8;

const SHAPES = [
  "M8 30V18a8 8 0 0 1 16 0v12z",
  "M16 10 26 30H6z",
  "M7 14h18v16H7z",
  "M16 10 25 20 16 30 7 20z",
  "M16 10 25 17 22 30H10L7 17z",
  "M11 11h10l5 9-5 10H11l-5-10z",
  "M16 10c6 8 8 11 8 14a8 6 0 0 1-16 0c0-3 2-6 8-14z",
  "M12 12h8v6h6v6h-6v6h-8v-6H6v-6h6z",
] as const;

const COLOURS = ["#c0392b", "#d9822b", "#c9a227", "#4b8b3b", "#2a8c8c", "#2f6db5", "#7a4fa3", "#6b5b4b"] as const;

const HATS = [
  "",
  "M9 12h14M11 12V5h10v7",
  "M8 11 10 4l3 4 3-5 3 5 3-4 2 7z",
  "M16 1 22 12H10z",
  "M9 11a7 6 0 0 1 14 0z",
  "M10 4a6 2 0 0 1 12 0 6 2 0 0 1-12 0z",
  "M7 11h18M10 11a6 5 0 0 1 12 0",
  "M16 8l-7-3v6zM16 8l7-3v6z",
] as const;

/** The figure as a picture; the name beside it says whose it is. */
export function figurePicture({ shape, colour, hat }: PlayerFigure, size = 32): TemplateResult {
  return html`<svg viewBox="0 0 32 32" width=${size} height=${size} aria-hidden="true" focusable="false">
    <path d=${SHAPES[shape] ?? SHAPES[0]} fill=${COLOURS[colour] ?? COLOURS[0]} stroke="currentColor"
      stroke-width="1.5" />
    ${
      hat > 0
        ? svg`<path d=${HATS[hat] ?? ""} fill="none" stroke="currentColor" stroke-width="2"
      stroke-linejoin="round" />`
        : nothing
    }
  </svg>`;
}
