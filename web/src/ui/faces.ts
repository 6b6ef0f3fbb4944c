/** The faces of the computer players by level, 32 by 32: animals, and a machine for the highest level. */
import { html, svg, type TemplateResult } from "lit-html";

/** A head and the lines on it. */
interface Face {
  head: string;
  lines: string;
  /** The eyes, if they differ from the default. */
  eyes?: string;
}

const EYES = "M12 15.900v.2M20 15.900v.2";

/** From level 1: chick, sprout, cat, bear, owl, fox, moth, machine. */
const FACES: readonly Face[] = [
  { head: "M16 7a10 10 0 1 1 0 20a10 10 0 1 1 0-20z", lines: "M16 7c-1-2 0-4 2-4M14 19l2 3 2-3z" },
  {
    head: "M7 19c0-7 4-11 9-11s9 4 9 11c0 5-4 8-9 8s-9-3-9-8z",
    lines: "M16 8c0-4 3-6 7-6c0 4-3 6-7 6zM13 22q3 2 6 0",
  },
  {
    head: "M7 5l5 4h8l5-4v14a9 8 0 0 1-18 0z",
    lines: "M15 20h2l-1 1.500zM13 24q3 1 3-2.500q0 3.500 3 2.500M3 19h5M24 19h5",
  },
  {
    head: "M9 11a4 4 0 1 1 4-4q3-1 6 0a4 4 0 1 1 4 4q3 3 3 7a10 9 0 0 1-20 0q0-4 3-7z",
    lines: "M14 21h4l-2 2zM16 23v2",
  },
  {
    head: "M6 5q4 0 5 3h10q1-3 5-3v14a10 9 0 0 1-20 0z",
    lines: "M11.500 12a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM20.500 12a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM15 20l1 3 1-3z",
    eyes: "M11.500 15.900v.2M20.500 15.900v.2",
  },
  { head: "M5 5l7 5h8l7-5q1 11-4 15l-7 8-7-8q-5-4-4-15z", lines: "M14.500 24h3l-1.500 2z" },
  {
    head: "M8 17q0-8 8-8t8 8q0 9-8 10q-8-1-8-10z",
    lines: "M13 9q-1-5-6-6M19 9q1-5 6-6M8 17q-5-1-5-6q5 0 7 2M24 17q5-1 5-6q-5 0-7 2M14 22q2 2 4 0",
  },
  {
    head: "M16 4l10 6v12l-10 6-10-6v-12z",
    lines: "M9 13.500h14v5h-14zM12 23h8",
    eyes: "M12.500 15.900v.2M19.500 15.900v.2",
  },
];

/** The face of a level from 1 to 8; decoration beside the name, hidden from screen readers. */
export function computerFace(level: number): TemplateResult {
  const { head, lines, eyes = EYES } = FACES[level - 1];
  return html`<svg class="face" viewBox="0 0 32 32" aria-hidden="true"
    >${svg`<path class="face-head" d=${head}></path><path class="face-lines" d=${lines}></path><path class="face-eyes"
      d=${eyes}></path>`}</svg>`;
}
