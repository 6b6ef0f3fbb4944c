/** Texts about decisions about meeples, and about sides of tiles. */
import type { Cell, TileMap } from "../../../js/src/types";
import { placeWord, realmWord } from "./terms";
import { type Key, t } from "./words";

const SIDES: Record<string, Key> = {
  N: "board.side.north",
  E: "board.side.east",
  S: "board.side.south",
  W: "board.side.west",
};

/** A realm named by its first edge: "route south". */
export function realmSideWord(realm: string): string {
  const [type, edge] = realm.split(".");
  if (edge === undefined) return realmWord(type);
  return t("board.sideOf", { realm: realmWord(type), side: sideWord(edge) });
}

/** An edge or a half of it: "north", "north, left half"; for a field that reaches no edge, "inside, 1". */
export function sideWord(edge: string): string {
  if (/^\d$/.test(edge)) return t("board.side.inside", { n: Number(edge) });
  const side = t(SIDES[edge[0]]);
  if (edge.length === 1) return side;
  return t(edge[1] === "L" ? "board.side.leftHalf" : "board.side.rightHalf", { side });
}

/** The direction of an arrow and what it allows: "arrow east: extra turn". */
export function arrowWords(arrow: TileMap["arrow"]): string[] {
  return arrow ? [t("board.arrow", { side: sideWord(arrow.edge), action: t(`board.arrow.${arrow.action}`) })] : [];
}

/** The rotation of a tile, by the first edge of each realm: "city north, road south". */
export function turnedWords({ features, arrow }: Pick<TileMap, "features" | "arrow">): string {
  const sides = features.filter(({ realm, type }) => type !== "field" && realm.includes("."));
  return [...sides.map((feature) => realmSideWord(feature.realm)), ...arrowWords(arrow)].join(", ");
}

/** Splits a decision about a meeple such as `large:planet@2,2` into piece, realm and cell (null if it has none). */
export function partsOf(decision: string): { piece: string; realm: string; cell: string | null } {
  const [, piece, realm, cell] = /^(\w+):([^@]+)(?:@(.+))?$/.exec(decision) ?? [];
  return { piece, realm, cell: cell ?? null };
}

/** The place where a decision puts a meeple, relative to the tile just laid: "road south", "planet (1 right, 1 up)". */
export function whereWords(decision: string, from: Cell): string {
  const { realm, cell } = partsOf(decision);
  if (cell === null) return realmSideWord(realm);
  const [x, y] = cell.split(",").map(Number);
  return `${realmSideWord(realm)} (${placeWord({ x: x - from.x, y: y - from.y })})`;
}

/** A text about a decision, relative to the tile just laid: "large meeple: planet (1 right)". */
export function decisionWords(decision: string, from: Cell): string {
  if (decision === "none") return t("board.none");
  if (decision === "return") return t("board.return");
  const { piece } = partsOf(decision);
  return t(`board.put.${piece as "small" | "large" | "meeple" | "abbot"}`, { where: whereWords(decision, from) });
}
