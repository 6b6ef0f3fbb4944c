/** The pieces that the board shows: the position of the table, or an earlier one while its steps are animated. */
import type { GameEvent, PlacedMeeple, PlacedTile, State } from "../../../js/src/types";
import { laidTiles } from "../game/laid";
import { keyOf } from "./geometry";

function sameMeeple(a: PlacedMeeple, b: PlacedMeeple): boolean {
  return a.seat === b.seat && a.piece === b.piece && a.realm === b.realm && a.x === b.x && a.y === b.y;
}

export class Stage {
  #tiles = new Map<string, PlacedTile>();
  #meeples: readonly PlacedMeeple[] = [];

  /** The tiles sorted by y and x, so that a piece can overlap the tile above it. `draw`: the number of tiles laid
   * before. */
  get tiles(): (PlacedTile & { draw: number })[] {
    const laid = [...this.#tiles.values()].map((tile, draw) => ({ ...tile, draw }));
    return laid.sort((a, b) => a.y - b.y || a.x - b.x);
  }

  get meeples(): readonly PlacedMeeple[] {
    return this.#meeples;
  }

  /** The tile that was laid last. */
  get last(): PlacedTile | undefined {
    return [...this.#tiles.values()].at(-1);
  }

  tileAt(x: number, y: number): PlacedTile | undefined {
    return this.#tiles.get(keyOf({ x, y }));
  }

  /** Shows a position at once; `words` have laid its tiles. */
  show({ board, meeples }: Pick<State, "board" | "meeples">, words: readonly string[]): void {
    this.#tiles = new Map(laidTiles(board, words).map((tile) => [keyOf(tile), tile]));
    this.#meeples = meeples;
  }

  /** Applies an event to the pieces; most events change nothing. */
  apply(event: GameEvent): void {
    if (event.event === "placed") this.#tiles.set(keyOf(event), event);
    if (event.event === "meeple") this.#meeples = [...this.#meeples, event];
    if (event.event === "returned") {
      const at = this.#meeples.findIndex((meeple) => sameMeeple(meeple, event));
      this.#meeples = this.#meeples.filter((_, index) => index !== at);
    }
  }
}
