/** The window on the board: moves and scales the picture as its sight goes. */
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

  /** `plane` holds the picture, the corner of the cell 0,0 at its own; `told` is called when the camera has come to
   * rest. */
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

  /** What there is to see has changed: all of it is shown, unless the person has just moved the board himself. */
  follow(box: Box): void {
    this.#go(() => this.#sight.follow(box));
  }

  /** Shows everything. */
  fit(): void {
    this.#go(() => this.#sight.fit());
  }

  /** Comes near enough to see all of a box with tiles of at least `pixels`. */
  approach(box: Box, pixels: number, covered?: Covered): void {
    this.#go(() => this.#sight.approach(box, pixels, covered));
  }

  /** Brings all of a box into sight, beside what is covered; gives the milliseconds that it takes, 0 where it is seen
   * already. */
  reveal(box: Box, covered?: Covered): number {
    let ms = 0;
    this.#go(() => {
      ms = this.#sight.reveal(box, covered);
    });
    return ms;
  }

  /** A hand has begun to move the board, or has let go of it. */
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

  /** Zooms about the middle, smoothly. */
  zoomBy(factor: number): void {
    this.#go(() => this.#sight.zoomBy(factor));
  }

  /** Moves the board by pixels, smoothly. */
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
   * While the board moves, or is in a hand, it is one picture that the browser shifts, however slow its frames; at rest
   * it is painted sharp.
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
