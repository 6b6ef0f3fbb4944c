/** The window on the board: moves and scales the picture to match its Sight. */
import { reducedMotion } from "../ui/settings";
import { type Box, type Covered, type Point, TILE_PX } from "./geometry";
import { Sight } from "./sight";

const REST_MS = 160;

export class Viewport {
  readonly #sight = new Sight(() => performance.now(), reducedMotion);
  #frame = 0;
  #resting = 0;
  #dragged = false;
  readonly #watch: ResizeObserver;

  /** `plane` holds the picture; its corner is the corner of cell 0,0. `told` is called when the camera has stopped. */
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
    return this.#sight.camera.scale;
  }

  close(): void {
    this.#watch.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#resting);
  }

  /** Call this when the board has grown: the window shows all of it, or at least what was `laid` last, unless the
   * person has just moved the board. */
  follow(box: Box, laid: Box): void {
    this.#go(() => this.#sight.follow(box, laid));
  }

  /** Shows the whole board. */
  fit(): void {
    this.#go(() => this.#sight.fit());
  }

  /** Moves the camera so that all of a box is visible, with tiles at least `pixels` wide. */
  approach(box: Box, pixels: number, covered?: Covered): void {
    this.#go(() => this.#sight.approach(box, pixels, covered));
  }

  /** Moves the camera so that all of a box is visible outside the covered area. Returns the duration in milliseconds, 0
   * if the box is visible already. */
  reveal(box: Box, covered?: Covered): number {
    let ms = 0;
    this.#go(() => {
      ms = this.#sight.reveal(box, covered);
    });
    return ms;
  }

  /** Call this when a person begins to drag the board, and when the person lets go. */
  drag(on: boolean): void {
    if (this.#dragged === on) return;
    this.#dragged = on;
    this.#show();
  }

  pan(by: Point): void {
    this.#go(() => this.#sight.pan(by));
  }

  zoom(at: Point, factor: number): void {
    this.#go(() => this.#sight.zoom(at, factor));
  }

  /** Zooms smoothly about the middle of the window. */
  zoomBy(factor: number): void {
    this.#go(() => this.#sight.zoomBy(factor));
  }

  /** Moves the board smoothly by a number of pixels. */
  panBy(by: Point): void {
    this.#go(() => this.#sight.panBy(by));
  }

  /** The point of the board at a place of the window. */
  boardAt(at: Point): Point {
    return this.#sight.boardAt(at);
  }

  /** Where a point of the board is in the window. */
  placeOf(point: Point): Point {
    return this.#sight.placeOf(point);
  }

  #resized(): void {
    const view = { width: this.host.clientWidth, height: this.host.clientHeight };
    this.#go(() => this.#sight.resize(view));
  }

  #go(move: () => void): void {
    move();
    this.#show();
    cancelAnimationFrame(this.#frame);
    if (this.#sight.glides) this.#frame = requestAnimationFrame(() => this.#go(() => this.#sight.advance()));
  }

  /**
   * While the board moves or is dragged, the browser shifts it as one bitmap, which is fast on slow devices; at rest
   * the browser paints it sharp.
   */
  #show(): void {
    const at = this.placeOf({ x: 0, y: 0 });
    this.plane.style.transform = `translate(${at.x}px, ${at.y}px) scale(${this.scale / TILE_PX})`;
    this.plane.classList.add("board-moving");
    clearTimeout(this.#resting);
    if (this.#sight.glides || this.#dragged) return;
    this.#resting = window.setTimeout(() => {
      this.plane.classList.remove("board-moving");
      this.told();
    }, REST_MS);
  }
}
