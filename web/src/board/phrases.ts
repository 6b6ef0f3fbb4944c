/** Texts about tiles, odds and the gains of a turn, for labels and screen readers. */

import type { Engine } from "../../../js/src/engine";
import type { Cell, PieceName, TileMap } from "../../../js/src/types";
import type { Names } from "../panels/log";
import { realmWord } from "../words/terms";
import { list, percent, t } from "../words/words";
import type { Battle } from "./battle";
import type { Stage } from "./stage";

/** A description of a tile: "city, 2 roads", "river and city". An arrow has no side, as the tile has no rotation
 * yet. Gardens are named only in games with the abbot. */
export function tileWords(
  { features, arrow }: Pick<TileMap, "features" | "arrow">,
  river = false,
  abbot = false,
): string {
  const counts = new Map<string, number>();
  const untold = abbot ? ["field"] : ["field", "garden"];
  for (const { type } of features) if (!untold.includes(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  const realms = [...counts].map(([type, n]) =>
    n > 1 ? t("board.several", { n, realm: realmWord(type) }) : realmWord(type),
  );
  const arrows = arrow ? [t("board.arrow.any", { action: t(`board.arrow.${arrow.action}`) })] : [];
  const words = [...(river ? [t("board.river")] : []), ...realms, ...arrows];
  return words.length > 0 ? list(words) : t("board.plain");
}

/** Why a tile cannot be laid on a cell: the cell is occupied, has no neighbour, or the tile does not fit. */
export function refusalWords({ x, y }: Cell, stage: Pick<Stage, "tileAt">): string {
  if (stage.tileAt(x, y)) return t("board.refused.taken");
  const touches = [-1, 1].some((by) => stage.tileAt(x + by, y) || stage.tileAt(x, y + by));
  return t(touches ? "board.refused.fit" : "board.refused.apart");
}

/** The odds of a battle with these dice: "Odds: Anna 68%, Ben 32%." */
export function oddsWords(dice: Record<string, number>, engine: Pick<Engine, "odds">, names: Names): string {
  const chances = engine.odds(Object.values(dice));
  const odds = Object.keys(dice).map((side, index) => `${names.side(Number(side))} ${percent(chances[index])}`);
  return t("board.odds", { odds: odds.join(", ") });
}

/** The realm of a battle and its attacker; a tile can also start a battle between other players. */
export function attackWords({ spot, mover, fighters }: Battle): string {
  const realm = realmWord(spot.realm);
  const others = fighters.filter(({ side }) => side !== mover.side).map(({ name }) => name);
  if (others.length === fighters.length) return t("board.battle.brings", { name: mover.name, realm });
  return t("board.battle.attacks", { name: mover.name, others: list(others), realm });
}

/** The winner of a battle: "Anna won with 6 against 4 and 2." Empty while the battle runs. */
export function verdictWords({ fighters, last }: Battle): string {
  const winner = fighters.find(({ state }) => state === "won");
  if (!winner) return "";
  const [best, ...others] = last.map((faces) => Math.max(...faces)).sort((a, b) => b - a);
  return t("board.battle.verdict", { name: winner.name, best, others: list(others.map(String)) });
}

/**
 * The gains of a turn with the tile laid. If the turn scores nothing, the text says so. If it is also `settled`, the
 * text says why no meeple can be placed: none is left, only the abbot is left, or there is no place for one.
 */
export function bringsWords(outcome: string, supply: Partial<Record<PieceName, number>>, settled: boolean): string {
  if (outcome !== "") return outcome;
  if (!settled) return t("board.nothing");
  const left = Object.keys(supply).filter((piece) => supply[piece as PieceName]);
  if (left.length === 0) return t("board.spent");
  return t(left.every((piece) => piece === "abbot") ? "board.noAbbotSpot" : "board.noSpot");
}
