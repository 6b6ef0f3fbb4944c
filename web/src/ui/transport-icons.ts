/** The icons of the review's controls, 24 by 24, in the colour of the text beside them. */
import { html, type TemplateResult } from "lit-html";

function icon(path: string): TemplateResult {
  return html`<svg viewBox="0 0 24 24" width="22" height="22" fill="currentColor" aria-hidden="true"><path
    d=${path}></path></svg>`;
}

export const first = icon("M5 5h2.500v14h-2.500zM19 5v14l-10-7z");
export const previous = icon("M15.500 4.500l1.800 1.800-5.700 5.700 5.700 5.700-1.800 1.800-7.500-7.500z");
export const play = icon("M7.500 4.500v15l12-7.500z");
export const pause = icon("M6.500 5h4v14h-4zM13.500 5h4v14h-4z");
export const next = icon("M8.500 4.500l-1.800 1.800 5.700 5.700-5.700 5.700 1.800 1.800 7.500-7.500z");
export const last = icon("M5 5v14l10-7zM16.500 5h2.500v14h-2.500z");
