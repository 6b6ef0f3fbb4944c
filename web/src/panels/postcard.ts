/** A picture of the board to save or share: the scores, and below them the tiles without an empty margin. */
import type { TableView } from "../game/model";
import { SEAT_SHAPES } from "../ui/seat-mark";
import { gameName } from "../words/terms";
import { number } from "../words/words";
import { namesOf } from "./log";
import { seatsOfSides } from "./sides";
import { winnersText } from "./winners";

/**
 * The side of a tile in units of the engine's pictures; and the margin around the tiles for the pieces on them. The
 * cell numbers lie just outside of this margin.
 */
const TILE = 1000;
const AROUND = 80;

/** The minimum width in tiles, which the text needs. */
const LEAST_WIDE = 5;

/** The font size as a part of the width; and the line height as a multiple of the font size. */
const SIZE_PART = 1 / 26;
const LINE = 1.55;

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The box around the tiles of a position, with a margin. */
function frameOf({ state }: TableView): Frame {
  const xs = state.board.map(({ x }) => x * TILE);
  const ys = state.board.map(({ y }) => y * TILE);
  const [left, top] = [Math.min(...xs) - AROUND, Math.min(...ys) - AROUND];
  return { left, top, width: Math.max(...xs) + TILE + AROUND - left, height: Math.max(...ys) + TILE + AROUND - top };
}

/** The present value of a colour of the page. */
function colourOf(token: string): string {
  const probe = document.body.appendChild(document.createElement("span"));
  probe.style.color = `var(${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The line of a side: its marks, points and names. */
function sideLine(view: TableView, seats: readonly number[], score: number, size: number, y: number): string {
  const ink = colourOf("--ink");
  const scale = size / 20;
  const marks = seats.map((seat, index) => {
    const fill = colourOf(`--seat-${view.seats[seat - 1].colour}`);
    const at = `translate(${size + index * 1.2 * size} ${y - 0.85 * size}) scale(${scale})`;
    return `<path transform="${at}" d="${SEAT_SHAPES[view.seats[seat - 1].colour]}" fill="${fill}" stroke="${ink}"
      stroke-width="1.5"/>`;
  });
  const names = seats.map((seat) => view.seats[seat - 1].name).join(" + ");
  const from = size * (1.2 + 1.2 * seats.length);
  return `${marks.join("")}<text x="${from + 2 * size}" y="${y}" text-anchor="end"
    font-weight="700">${number(score)}</text>
    <text x="${from + 2.7 * size}" y="${y}">${escaped(names)}</text>`;
}

/** The whole picture as SVG; `board` is the engine's picture of the position, in the same coordinates. */
export function postcard(view: TableView, board: string): string {
  const frame = frameOf(view);
  const width = Math.max(frame.width, LEAST_WIDE * TILE);
  const size = width * SIZE_PART;
  const sides = seatsOfSides(view.state);
  const names = namesOf(view.seats, sides);
  const title = view.stage === "over" ? winnersText(view, names) : gameName(view.setup.game);
  const lines = sides.map((seats, side) =>
    sideLine(view, seats, view.state.scores[side], size, (3.1 + side * LINE) * size),
  );
  const top = (2.4 + sides.length * LINE) * size;
  const at = (width - frame.width) / 2;
  const inner = board
    .replace(/<\?xml[^>]*\?>\s*/, "")
    .replace(/<svg ([^>]*?)width="\d+" height="\d+" viewBox="[^"]*"/, (_, rest: string) => {
      const { left, top: upper, width: wide, height } = frame;
      const box = `${left} ${upper} ${wide} ${height}`;
      return `<svg ${rest}x="${at}" y="${top}" width="${wide}" height="${height}" viewBox="${box}"`;
    });
  const pixels = Math.round(width * 0.08);
  const high = top + frame.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${Math.round(high * 0.08)}"
    viewBox="0 0 ${width} ${high}">
  <rect width="${width}" height="${high}" fill="${colourOf("--panel")}"/>
  <g font-family="system-ui, sans-serif" font-size="${size}" fill="${colourOf("--ink")}">
    <text x="${size}" y="${1.6 * size}" font-size="${1.15 * size}" font-weight="600">${escaped(title)}</text>
    ${lines.join("\n    ")}
  </g>
  ${inner}
</svg>
`;
}
