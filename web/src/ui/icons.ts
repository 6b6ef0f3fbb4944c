/** The icons of buttons, 24 by 24, in the colour of the text beside them. */
import { html, svg, type TemplateResult } from "lit-html";

/** An icon with one path. */
function icon(path: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">${svg`<path
    d=${path}></path>`}</svg>`;
}

/** The logo of the page: three laid tiles and one that is being laid. */
export const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <path class="mark-lines" d="M3 3h11v11h-11zM3 18h11v11h-11zM18 18h11v11h-11zM8.5 14v4M14 23.5h4"></path>
  <path class="mark-tile" d="M19.6 1.6l10.6 2.9-2.9 10.6-10.6-2.9z"></path>
</svg>`;

export const sun = icon(
  "M12 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8M12 2.5v2.5M12 19v2.5M2.5 12h2.5M19 12h2.5M5.3 5.3l1.8 1.8M16.9 " +
    "16.9l1.8 1.8M5.3 18.7l1.8-1.8M16.9 7.1l1.8-1.8",
);
export const moon = icon("M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z");
export const sliders = icon(
  "M4 7h9.5M18.5 7h1.5M4 17h1.5M10.5 17h9.5M16 4.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5M8 14.5a2.5 2.5 " +
    "0 1 1 0 5a2.5 2.5 0 1 1 0-5",
);
export const cross = icon("M6 6l12 12M18 6L6 18");
export const plus = icon("M12 5v14M5 12h14");
export const arrow = icon("M5 12h14M13 6l6 6-6 6");
export const minus = icon("M5 12h14");
export const frame = icon("M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 9h6v6H9z");
export const layers = icon(
  "M12 4l8.500 4.500-8.500 4.500-8.500-4.500zM4.500 12.500l7.500 4 7.500-4M4.500 16l7.500 4 7.500-4",
);
/** The icon of a tile with a round arrow. */
export const turnLeft = icon("M8 10.500h8.500v8.500H8zM20 9A8.500 8.500 0 0 0 4.500 8M4 3v5h5");
export const turnRight = icon("M7.500 10.500H16v8.500H7.500zM4 9A8.500 8.500 0 0 1 19.500 8M20 3v5h-5");
export const check = icon("M5 12.500l4.500 4.500L19 7.500");
export const menu = icon("M4 6.500h16M4 12h16M4 17.500h16");
export const tiles = icon("M4 9h11v11H4zM9 9V4h11v11h-5");
export const lines = icon("M9 6.500h11M9 12h11M9 17.500h11M4.500 6.500h.5M4.500 12h.5M4.500 17.500h.5");
export const bubble = icon("M4 5h16v11h-9l-4.500 4v-4H4z");
export const back = icon("M19 12H5M11 6l-6 6 6 6");
export const bulb = icon("M9 18h6M10 21h4M9 15a6 6 0 1 1 6 0");
