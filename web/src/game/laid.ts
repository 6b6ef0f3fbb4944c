/** The order in which the tiles of a board were laid. */
import type { PlacedTile } from "../../../js/src/types";

/** The tiles in the order of the words that laid them, where the engine has the order of cells. A tile that no word
 * laid was there before. The index is the number of a tile's draw, on which its look depends. */
export function laidTiles(board: readonly PlacedTile[], words: readonly string[]): PlacedTile[] {
  const cells = new Map(words.map((word, index) => [/@(-?\d+,-?\d+)r/.exec(word)?.[1], index]));
  const number = ({ x, y }: PlacedTile) => cells.get(`${x},${y}`) ?? -1;
  return [...board].sort((a, b) => number(a) - number(b));
}
