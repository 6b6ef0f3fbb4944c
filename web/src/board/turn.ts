/** A turn being chosen: where the drawn tile goes, how it is turned, and what is done with a meeple. Nothing is painted
 * here. */
import type { Cell } from "../../../js/src/types";
import { cellOf, keyOf } from "./geometry";

export interface Placement extends Cell {
  rotation: number;
}

/** The legal decisions once a tile lies so, in words of a move: `none`, `return`, `small:route.E`, `large:planet@2,2`. */
export type Decide = (placement: Placement) => string[];

/** The placements of the lines of `legal` in the phase `place`, rotations by cell. */
export function placesOf(legal: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const line of legal) {
    const [, cell, rotation] = /^place (-?\d+,-?\d+)r(\d)$/.exec(line) ?? [];
    if (cell !== undefined) places.set(cell, [...(places.get(cell) ?? []), Number(rotation)]);
  }
  return places;
}

/** The decisions of the lines of `legal` in the phase `meeple`; that the abbot is called back stands last. */
export function decisionsOf(legal: readonly string[]): string[] {
  const decisions = legal.filter((line) => line.startsWith("meeple ")).map((line) => line.slice("meeple ".length));
  return decisions.sort((a, b) => Number(a === "return") - Number(b === "return"));
}

/** What a person is choosing. Each change returns whether anything changed. */
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

  /** Where the tile lies for now. */
  get placement(): Placement | null {
    return this.#cell === null ? null : { ...cellOf(this.#cell), rotation: this.#rotation };
  }

  /** How the tile is turned, in the hand or on the board. */
  get rotation(): number {
    return this.#rotation;
  }

  /** The rotations that are legal at the cell chosen, or anywhere as long as there is none. */
  get rotations(): readonly number[] {
    if (this.#cell !== null) return this.places.get(this.#cell) ?? [];
    return [...new Set([...this.places.values()].flat())].sort();
  }

  /** The legal decisions at the placement; none without one. */
  get decisions(): readonly string[] {
    return this.#decisions;
  }

  /** Whether the tile lies where a meeple can neither be set nor taken back: there is nothing more to choose. */
  get settled(): boolean {
    return this.#cell !== null && this.#decisions.every((decision) => decision === "none");
  }

  /** The decision chosen, if any. */
  get decision(): string | null {
    return this.#decision;
  }

  /** The whole turn as it would be sent; without a decision chosen nothing is placed. */
  get move(): string | null {
    const at = this.placement;
    return at && this.moveAt(at, this.#decision ?? "none");
  }

  /** The turn in words with the tile laid so. */
  moveAt(placement: Placement, decision = "none"): string {
    return `${this.tile}@${keyOf(placement)}r${placement.rotation}=${decision}`;
  }

  /** How the tile would lie on a cell: turned as it is if that fits, else as the next rotation that does. */
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

  /** Lays the tile as a proposed turn has it, with what is decided there. */
  adopt({ x, y, rotation }: Placement, decision: string): boolean {
    const key = keyOf({ x, y });
    if (!this.places.get(key)?.includes(rotation)) return false;
    this.#cell = key;
    this.#decision = null;
    this.#lay(rotation);
    if (decision !== "none") this.put(decision);
    return true;
  }

  /** Goes through the legal rotations, `by` forwards or backwards. A decision that is no longer legal is dropped. */
  rotate(by: number): boolean {
    const fits = this.rotations;
    const next = fits[(fits.indexOf(this.#rotation) + by + fits.length) % fits.length];
    if (next === undefined || next === this.#rotation) return false;
    this.#lay(next);
    return true;
  }

  /** Chooses a decision; null: not yet. */
  put(decision: string | null): boolean {
    if (decision === this.#decision || (decision !== null && !this.#decisions.includes(decision))) return false;
    this.#decision = decision;
    return true;
  }

  /** Takes the last choice back: the decision, then the placement. */
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
