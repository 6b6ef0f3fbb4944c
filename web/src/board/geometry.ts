/** Cells, boxes and points of the board. The unit is the side of a tile; y grows downwards. */
import type { Cell } from "../../../js/src/types";

/** The side of a tile in the units in which the engine paints. */
export const UNIT = 1000;

/** The side of a tile in pixels before the window scales the picture. */
export const TILE_PX = 100;

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The covered parts of a window, in pixels from its upper, right and lower edge. */
export interface Covered {
  top: number;
  right: number;
  bottom: number;
}

/** The key of a cell, such as `3,-1`, as in the protocol. */
export function keyOf(cell: Cell): string {
  return `${cell.x},${cell.y}`;
}

/** The cell of a key. */
export function cellOf(key: string): Cell {
  const [x, y] = key.split(",").map(Number);
  return { x, y };
}

/** The cell in which a point lies. */
export function cellAt(point: Point): Cell {
  return { x: Math.floor(point.x), y: Math.floor(point.y) };
}

/** The box around some cells (at least one), `margin` tiles wider on each side. */
export function boxAround(cells: readonly Cell[], margin: number): Box {
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + 1 + margin,
    bottom: Math.max(...ys) + 1 + margin,
  };
}

/** How far a point is from the square of a cell; 0 within it. */
export function distanceTo(cell: Cell, point: Point): number {
  const dx = Math.max(cell.x - point.x, 0, point.x - cell.x - 1);
  const dy = Math.max(cell.y - point.y, 0, point.y - cell.y - 1);
  return Math.hypot(dx, dy);
}

/** The thing with the smallest measure (its distance), or null if that exceeds `reach`. */
export function nearest<T>(things: Iterable<T>, measure: (thing: T) => number, reach: number): T | null {
  let best: T | null = null;
  let least = reach;
  for (const thing of things) {
    const distance = measure(thing);
    if (distance > least) continue;
    best = thing;
    least = distance;
  }
  return best;
}
