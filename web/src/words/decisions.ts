/** Texts about decisions about meeples, and about sides of tiles. */
import type { Cell, TileMap } from "../../../js/src/types";
import { placeWord, realmWord } from "./terms";
import { type Key, t } from "./words";

/** Edges, and the corners of half-edges: L and R are left and right as seen from the middle of the tile. */
const SIDES: Record<string, Key> = {
  N: "board.side.top",
  E: "board.side.right",
  S: "board.side.bottom",
  W: "board.side.left",
  NL: "board.side.topLeft",
  NR: "board.side.topRight",
  EL: "board.side.topRight",
  ER: "board.side.bottomRight",
  SL: "board.side.bottomRight",
  SR: "board.side.bottomLeft",
  WL: "board.side.bottomLeft",
  WR: "board.side.topLeft",
};

/** A realm named by its first edge: "route at the bottom". */
export function realmSideWord(realm: string): string {
  const [type, edge] = realm.split(".");
  if (edge === undefined) return realmWord(type);
  return t("board.sideOf", { realm: realmWord(type), side: sideWord(edge) });
}

/** Where an edge or a half of it is on the board: "at the top", "at the top left"; for a field that reaches no edge,
 * "inside, 1". */
export function sideWord(edge: string): string {
  return /^\d$/.test(edge) ? t("board.side.inside", { n: Number(edge) }) : t(SIDES[edge]);
}

/** The direction of an arrow and what it allows: "arrow at the right: extra turn". */
export function arrowWords(arrow: TileMap["arrow"]): string[] {
  return arrow ? [t("board.arrow", { side: sideWord(arrow.edge), action: t(`board.arrow.${arrow.action}`) })] : [];
}

/** The rotation of a tile, by the first edge of each realm: "city at the top, road at the bottom". */
export function turnedWords({ features, arrow }: Pick<TileMap, "features" | "arrow">): string {
  const sides = features.filter(({ realm, type }) => type !== "field" && realm.includes("."));
  return [...sides.map((feature) => realmSideWord(feature.realm)), ...arrowWords(arrow)].join(", ");
}

/** Splits a decision about a meeple such as `large:planet@2,2` into piece, realm and cell (null if it has none). */
export function partsOf(decision: string): { piece: string; realm: string; cell: string | null } {
  const [, piece, realm, cell] = /^(\w+):([^@]+)(?:@(.+))?$/.exec(decision) ?? [];
  return { piece, realm, cell: cell ?? null };
}

/**
 * The place where a decision puts a meeple, relative to the tile just laid: "road at the bottom", "planet (1 right, 1
 * up)".
 */
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
