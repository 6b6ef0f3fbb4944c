/** The visible part of the board: holds the camera, which the person moves by hand or which glides to a target. All
 * times are milliseconds of one clock. */
import {
  approached,
  between,
  type Camera,
  filled,
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

/** The largest size of a tile in pixels when a small board is fitted to the window. */
const COMFORTABLE_PX = 132;

/** The smallest size of a tile in pixels at which the camera follows the game; a person may go below. */
const LEAST_PX = 32;

/** For this time after a person has moved the board, the camera does not move by itself. */
const HANDS_OFF_MS = 6000;
export const GLIDE_MS = 420;
const NOWHERE: Box = boxAround([{ x: 0, y: 0 }], 1);
const FREE: Covered = { top: 0, right: 0, bottom: 0 };

/** The space for the tools; and the width of the window below which they lie along the upper edge, if the window is
 * higher than wide. */
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
  #laid: Box = NOWHERE;
  #view: Size = { width: 0, height: 0 };
  #touched = -HANDS_OFF_MS;
  #glide: Glide | null = null;
  /** Computes the camera for the last fit(), approach() or reveal() from a given camera; it also works after a change
   * of the window's size. Null: the camera follows the game. */
  #aim: ((from: Camera) => Camera) | null = null;

  /** `now` returns the time; `still` returns whether the camera jumps instead of gliding. */
  constructor(
    private readonly now: () => number,
    private readonly still: () => boolean,
  ) {}

  get camera(): Camera {
    return this.#camera;
  }

  /** Whether the camera is gliding. */
  get glides(): boolean {
    return this.#glide !== null;
  }

  /** Call this when the board has grown: the camera shows all of it, or at least what was `laid` last, unless the
   * person has just moved the board. */
  follow(box: Box, laid: Box): void {
    this.#box = box;
    this.#laid = laid;
    this.#aim = null;
    if (this.#free()) this.#glideTo(this.#followed());
  }

  /** Shows the whole board. */
  fit(): void {
    this.#touched = -HANDS_OFF_MS;
    this.#aim = () => this.#whole();
    this.#glideTo(this.#whole());
  }

  /** Moves the camera so that all of a box is visible outside the covered area, with tiles at least `pixels` wide. */
  approach(box: Box, pixels: number, covered = FREE): void {
    this.#aim = (from) => this.#beside(covered, from, (camera, view) => approached(camera, view, box, pixels));
    this.#glideTo(this.#aim(this.#camera));
  }

  /** Moves the camera so that all of a box is visible outside the covered area. Returns the duration in milliseconds, 0
   * if the box is visible already. */
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

  /** Zooms smoothly about the middle of the window. */
  zoomBy(factor: number): void {
    const middle = { x: this.#view.width / 2, y: this.#view.height / 2 };
    this.#touched = this.now();
    this.#glideTo(zoomed(this.#camera, this.#view, middle, factor));
  }

  /** Moves the board smoothly by a number of pixels. */
  panBy(by: Point): void {
    this.#touched = this.now();
    this.#glideTo(kept(panned(this.#camera, by), this.#box));
  }

  /** Sets the size of the window; with width 0 there is no window. */
  resize(view: Size): void {
    const first = this.#view.width === 0;
    this.#view = view;
    if (view.width === 0) return;
    if (first) this.#jump(this.#followed());
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

  /** Moves a gliding camera to its position at the present time; at the end it is exactly at its target. */
  advance(): void {
    if (!this.#glide) return;
    const { from, to, start } = this.#glide;
    const part = Math.max((this.now() - start) / GLIDE_MS, 0);
    if (part < 1) this.#hold(between(from, to, eased(part)));
    else this.#jump(to);
  }

  /** The camera that follows the game or, after fit(), approach() or reveal(), the camera for that box. */
  #aimed(): Camera {
    const followed = this.#followed();
    return this.#aim ? this.#aim(followed) : followed;
  }

  /** Applies `look` to the uncovered part of the window, and converts the result to a camera for the whole window. */
  #beside({ top, right, bottom }: Covered, from: Camera, look: (camera: Camera, view: Size) => Camera): Camera {
    const { width, height } = this.#view;
    const view = { width: Math.max(1, width - right), height: Math.max(1, height - top - bottom) };
    const [x, y] = [-right / 2, (top - bottom) / 2];
    return panned(look(panned(from, { x: -x, y: -y }), view), { x, y });
  }

  #free(): boolean {
    return this.now() - this.#touched >= HANDS_OFF_MS;
  }

  /** The camera for the whole board. */
  #whole(): Camera {
    return this.#besideTools((_, view) => fitted(this.#box, view, COMFORTABLE_PX));
  }

  /** The camera for the whole board or, if its tiles would be too small, for what was laid last. */
  #followed(): Camera {
    return this.#besideTools((camera, view) => {
      const whole = fitted(this.#box, view, COMFORTABLE_PX);
      if (whole.scale >= LEAST_PX) return whole;
      return filled(approached({ ...camera, scale: LEAST_PX }, view, this.#laid, LEAST_PX), view, this.#box);
    });
  }

  /**
   * Applies `look` to the window outside the tools, which cover its right edge, or on an upright phone the upper one.
   */
  #besideTools(look: (camera: Camera, view: Size) => Camera): Camera {
    const { width, height } = this.#view;
    const along = width < NARROW_PX && height >= width;
    const tools = along ? { ...FREE, top: TOOLS_PX } : { ...FREE, right: TOOLS_PX };
    return this.#beside(tools, this.#camera, look);
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

  /** Sets the camera; nothing else does. A camera with invalid numbers is ignored. */
  #hold(camera: Camera): void {
    if (isSound(camera)) this.#camera = camera;
  }
}
