/** A turn that a person is choosing: the cell and rotation of the drawn tile, and the decision about a meeple. It
 * paints nothing. */
import type { Cell } from "../../../js/src/types";
import { cellOf, keyOf } from "./geometry";

export interface Placement extends Cell {
  rotation: number;
}

/** Returns the legal decisions for a placement, in words of a move: `none`, `return`, `small:route.E`,
 * `large:planet@2,2`. */
export type Decide = (placement: Placement) => string[];

/** Reads the lines of `legal` in the phase `place`: the legal rotations by cell. */
export function placesOf(legal: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const line of legal) {
    const [, cell, rotation] = /^place (-?\d+,-?\d+)r(\d)$/.exec(line) ?? [];
    if (cell !== undefined) places.set(cell, [...(places.get(cell) ?? []), Number(rotation)]);
  }
  return places;
}

/** Reads the lines of `legal` in the phase `meeple`: the legal decisions, the return of the abbot last. */
export function decisionsOf(legal: readonly string[]): string[] {
  const decisions = legal.filter((line) => line.startsWith("meeple ")).map((line) => line.slice("meeple ".length));
  return decisions.sort((a, b) => Number(a === "return") - Number(b === "return"));
}

/** The present choice. Each method that changes it returns whether anything changed. */
export class Turn {
  readonly places: ReadonlyMap<string, readonly number[]>;
  #cell: string | null = null;
  #rotation: number;
  #decisions: readonly string[] = [];
  #decision: string | null = null;

  constructor(
    readonly tile: string,
    legal: readonly string[],
    private readonly decide: Decide,
  ) {
    this.places = placesOf(legal);
    this.#rotation = this.rotations[0] ?? 0;
  }

  /** The chosen placement of the tile. */
  get placement(): Placement | null {
    return this.#cell === null ? null : { ...cellOf(this.#cell), rotation: this.#rotation };
  }

  /** The rotation of the tile, in the hand or on the board. */
  get rotation(): number {
    return this.#rotation;
  }

  /** The legal rotations at the chosen cell; without a chosen cell, those that are legal somewhere. */
  get rotations(): readonly number[] {
    if (this.#cell !== null) return this.places.get(this.#cell) ?? [];
    return [...new Set([...this.places.values()].flat())].sort();
  }

  /** The legal decisions at the chosen placement; empty without one. */
  get decisions(): readonly string[] {
    return this.#decisions;
  }

  /** Whether nothing is left to choose: the tile lies where no meeple can be placed or taken back. */
  get settled(): boolean {
    return this.#cell !== null && this.#decisions.every((decision) => decision === "none");
  }

  /** The chosen decision, if any. */
  get decision(): string | null {
    return this.#decision;
  }

  /** The whole move as it would be sent; without a chosen decision it places no meeple. */
  get move(): string | null {
    const at = this.placement;
    return at && this.moveAt(at, this.#decision ?? "none");
  }

  /** The words of the move with this placement. */
  moveAt(placement: Placement, decision = "none"): string {
    return `${this.tile}@${keyOf(placement)}r${placement.rotation}=${decision}`;
  }

  /** The placement on a cell: in the present rotation if it is legal there, otherwise in the next legal one. */
  lying(cell: Cell): Placement | null {
    const fits = this.places.get(keyOf(cell));
    if (!fits) return null;
    return { x: cell.x, y: cell.y, rotation: fits.find((rotation) => rotation >= this.#rotation) ?? fits[0] };
  }

  /** Lays the tile on a cell. */
  choose(cell: Cell): boolean {
    const key = keyOf(cell);
    const placement = this.lying(cell);
    if (!placement || key === this.#cell) return false;
    this.#cell = key;
    this.#decision = null;
    this.#lay(placement.rotation);
    return true;
  }

  /** Lays the tile as in a proposed turn, with that turn's decision. */
  adopt({ x, y, rotation }: Placement, decision: string): boolean {
    const key = keyOf({ x, y });
    if (!this.places.get(key)?.includes(rotation)) return false;
    this.#cell = key;
    this.#decision = null;
    this.#lay(rotation);
    if (decision !== "none") this.put(decision);
    return true;
  }

  /** Steps through the legal rotations by `by`, which may be negative. A decision that is no longer legal is
   * dropped. */
  rotate(by: number): boolean {
    const fits = this.rotations;
    const next = fits[(fits.indexOf(this.#rotation) + by + fits.length) % fits.length];
    if (next === undefined || next === this.#rotation) return false;
    this.#lay(next);
    return true;
  }

  /** Chooses a decision; null removes the choice. */
  put(decision: string | null): boolean {
    if (decision === this.#decision || (decision !== null && !this.#decisions.includes(decision))) return false;
    this.#decision = decision;
    return true;
  }

  /** Undoes the last choice: first the decision, then the placement. */
  back(): boolean {
    if (this.#decision !== null) return this.put(null);
    if (this.#cell === null) return false;
    this.#cell = null;
    this.#decisions = [];
    return true;
  }

  #lay(rotation: number): void {
    this.#rotation = rotation;
    const at = this.placement;
    this.#decisions = at ? this.decide(at) : [];
    if (this.#decision !== null && !this.#decisions.includes(this.#decision)) this.#decision = null;
  }
}
