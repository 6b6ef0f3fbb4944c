/** The tile in hand dragged onto the board. */
import type { Point } from "./geometry";

export interface DragActions {
  /** Pixels that a tile of the board is wide now. */
  size(): number;
  /** The tile is held over a place of the screen; null: no longer. */
  over(at: Point | null): void;
  /** It was let go there. */
  drop(at: Point): void;
}

/** Pixels before a press becomes a drag. */
const SLOP = 6;

/** Follows the pointer that was pressed on the tile until it is let go: its picture lies under it, as large as on the
 * board. */
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
    actions.over(at); // before the tile moves: it measures the page, which then need not be laid out anew for it
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
