/** The list that one steps through by keyboard: the legal places, then the decisions about a meeple. */

import type { Cell } from "../../../js/src/types";
import { decisionWords, turnedWords } from "../words/decisions";
import { placeWord } from "../words/terms";
import { t } from "../words/words";
import { cellOf, keyOf } from "./geometry";
import type { Maps } from "./maps";
import type { Rating } from "./ratings";
import type { Turn } from "./turn";

/** An entry: its key (a cell, or a decision) and its words. */
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

/** What can be chosen next: a cell, with its rating if there are any, or what is done with a meeple once the tile lies. */
export function entriesOf(turn: Turn, maps: Maps, ratings: ReadonlyMap<string, Rating> | null): ChoiceEntry[] {
  const { placement } = turn;
  if (placement) return turn.decisions.map((key) => ({ key, words: decisionWords(key, placement) }));
  return cells(turn).map((cell) => ({ key: keyOf(cell), words: cellWords(turn, cell, maps, ratings) }));
}

/** The place in the list after a step of `by`, from end to beginning and back. */
export function stepped(length: number, at: number, by: number): number {
  return length === 0 ? 0 : (at + by + length) % length;
}
