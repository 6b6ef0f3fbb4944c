/** The tile in hand dragged onto the board. */
import type { Point } from "./geometry";

export interface DragActions {
  /** The tile is held over a place of the screen. */
  over(at: Point): void;
  /** It was let go there. */
  drop(at: Point): void;
}

/** Pixels before a press becomes a drag. */
const SLOP = 6;

/** Follows the pointer that was pressed on the tile until it is let go. */
export function dragTile(event: PointerEvent, actions: DragActions): void {
  const tile = event.currentTarget as SVGElement;
  const start = { x: event.clientX, y: event.clientY };
  const end = new AbortController();
  const options = { signal: end.signal };
  let dragged = false;
  const move = (now: PointerEvent) => {
    const by = { x: now.clientX - start.x, y: now.clientY - start.y };
    dragged = dragged || Math.hypot(by.x, by.y) > SLOP;
    if (!dragged) return;
    tile.style.transform = `translate(${by.x}px, ${by.y}px) scale(0.7)`;
    actions.over({ x: now.clientX, y: now.clientY });
  };
  const stop = () => {
    end.abort();
    tile.style.transform = "";
    tile.classList.remove("hand-dragged");
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
