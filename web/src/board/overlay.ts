/** Paints the aids over the board: owners, values of realms, holes, and the number of tiles that fit a cell. */
import { svg, type TemplateResult } from "lit-html";
import type { Cell, ColourName, OpenCell } from "../../../js/src/types";
import { SEAT_SHAPES } from "../ui/seat-mark";
import { number } from "../words/words";
import { type Point, UNIT } from "./geometry";
import type { Part } from "./maps";

/** An owner in the picture: the seat that determines colour, hatching and shape. */
export interface Owner {
  seat: number;
  colour: ColourName;
}

export interface OwnedRealm {
  parts: readonly Part[];
  owners: readonly Owner[];
}

/** The label with a realm's value, at the point where its first meeple stands. */
export interface WorthLabel {
  at: Point;
  worth: number;
  owners: readonly Owner[];
}

export interface Overlay {
  owners: readonly Owner[];
  owned: readonly OwnedRealm[];
  worth: readonly WorthLabel[];
  holes: readonly Cell[];
  fits: readonly OpenCell[];
  /** The present width of a tile in pixels, used to keep text legible. */
  scale: number;
}

export const NO_OVERLAY: Overlay = { owners: [], owned: [], worth: [], holes: [], fits: [], scale: 100 };

/** The angle in degrees and the period of each seat's hatching. The period divides the tile in both directions, so that
 * there is no visible seam. */
const HATCHINGS = [
  { turn: 45, period: UNIT / (6 * Math.SQRT2) },
  { turn: -45, period: UNIT / (6 * Math.SQRT2) },
  { turn: 0, period: UNIT / 9 },
  { turn: 90, period: UNIT / 9 },
  { turn: (Math.atan2(1, 3) * 180) / Math.PI, period: UNIT / (3 * Math.sqrt(10)) },
];

/** The minimum height of text on the screen in pixels, and its height in the picture. */
const LEGIBLE_PX = 13;
const WORTH_HEIGHT = 140;

/** The distance of a value label above its meeple. */
const WORTH_ABOVE = 260;
const FITS_HEIGHT = 150;

/** The factor by which text of a height must be enlarged to be legible. */
function enlarged(height: number, scale: number): number {
  return Math.max(1, (LEGIBLE_PX * UNIT) / (height * scale));
}

function pattern({ seat, colour }: Owner): TemplateResult {
  const { turn, period } = HATCHINGS[seat - 1];
  return svg`<pattern id=${`hatch-${seat}`} patternUnits="userSpaceOnUse" width=${period} height=${period}
    patternTransform=${`rotate(${turn})`}>
    <rect class=${`seat-${colour}`} width=${period} height=${period} opacity="0.3"></rect>
    <rect class=${`hatch-${colour}`} width=${period} height="38" opacity="0.85"></rect></pattern>`;
}

/** The SVG definitions that the overlay uses. */
export function overlayDefinitions(overlay: Overlay): TemplateResult[] {
  return overlay.owners.map(pattern);
}

function realm({ parts, owners }: OwnedRealm): TemplateResult[] {
  return parts.flatMap(({ path, border, x, y }) =>
    owners.map(
      ({ seat, colour }) => svg`<g transform=${`translate(${x * UNIT} ${y * UNIT})`}>
        <path class="owned" d=${path} fill=${`url(#hatch-${seat})`}></path>
        <path class=${`owned-border line-${colour}`} d=${border}></path></g>`,
    ),
  );
}

function worthLabel({ at, worth, owners }: WorthLabel, scale: number): TemplateResult {
  const larger = enlarged(WORTH_HEIGHT, scale).toFixed(2);
  const text = number(worth);
  const width = 130 + 75 * text.length + 110 * owners.length;
  const marks = owners.map(
    ({ colour }, index) => svg`<path class=${`worth-mark seat-${colour}`} d=${SEAT_SHAPES[colour]}
    transform=${`translate(${-width / 2 + 45 + index * 110} -50) scale(5)`}></path>`,
  );
  return svg`<g class="worth"
    transform=${`translate(${Math.round(at.x * UNIT)} ${Math.round(at.y * UNIT) - WORTH_ABOVE})
            scale(${larger}) translate(0 -85)`}>
    <rect x=${-width / 2} y="-85" width=${width} height="170" rx="30"></rect>${marks}
    <text x=${width / 2 - 50} y="48" text-anchor="end">${text}</text></g>`;
}

function hole({ x, y }: Cell): TemplateResult {
  return svg`<g class="hole" transform=${`translate(${x * UNIT} ${y * UNIT})`}>
    <rect x="70" y="70" width="860" height="860" rx="40"></rect><path d="M330 330L670 670M670 330L330 670"></path></g>`;
}

function fit({ x, y, fits }: OpenCell, scale: number): TemplateResult {
  const size = Math.round(FITS_HEIGHT * enlarged(FITS_HEIGHT, scale));
  return svg`<text class="fits" font-size=${size} x=${x * UNIT + UNIT / 2}
    y=${y * UNIT + UNIT / 2 + Math.round(size * 0.36)} text-anchor="middle">${number(fits)}</text>`;
}

/** The active aids, except the values of realms. */
export function overlayTemplate({ owned, holes, fits, scale }: Overlay): TemplateResult {
  return svg`${owned.map(realm)}${holes.map(hole)}${fits.map((cell) => fit(cell, scale))}`;
}

/** The values of realms; they are painted over the meeples. */
export function worthTemplate({ worth, scale }: Overlay): TemplateResult[] {
  return worth.map((label) => worthLabel(label, scale));
}
