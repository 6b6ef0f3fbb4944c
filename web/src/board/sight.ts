/** What of the board is seen: where the camera stands, by hand or on its way elsewhere. Times are milliseconds of one
 * clock. */
import {
  approached,
  between,
  type Camera,
  fitted,
  isSound,
  kept,
  panned,
  revealed,
  sees,
  toBoard,
  toView,
  zoomed,
} from "./camera";
import { type Box, boxAround, type Covered, type Point, type Size } from "./geometry";

/** A board that fits easily is shown with tiles of this many pixels. */
const COMFORTABLE_PX = 132;

/** What a person has moved himself stays for so long. */
const HANDS_OFF_MS = 6000;
export const GLIDE_MS = 420;
const NOWHERE: Box = boxAround([{ x: 0, y: 0 }], 1);
const FREE: Covered = { top: 0, right: 0, bottom: 0 };

/** The room of the tools, and the width below which they lie along the upper edge of a high window. */
const TOOLS_PX = 60;
const NARROW_PX = 700;

interface Glide {
  from: Camera;
  to: Camera;
  start: number;
}

function eased(part: number): number {
  return 1 - (1 - part) ** 3;
}

export class Sight {
  #camera: Camera = { x: 0.5, y: 0.5, scale: COMFORTABLE_PX };
  #box: Box = NOWHERE;
  #view: Size = { width: 0, height: 0 };
  #touched = -HANDS_OFF_MS;
  #glide: Glide | null = null;
  /** How what was approached or revealed is looked at from a camera, in a window of another size, too; null: all is
   * seen. */
  #aim: ((from: Camera) => Camera) | null = null;

  /** `now` tells the time; `still`: whether the camera jumps instead of gliding. */
  constructor(
    private readonly now: () => number,
    private readonly still: () => boolean,
  ) {}

  get camera(): Camera {
    return this.#camera;
  }

  /** Whether the camera is on its way. */
  get glides(): boolean {
    return this.#glide !== null;
  }

  /** What there is to see has changed: all of it is shown, unless the person has just moved the board himself. */
  follow(box: Box): void {
    this.#box = box;
    this.#aim = null;
    if (this.#free()) this.#glideTo(this.#whole());
  }

  /** Shows everything. */
  fit(): void {
    this.#touched = -HANDS_OFF_MS;
    this.#aim = null;
    this.#glideTo(this.#whole());
  }

  /** Comes near enough to see all of a box, beside what is covered, with tiles of at least `pixels`. */
  approach(box: Box, pixels: number, covered = FREE): void {
    this.#aim = (from) => this.#beside(covered, from, (camera, view) => approached(camera, view, box, pixels));
    this.#glideTo(this.#aim(this.#camera));
  }

  /** Brings all of a box into sight, beside what is covered; gives the milliseconds that it takes, 0 where it is seen
   * already. */
  reveal(box: Box, covered = FREE): number {
    if (this.#view.width === 0) return 0;
    let seen = false;
    this.#aim = (from) =>
      this.#beside(covered, from, (camera, view) => {
        seen = sees(camera, view, box);
        return revealed(camera, view, box);
      });
    const to = this.#aim(this.#camera);
    if (seen) return 0;
    this.#glideTo(to);
    return this.glides ? GLIDE_MS : 0;
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
    this.#touched = this.now();
    this.#glideTo(zoomed(this.#camera, this.#view, middle, factor));
  }

  /** Moves the board by pixels, smoothly. */
  panBy(by: Point): void {
    this.#touched = this.now();
    this.#glideTo(kept(panned(this.#camera, by), this.#box));
  }

  /** The window has another size; without width there is none. */
  resize(view: Size): void {
    const first = this.#view.width === 0;
    this.#view = view;
    if (view.width === 0) return;
    if (first) this.#jump(this.#whole());
    else if (this.#free()) this.#glideTo(this.#aimed());
  }

  /** The point of the board at a place of the window. */
  boardAt(at: Point): Point {
    return toBoard(this.#camera, this.#view, at);
  }

  /** Where a point of the board is in the window. */
  placeOf(point: Point): Point {
    return toView(this.#camera, this.#view, point);
  }

  /** Goes on to where the camera is at this time; a way that is done ends exactly at its target. */
  advance(): void {
    if (!this.#glide) return;
    const { from, to, start } = this.#glide;
    const part = Math.max((this.now() - start) / GLIDE_MS, 0);
    if (part < 1) this.#hold(between(from, to, eased(part)));
    else this.#jump(to);
  }

  /** Everything, or from there as near to what was approached as it was to be seen. */
  #aimed(): Camera {
    const whole = this.#whole();
    return this.#aim ? this.#aim(whole) : whole;
  }

  /** What a look through the free part of the window finds, as a camera of the whole window. */
  #beside({ top, right, bottom }: Covered, from: Camera, look: (camera: Camera, view: Size) => Camera): Camera {
    const { width, height } = this.#view;
    const view = { width: Math.max(1, width - right), height: Math.max(1, height - top - bottom) };
    const [x, y] = [-right / 2, (top - bottom) / 2];
    return panned(look(panned(from, { x: -x, y: -y }), view), { x, y });
  }

  #free(): boolean {
    return this.now() - this.#touched >= HANDS_OFF_MS;
  }

  /** Everything, beside the tools that lie over the window: at its right edge, on a phone held upright along its upper
   * one. */
  #whole(): Camera {
    const { width, height } = this.#view;
    const along = width < NARROW_PX && height >= width;
    const tools = along ? { ...FREE, top: TOOLS_PX } : { ...FREE, right: TOOLS_PX };
    return this.#beside(tools, this.#camera, (_, view) => fitted(this.#box, view, COMFORTABLE_PX));
  }

  #byHand(camera: Camera): void {
    this.#touched = this.now();
    this.#jump(kept(camera, this.#box));
  }

  #glideTo(to: Camera): void {
    if (this.still() || this.#view.width === 0) this.#jump(to);
    else this.#glide = { from: this.#camera, to, start: this.now() };
  }

  #jump(camera: Camera): void {
    this.#glide = null;
    this.#hold(camera);
  }

  /** The only place where the camera is put. One from which no board could be seen is refused, and the last one stays. */
  #hold(camera: Camera): void {
    if (isSound(camera)) this.#camera = camera;
  }
}
