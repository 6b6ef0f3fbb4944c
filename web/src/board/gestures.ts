/** Turns fingers, mouse and wheel on the board into pans, zooms, taps and long presses, in pixels of the element. */
import type { Point } from "./geometry";

export interface Gestures {
  /** Called when a person begins to drag the board, and when the person lets go. */
  drag(on: boolean): void;
  /** Called to move the board while it is dragged. */
  pan(by: Point): void;
  zoom(at: Point, factor: number): void;
  /** Called when the only finger or the mouse is pressed here: a tap refers to what lies there at this moment. */
  down(at: Point): void;
  tap(at: Point): void;
  /** Called when the pointer hovers here, or a finger was held here; null when it has left. */
  point(at: Point | null): void;
  /** Called when the wheel turns at a place. Returns true if the board uses the wheel there for something other than
   * zooming. */
  wheel(at: Point, steps: number): boolean;
}

/** Maximum movement of a tap in pixels; and the time in milliseconds after which it is a long press. */
const SLOP = 8;
const HOLD_MS = 450;

/** The zoom for each pixel of the wheel; and the pixels of one step. */
const WHEEL_ZOOM = 0.0016;
const WHEEL_STEP = 60;
const LINE_PX = 33;

interface Touch {
  at: Point;
  start: Point;
}

/** Watches an element until close(). */
export class GestureWatch {
  readonly #touches = new Map<number, Touch>();
  readonly #abort = new AbortController();
  #moved = false;
  #held = false;
  #timer = 0;
  #turned = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly gestures: Gestures,
  ) {
    const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
      host.addEventListener(type, act, { signal: this.#abort.signal, passive: false });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#drop(event));
    on("pointerleave", () => gestures.point(null));
    on("wheel", (event) => this.#wheel(event));
    on("contextmenu", (event) => event.preventDefault());
  }

  close(): void {
    this.#abort.abort();
    clearTimeout(this.#timer);
  }

  #place(event: MouseEvent): Point {
    const box = this.host.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event: PointerEvent): void {
    if (event.button > 1) return;
    const at = this.#place(event);
    this.host.setPointerCapture(event.pointerId);
    this.#touches.set(event.pointerId, { at, start: at });
    this.#moved = this.#touches.size > 1;
    if (!this.#moved) this.gestures.down(at);
    this.#held = false;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#hold(at), HOLD_MS);
  }

  #hold(at: Point): void {
    if (this.#moved || this.#touches.size !== 1) return;
    this.#held = true;
    this.gestures.point(at);
  }

  #move(event: PointerEvent): void {
    const at = this.#place(event);
    const touch = this.#touches.get(event.pointerId);
    if (!touch) {
      if (event.pointerType === "mouse") this.gestures.point(at);
      return;
    }
    const far = Math.hypot(at.x - touch.start.x, at.y - touch.start.y) > SLOP;
    if (!this.#moved && !far) return;
    this.#moved = true;
    this.gestures.drag(true);
    this.#drag(touch, at);
    touch.at = at;
  }

  /** One finger pans. With two fingers each pans by half of its movement, and together they zoom. */
  #drag(touch: Touch, at: Point): void {
    const share = 1 / this.#touches.size;
    this.gestures.pan({ x: (at.x - touch.at.x) * share, y: (at.y - touch.at.y) * share });
    const other = [...this.#touches.values()].find((each) => each !== touch);
    if (!other) return;
    const before = Math.hypot(touch.at.x - other.at.x, touch.at.y - other.at.y);
    const after = Math.hypot(at.x - other.at.x, at.y - other.at.y);
    if (before > 0 && after > 0) this.gestures.zoom(middle(at, other.at), after / before);
  }

  #up(event: PointerEvent): void {
    const touch = this.#touches.get(event.pointerId);
    this.#drop(event);
    if (touch && !this.#moved && !this.#held) this.gestures.tap(touch.at);
  }

  #drop(event: PointerEvent): void {
    this.#touches.delete(event.pointerId);
    clearTimeout(this.#timer);
    if (this.#touches.size === 0) this.gestures.drag(false);
    if (this.#held) this.gestures.point(null);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.#place(event);
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
    this.#turned += pixels;
    const steps = Math.trunc(this.#turned / WHEEL_STEP);
    this.#turned -= steps * WHEEL_STEP;
    if (!event.ctrlKey && this.gestures.wheel(at, Math.sign(steps))) return;
    const strength = event.ctrlKey ? 6 * WHEEL_ZOOM : WHEEL_ZOOM;
    this.gestures.zoom(at, Math.exp(-pixels * strength));
  }
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
