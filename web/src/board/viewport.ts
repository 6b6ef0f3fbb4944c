/** The window on the board: moves and scales the drawing, by hand and by itself. */
import { reducedMotion } from "../ui/settings";
import { approached, between, type Camera, fitted, kept, panned, toBoard, toView, zoomed } from "./camera";
import { type Box, boxAround, DRAWN_PX, type Point, type Size } from "./geometry";

/** A board that fits easily is shown with tiles of this many pixels. */
const COMFORTABLE_PX = 132;

/** What a person has moved himself stays for so long. */
const HANDS_OFF_MS = 6000;
const GLIDE_MS = 420;
const REST_MS = 160;
const NOWHERE: Box = boxAround([{ x: 0, y: 0 }], 1);

/** The room of the tools, and the width below which they lie along the upper edge. */
const TOOLS_PX = 60;
const NARROW_PX = 700;

function eased(part: number): number {
  return 1 - (1 - part) ** 3;
}

export class Viewport {
  #camera: Camera = { x: 0.5, y: 0.5, scale: COMFORTABLE_PX };
  #box: Box = NOWHERE;
  #view: Size = { width: 0, height: 0 };
  #touched = -HANDS_OFF_MS;
  #frame = 0;
  #resting = 0;
  readonly #watch: ResizeObserver;

  /** `plane` holds the drawing, the corner of the cell 0,0 at its own; `told` is called when the camera has come to rest. */
  constructor(
    private readonly host: HTMLElement,
    private readonly plane: HTMLElement,
    private readonly told: () => void,
  ) {
    this.#watch = new ResizeObserver(() => this.#resized());
    this.#watch.observe(host);
    this.#resized();
  }

  get scale(): number {
    return this.#camera.scale;
  }

  close(): void {
    this.#watch.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#resting);
  }

  /** What there is to see has changed: all of it is shown, unless the person has just moved the board himself. */
  follow(box: Box): void {
    this.#box = box;
    if (performance.now() - this.#touched < HANDS_OFF_MS) return;
    this.#glide(this.#whole());
  }

  /** Shows everything. */
  fit(): void {
    this.#touched = -HANDS_OFF_MS;
    this.#glide(this.#whole());
  }

  /** Comes near enough to see all of a box with tiles of at least `pixels`. */
  approach(box: Box, pixels: number): void {
    this.#glide(approached(this.#camera, this.#view, box, pixels));
  }

  pan(by: Point): void {
    this.#byHand(panned(this.#camera, by));
  }

  zoom(at: Point, factor: number): void {
    this.#byHand(zoomed(this.#camera, this.#view, at, factor));
  }

  /** Zooms about the middle, smoothly. */
  zoomBy(factor: number): void {
    const middle = { x: this.#view.width / 2, y: this.#view.height / 2 };
    this.#touched = performance.now();
    this.#glide(zoomed(this.#camera, this.#view, middle, factor));
  }

  /** Moves the board by pixels, smoothly. */
  panBy(by: Point): void {
    this.#touched = performance.now();
    this.#glide(kept(panned(this.#camera, by), this.#box));
  }

  /** The point of the board at a place of the window. */
  boardAt(at: Point): Point {
    return toBoard(this.#camera, this.#view, at);
  }

  /** Where a point of the board is in the window. */
  placeOf(point: Point): Point {
    return toView(this.#camera, this.#view, point);
  }

  /** Everything, beside the tools that lie over the window: at its right edge, on a phone along its upper one. */
  #whole(): Camera {
    const narrow = this.#view.width < NARROW_PX;
    const inset = narrow ? { width: 0, height: TOOLS_PX } : { width: TOOLS_PX, height: 0 };
    const view = { width: this.#view.width - inset.width, height: this.#view.height - inset.height };
    const whole = fitted(this.#box, view, COMFORTABLE_PX);
    return panned(whole, { x: -inset.width / 2, y: inset.height / 2 });
  }

  #resized(): void {
    const first = this.#view.width === 0;
    this.#view = { width: this.host.clientWidth, height: this.host.clientHeight };
    if (this.#view.width === 0) return;
    const free = performance.now() - this.#touched >= HANDS_OFF_MS;
    if (first) this.#stand(this.#whole());
    else if (free) this.#glide(this.#whole());
    else this.#stand(this.#camera);
  }

  #byHand(camera: Camera): void {
    this.#touched = performance.now();
    cancelAnimationFrame(this.#frame);
    this.#stand(kept(camera, this.#box));
  }

  #glide(to: Camera): void {
    cancelAnimationFrame(this.#frame);
    const from = this.#camera;
    if (reducedMotion() || this.#view.width === 0) {
      this.#stand(to);
      return;
    }
    const start = performance.now();
    const step = (now: number) => {
      const part = Math.min(Math.max((now - start) / GLIDE_MS, 0), 1);
      this.#stand(between(from, to, eased(part)));
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** While the board moves it is one picture that the browser shifts; at rest it is drawn sharp. */
  #stand(camera: Camera): void {
    this.#camera = camera;
    const at = this.placeOf({ x: 0, y: 0 });
    this.plane.style.transform = `translate(${at.x}px, ${at.y}px) scale(${camera.scale / DRAWN_PX})`;
    this.plane.classList.add("board-moving");
    clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => {
      this.plane.classList.remove("board-moving");
      this.told();
    }, REST_MS);
  }
}
