/** The entries that the keyboard steps through: first the legal cells, then the decisions about a meeple. */

import type { Cell } from "../../../js/src/types";
import { decisionWords, turnedWords } from "../words/decisions";
import { placeWord } from "../words/terms";
import { t } from "../words/words";
import { cellOf, keyOf } from "./geometry";
import type { Maps } from "./maps";
import type { Rating } from "./ratings";
import type { Turn } from "./turn";

/** An entry: its key (a cell, or a decision) and its text. */
export interface ChoiceEntry {
  key: string;
  words: string;
}

/** Legal cells in reading order: by y, then x. */
function cells(turn: Turn): Cell[] {
  return [...turn.places.keys()].map(cellOf).sort((a, b) => a.y - b.y || a.x - b.x);
}

function cellWords(turn: Turn, cell: Cell, maps: Maps, ratings: ReadonlyMap<string, Rating> | null): string {
  const fits = turn.places.get(keyOf(cell)) ?? [];
  const turned = turnedWords(maps.of(turn.tile, turn.lying(cell)!.rotation));
  const ways = fits.length > 1 ? t("board.ways", { n: fits.length }) : "";
  const rating = ratings ? t(`board.rating.${ratings.get(keyOf(cell)) ?? 1}`) : "";
  return [placeWord(cell), turned, ways, rating].filter(Boolean).join("; ");
}

/** The possible choices: cells, with their ratings if there are any; or, once the tile lies, the decisions about a
 * meeple. */
export function entriesOf(turn: Turn, maps: Maps, ratings: ReadonlyMap<string, Rating> | null): ChoiceEntry[] {
  const { placement } = turn;
  if (placement) return turn.decisions.map((key) => ({ key, words: decisionWords(key, placement) }));
  return cells(turn).map((cell) => ({ key: keyOf(cell), words: cellWords(turn, cell, maps, ratings) }));
}

/** The index after a step of `by` in a list that wraps around at both ends. */
export function stepped(length: number, at: number, by: number): number {
  return length === 0 ? 0 : (at + by + length) % length;
}
