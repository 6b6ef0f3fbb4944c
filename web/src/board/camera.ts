/** The camera over the board: the arithmetic of panning, zooming and fitting. */
import type { Box, Point, Size } from "./geometry";

/** The point of the board in the middle of the view, and the width of a tile in pixels. */
export interface Camera extends Point {
  scale: number;
}

/** The smallest and largest width of a tile in pixels. */
export const MIN_SCALE = 16;
export const MAX_SCALE = 420;

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}

/** Converts a point of the board to a place of the view. */
export function toView(camera: Camera, view: Size, point: Point): Point {
  return {
    x: view.width / 2 + (point.x - camera.x) * camera.scale,
    y: view.height / 2 + (point.y - camera.y) * camera.scale,
  };
}

/** Converts a place of the view to a point of the board. */
export function toBoard(camera: Camera, view: Size, at: Point): Point {
  return {
    x: camera.x + (at.x - view.width / 2) / camera.scale,
    y: camera.y + (at.y - view.height / 2) / camera.scale,
  };
}

/** The camera after moving the board by pixels of the view. */
export function panned(camera: Camera, by: Point): Camera {
  return { ...camera, x: camera.x - by.x / camera.scale, y: camera.y - by.y / camera.scale };
}

/** The camera after zooming by a factor; the point of the board at `at` stays there. */
export function zoomed(camera: Camera, view: Size, at: Point, factor: number): Camera {
  const scale = clamp(camera.scale * factor, MIN_SCALE, MAX_SCALE);
  const fixed = toBoard(camera, view, at);
  const x = fixed.x - (at.x - view.width / 2) / scale;
  const y = fixed.y - (at.y - view.height / 2) / scale;
  return { x, y, scale };
}

/** The camera that shows all of a box, with tiles at most `most` pixels wide. */
export function fitted(box: Box, view: Size, most: number): Camera {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const scale = clamp(Math.min(view.width / width, view.height / height), MIN_SCALE, Math.min(most, MAX_SCALE));
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale };
}

/** The camera moved so that its middle lies in the box; so the board cannot get out of sight. */
export function kept(camera: Camera, box: Box): Camera {
  return { ...camera, x: clamp(camera.x, box.left, box.right), y: clamp(camera.y, box.top, box.bottom) };
}

/** The camera moved so that a box fills the view; where the view is larger, the box is in its middle. */
export function filled(camera: Camera, view: Size, box: Box): Camera {
  const along = (middle: number, half: number, first: number, last: number) =>
    last - first < 2 * half ? (first + last) / 2 : clamp(middle, first + half, last - half);
  const [halfWidth, halfHeight] = [view.width / 2 / camera.scale, view.height / 2 / camera.scale];
  const x = along(camera.x, halfWidth, box.left, box.right);
  return { ...camera, x, y: along(camera.y, halfHeight, box.top, box.bottom) };
}

/** Whether all of a box is in the view. */
export function sees(camera: Camera, view: Size, box: Box): boolean {
  const first = toView(camera, view, { x: box.left, y: box.top });
  const last = toView(camera, view, { x: box.right, y: box.bottom });
  return first.x >= 0 && first.y >= 0 && last.x <= view.width && last.y <= view.height;
}

/** The camera zoomed in so that a tile is at least `pixels` wide, and moved as little as needed to show all of a
 * box. */
export function approached(camera: Camera, view: Size, box: Box, pixels: number): Camera {
  const middle = toView(camera, view, { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
  const most = Math.min(view.width / (box.right - box.left), view.height / (box.bottom - box.top));
  const scale = Math.max(camera.scale, Math.min(pixels, most));
  const near = zoomed(camera, view, middle, scale / camera.scale);
  const [halfWidth, halfHeight] = [view.width / 2 / near.scale, view.height / 2 / near.scale];
  return {
    x: clamp(near.x, box.right - halfWidth, box.left + halfWidth),
    y: clamp(near.y, box.bottom - halfHeight, box.top + halfHeight),
    scale: near.scale,
  };
}

/** The camera moved as little as needed to show all of a box; it zooms out if the box is larger than the view. */
export function revealed(camera: Camera, view: Size, box: Box): Camera {
  const most = Math.min(view.width / (box.right - box.left), view.height / (box.bottom - box.top));
  return most < camera.scale ? fitted(box, view, most) : approached(camera, view, box, camera.scale);
}

/**
 * The camera between two others, after `part` (0 to 1) of the way. The zoom looks even to the eye, and the point of the
 * window that is fixed at the beginning stays fixed until the end. `expm1` is exact for small changes.
 */
export function between(from: Camera, to: Camera, part: number): Camera {
  const growth = Math.log(to.scale / from.scale);
  const along = growth === 0 ? part : Math.expm1(-growth * part) / Math.expm1(-growth);
  return {
    x: from.x + (to.x - from.x) * along,
    y: from.y + (to.y - from.y) * along,
    scale: from.scale * Math.exp(growth * part),
  };
}

/** Whether the camera is valid: all numbers are finite, and the scale is above 0. */
export function isSound(camera: Camera): boolean {
  return [camera.x, camera.y, camera.scale].every(Number.isFinite) && camera.scale > 0;
}
