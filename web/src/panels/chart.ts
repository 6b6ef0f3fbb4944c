/**
 * Line charts. The caller must also show the same data as a table.
 */
import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { ColourName } from "../../../js/src/types";
import { SEAT_SHAPES } from "../ui/seat-mark";

export interface ChartPoint {
  x: number;
  y: number;
}

/** A line in the colour of a seat, with the seat's mark at its end. */
export interface Series {
  colour: ColourName;
  seat: number;
  points: ChartPoint[];
}

export interface ChartShape {
  /** A description for screen readers. */
  label: string;
  /** The width in units; the height is `HEIGHT` units. */
  width: number;
  xMax: number;
  yMin: number;
  yMax: number;
  /** The values with a horizontal line, and their format. */
  ticks: number[];
  tick(value: number): string;
  /** The titles of the axes. */
  titles?: { x: string; y: string };
  /** The reader's position on the x axis. */
  cursor?: number;
  /** Content painted over the lines; `place` converts a point to coordinates. */
  over?(place: (point: ChartPoint) => ChartPoint): TemplateResult;
  /** Called with the x value that the person clicked. */
  pick?(x: number): void;
}

const HEIGHT = 220;
const LEFT = 40;
const RIGHT = 26;
const TOP = 12;
const BOTTOM = 12;
const ENDS_APART = 14;
const MARK = 12;
/** The space in units for the title of an axis. */
const TITLE = 20;

/** About four round tick values from 0 (or the minimum) to the maximum. */
export function roundTicks(min: number, max: number): number[] {
  const rough = Math.max(1, (max - min) / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const first = Math.ceil(min / step);
  return Array.from({ length: Math.floor(max / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** Moves the heights of overlapping labels apart, without changing their order. */
export function spread(heights: readonly number[], gap: number): number[] {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  order.forEach((each, i) => {
    const above = order[i - 1];
    if (above) each.height = Math.max(each.height, above.height + gap);
  });
  const result = [...heights];
  for (const { height, index } of order) result[index] = height;
  return result;
}

/** The top and bottom of the area for the lines. */
function field({ titles }: ChartShape): { top: number; bottom: number } {
  const room = titles ? TITLE : 0;
  return { top: TOP + room, bottom: HEIGHT - BOTTOM - room };
}

function placer(shape: ChartShape): (point: ChartPoint) => ChartPoint {
  const perX = (shape.width - LEFT - RIGHT) / Math.max(1, shape.xMax);
  const { top, bottom } = field(shape);
  const perY = (bottom - top) / (shape.yMax - shape.yMin || 1);
  return ({ x, y }) => ({ x: LEFT + x * perX, y: bottom - (y - shape.yMin) * perY });
}

function path(points: readonly ChartPoint[]): string {
  return points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

function gridLine(value: number, shape: ChartShape, place: (point: ChartPoint) => ChartPoint): TemplateResult {
  const { y } = place({ x: 0, y: value });
  return svg`<line class="chart-grid" x1=${LEFT} x2=${shape.width - RIGHT} y1=${y} y2=${y}></line>
    <text class="chart-tick" x=${LEFT - 6} y=${y + 4} text-anchor="end">${shape.tick(value)}</text>`;
}

function mark({ colour }: Series, x: number, y: number): TemplateResult {
  const place = `translate(${x} ${y}) scale(0.6) translate(-10 -10)`;
  return svg`<path class=${`chart-mark seat-${colour}`} transform=${place} d=${SEAT_SHAPES[colour]}></path>`;
}

function line(series: Series, place: (point: ChartPoint) => ChartPoint, labelY: number): TemplateResult {
  const points = series.points.map(place);
  const last = points[points.length - 1];
  return svg`<path class="chart-line-back" d=${path(points)}></path>
    <path class="chart-line" data-colour=${series.colour} d=${path(points)}></path>
    ${last ? mark(series, last.x + MARK, labelY) : nothing}`;
}

function pointed(event: MouseEvent, shape: ChartShape): number {
  const box = (event.currentTarget as SVGElement).getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * shape.width;
  const at = ((x - LEFT) / (shape.width - LEFT - RIGHT)) * shape.xMax;
  return Math.round(Math.min(shape.xMax, Math.max(0, at)));
}

function cursor(x: number, shape: ChartShape, place: (point: ChartPoint) => ChartPoint): TemplateResult {
  const at = place({ x, y: 0 }).x;
  const { top, bottom } = field(shape);
  return svg`<line class="chart-cursor" x1=${at} x2=${at} y1=${top} y2=${bottom}></line>`;
}

/** The titles: that of the y axis above its numbers, that of the x axis below its end. */
function axisTitles({ titles, width }: ChartShape): TemplateResult | typeof nothing {
  if (!titles) return nothing;
  return svg`<text class="chart-tick" x="0" y=${TOP}>${titles.y}</text>
    <text class="chart-tick" x=${width - RIGHT} y=${HEIGHT - BOTTOM / 2} text-anchor="end">${titles.x}</text>`;
}

/** The chart of some lines. */
export function chart(series: readonly Series[], shape: ChartShape): TemplateResult {
  const place = placer(shape);
  const ends = series.map(({ points }) => place(points[points.length - 1] ?? { x: 0, y: shape.yMin }).y);
  const labels = spread(ends, ENDS_APART);
  const pick = shape.pick && ((event: MouseEvent) => shape.pick?.(pointed(event, shape)));
  return html`<svg class=${pick ? "chart chart-live" : "chart"} viewBox="0 0 ${shape.width} ${HEIGHT}" role="img"
    aria-label=${shape.label} @click=${pick ?? nothing}>
    ${axisTitles(shape)} ${shape.ticks.map((value) => gridLine(value, shape, place))}
    ${series.map((each, i) => line(each, place, labels[i] ?? 0))}
    ${shape.over?.(place) ?? nothing}
    ${shape.cursor === undefined ? nothing : cursor(shape.cursor, shape, place)}
  </svg>`;
}
