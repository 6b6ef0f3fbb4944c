/** Drags the tile in hand onto the board. */
import type { Point } from "./geometry";

export interface DragActions {
  /** The present width in pixels of a tile on the board. */
  size(): number;
  /** Called when the tile is dragged over a place of the screen; null: the drag has ended. */
  over(at: Point | null): void;
  /** Called when the tile is dropped there. */
  drop(at: Point): void;
}

/** The movement in pixels that makes a press a drag. */
const SLOP = 6;

/** Follows the pointer that pressed the tile until it is released. The tile's picture moves with the pointer, as large
 * as on the board. */
export function dragTile(event: PointerEvent, actions: DragActions): void {
  const tile = event.currentTarget as SVGElement;
  const start = { x: event.clientX, y: event.clientY };
  const { left, top, width } = tile.getBoundingClientRect();
  const end = new AbortController();
  const options = { signal: end.signal };
  let dragged = false;
  const move = (now: PointerEvent) => {
    const at = { x: now.clientX, y: now.clientY };
    dragged = dragged || Math.hypot(at.x - start.x, at.y - start.y) > SLOP;
    if (!dragged) return;
    actions.over(at); // before the tile moves: it measures the page, and a moved tile would force a new layout first
    const [x, y] = [at.x - left - width / 2, at.y - top - width / 2];
    tile.style.transform = `translate(${x}px, ${y}px) scale(${actions.size() / width})`;
  };
  const stop = () => {
    end.abort();
    tile.style.transform = "";
    tile.classList.remove("hand-dragged");
    actions.over(null);
  };
  const drop = (now: PointerEvent) => {
    stop();
    if (dragged) actions.drop({ x: now.clientX, y: now.clientY });
  };
  tile.setPointerCapture(event.pointerId);
  tile.classList.add("hand-dragged");
  tile.addEventListener("pointermove", move, options);
  tile.addEventListener("pointerup", drop, options);
  tile.addEventListener("pointercancel", stop, options);
}
