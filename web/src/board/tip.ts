/** Where words beside a place of the board lie. */
import type { Point, Size } from "./geometry";

/** Pixels between what a tip is about and the tip. */
export const TIP_GAP = 18;

function within(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

/**
 * The corner of a tip about a place: `at` is the middle of its upper edge, from where it goes down for `tall` pixels.
 * The tip lies above it, below it where there is no room above, and always in the view.
 */
export function tipCorner(at: Point, tall: number, tip: Size, view: Size): Point {
  const above = at.y - TIP_GAP - tip.height;
  const y = above > 0 ? above : at.y + tall + TIP_GAP;
  return { x: within(at.x - tip.width / 2, view.width - tip.width), y: within(y, view.height - tip.height) };
}
