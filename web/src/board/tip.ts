/** A tip, a text next to a place of the board, and the position where it is shown. */
import type { Point, Size } from "./geometry";

export interface Tip {
  /** The point of the window. */
  at: Point;
  /** The height in pixels of the place, from that point down: if there is no room above the point, the text lies below
   * this height. */
  tall: number;
  words: string;
  /** The segments that light up while the text is shown. */
  segments: readonly string[];
}

/** The gap in pixels between a tip and its place. */
export const TIP_GAP = 18;

function within(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

/**
 * The corner of a tip for a place; `at` is the middle of the place's upper edge, and the place is `tall` pixels high.
 * The tip lies above the place, or below it if there is no room above, and always inside the view.
 */
export function tipCorner(at: Point, tall: number, tip: Size, view: Size): Point {
  const above = at.y - TIP_GAP - tip.height;
  const y = above > 0 ? above : at.y + tall + TIP_GAP;
  return { x: within(at.x - tip.width / 2, view.width - tip.width), y: within(y, view.height - tip.height) };
}
