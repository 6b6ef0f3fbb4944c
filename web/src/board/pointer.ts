/** The pointer on the board: taps, hovers and drags the tile in hand, and shows what lies there: the tile as it
 * would lie, or a text about the realm. The keyboard cursor shows the same. */
import type { Cell } from "../../../js/src/types";
import { sentences } from "../panels/log";
import { announce } from "../ui/announce";
import { realmWords } from "./aids";
import type { BoardParts } from "./board-parts";
import type { DragActions } from "./drag";
import { cellAt, cellOf, keyOf, type Point } from "./geometry";
import type { Gestures } from "./gestures";
import { listFocused } from "./list";
import { refusalWords } from "./phrases";
import { type Found, RealmFinder, realmOf } from "./realm-finder";
import type { Preview } from "./sprites";
import type { Tip } from "./tip";

/** Milliseconds for which the board shows why a dropped tile does not fit. */
const REFUSED_MS = 4000;

/** The realm at the pointer, with the point of the window. */
interface Pointed {
  at: Point;
  found: Found;
}

export class Pointer {
  readonly #finder: RealmFinder;
  #pointed: Pointed | null = null;
  /** The point of the board under the finger when it was pressed, and the scale; the view may move until the finger is
   * lifted. */
  #touched = { point: { x: 0, y: 0 }, scale: 1 };
  #hover: Cell | null = null;
  #dragged = false;
  #refused: { cell: Cell; words: string } | null = null;
  #timer = 0;

  constructor(private readonly parts: BoardParts) {
    this.#finder = new RealmFinder(parts.stage, parts.maps);
  }

  /** The tile in hand is being dragged. */
  get dragged(): boolean {
    return this.#dragged;
  }

  /** The cell where a tile was dropped that does not fit, with the reason. */
  get refused(): { cell: Cell; words: string } | null {
    return this.#refused;
  }

  /** Removes the reason why a tile does not fit, because the person or the table goes on. */
  goOn(): void {
    this.#refused = null;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  gestures(): Gestures {
    const { viewport } = this.parts;
    return {
      drag: (on) => viewport().drag(on),
      pan: (by) => viewport().pan(by),
      zoom: (at, factor) => viewport().zoom(at, factor),
      down: (at) => {
        this.#touched = { point: viewport().boardAt(at), scale: viewport().scale };
      },
      tap: (at) => this.#tap(at),
      point: (at) => this.#point(at),
      wheel: (at, steps) => this.#wheel(at, steps),
    };
  }

  /** The actions of a drag: the dragged tile is shown where it would lie, and is laid there when it is dropped. */
  drag(): DragActions {
    const { host, viewport, chooser } = this.parts;
    const inView = ({ x, y }: Point) => {
      const box = host.querySelector(".board-view")!.getBoundingClientRect();
      return { x: x - box.left, y: y - box.top };
    };
    return {
      size: () => viewport().scale,
      over: (at) => {
        this.#dragged = at !== null;
        this.#refused = null;
        this.#point(at && inView(at));
      },
      drop: (at) => {
        const point = viewport().boardAt(inView(at));
        if (chooser.tap(point, viewport().scale)) return;
        const over = document.elementFromPoint(at.x, at.y)?.closest(".board-view");
        if (over) this.#refuse(cellAt(point));
      },
    };
  }

  /** The preview of the turn being chosen, or of the tile at the pointer or the keyboard cursor. */
  preview(): Preview | null {
    const { chooser, host, view } = this.parts;
    const { turn, entries, at, mode } = chooser;
    const { colours, seat } = view().state;
    const colour = colours[seat - 1];
    if (!turn) return null;
    const keyed = listFocused(host) && mode === "places";
    if (turn.placement) {
      const { tile, placement, decision, decisions } = turn;
      return { tile, placement, decision, decisions, pointed: entries[at]?.key ?? null, colour, hint: false };
    }
    const cell = this.#hover ?? (keyed && entries[at] ? cellOf(entries[at].key) : null);
    const placement = cell && turn.lying(cell);
    if (!placement) return null;
    return { tile: turn.tile, placement, decision: null, decisions: [], pointed: null, colour, hint: true };
  }

  /** The text over the board: the gains where the tile of `preview` would lie, or a description of the realm. */
  tip(preview: Preview | null): Tip | null {
    const { show, chooser, viewport, names } = this.parts;
    const { arrow } = show;
    if (arrow) {
      const at = viewport().placeOf({ x: arrow.x + 0.5, y: arrow.y });
      return { at, tall: viewport().scale, words: sentences([arrow], names())[0].text, segments: [] };
    }
    const { cell, words: why } = this.#refused ?? {};
    if (cell || preview?.hint) {
      const { x, y } = cell ?? preview!.placement;
      const words = why ?? chooser.promise({ x, y });
      return { at: viewport().placeOf({ x: x + 0.5, y }), tall: viewport().scale, words, segments: [] };
    }
    const pointed = this.#pointedNow();
    if (!pointed) return null;
    const { at, found } = pointed;
    return { at, tall: 0, words: realmWords(found.realm, names()), segments: found.segments };
  }

  /** The realm at the pointer or the keyboard cursor. */
  #pointedNow(): Pointed | null {
    const { chooser, host, view, viewport, maps, stage } = this.parts;
    const { mode, entries, at } = chooser;
    if (this.#pointed || mode !== "realms" || !listFocused(host) || !entries[at]) return this.#pointed;
    const found = realmOf(view(), entries[at].key);
    return found && { at: viewport().placeOf(maps.anchor(stage, found.realm)), found };
  }

  #tap(at: Point): void {
    const { player, show, chooser } = this.parts;
    if (player.roll()) return;
    const shown = show.fight !== null || show.out !== null;
    player.skip();
    if (shown) return;
    this.#point(null);
    if (!chooser.tap(this.#touched.point, this.#touched.scale)) this.#point(at);
  }

  /** Handles a pointer that hovers at a place: shows the text about the realm there, or the tile as it would lie. */
  #point(at: Point | null): void {
    const { viewport, aids, view, chooser, paint } = this.parts;
    const point = at && viewport().boardAt(at);
    const found = point && aids() ? this.#finder.at(point, view()) : null;
    const cell = point && chooser.turn?.places.has(keyOf(cellAt(point))) ? cellAt(point) : null;
    const same =
      this.#pointed?.found.realm === found?.realm &&
      keyOf(cell ?? { x: 0.5, y: 0 }) === keyOf(this.#hover ?? { x: 0.5, y: 0 });
    this.#pointed = at && found ? { at, found } : null;
    this.#hover = cell;
    if (!same) paint();
  }

  /** Handles the wheel: over the tile being laid it rotates the tile. */
  #wheel(at: Point, steps: number): boolean {
    const { chooser, viewport } = this.parts;
    const placement = chooser.turn?.placement;
    if (!placement || keyOf(cellAt(viewport().boardAt(at))) !== keyOf(placement)) return false;
    if (steps !== 0) chooser.rotate(steps);
    return true;
  }

  /** Shows for a moment why the tile does not fit on a cell: in the dock, on the board and for screen readers. */
  #refuse(cell: Cell): void {
    const { stage, paint } = this.parts;
    const words = refusalWords(cell, stage);
    this.#refused = { cell, words };
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#refused = null;
      paint();
    }, REFUSED_MS);
    announce(words);
    paint();
  }
}
