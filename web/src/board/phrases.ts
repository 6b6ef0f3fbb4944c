/** Tiles, odds and what a turn brings in words: for labels and for those who do not see the board. */

import type { Engine } from "../../../js/src/engine";
import type { Cell, PieceName, TileMap } from "../../../js/src/types";
import type { Names } from "../panels/log";
import { arrowWords } from "../words/decisions";
import { realmWord } from "../words/terms";
import { list, percent, t } from "../words/words";
import type { Battle } from "./battle";
import type { Stage } from "./stage";

/** What is on a tile: "city, 2 roads", "river and city". A garden counts where there is an abbot to go there. */
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
  const words = [...(river ? [t("board.river")] : []), ...realms, ...arrowWords(arrow)];
  return words.length > 0 ? list(words) : t("board.plain");
}

/** Why a tile cannot lie on a cell that is no legal place: one lies there, none lies beside it, or it does not fit. */
export function refusalWords({ x, y }: Cell, stage: Pick<Stage, "tileAt">): string {
  if (stage.tileAt(x, y)) return t("board.refused.taken");
  const touches = [-1, 1].some((by) => stage.tileAt(x + by, y) || stage.tileAt(x, y + by));
  return t(touches ? "board.refused.fit" : "board.refused.apart");
}

/** How likely each side is to win a battle, by their dice: "Odds: Anna 68%, Ben 32%." */
export function oddsWords(dice: Record<string, number>, engine: Pick<Engine, "odds">, names: Names): string {
  const chances = engine.odds(Object.values(dice));
  const odds = Object.keys(dice).map((side, index) => `${names.side(Number(side))} ${percent(chances[index])}`);
  return t("board.odds", { odds: odds.join(", ") });
}

/** What a battle is about, and its attacker; a tile may also set others at each other. */
export function attackWords({ spot, mover, fighters }: Battle): string {
  const realm = realmWord(spot.realm);
  const others = fighters.filter(({ side }) => side !== mover.side).map(({ name }) => name);
  if (others.length === fighters.length) return t("board.battle.brings", { name: mover.name, realm });
  return t("board.battle.attacks", { name: mover.name, others: list(others), realm });
}

/** Who has won a battle: "Anna won with 6 against 4 and 2." Nothing as long as nobody has. */
export function verdictWords({ fighters, last }: Battle): string {
  const winner = fighters.find(({ state }) => state === "won");
  if (!winner) return "";
  const [best, ...others] = last.map((faces) => Math.max(...faces)).sort((a, b) => b - a);
  return t("board.battle.verdict", { name: winner.name, best, others: list(others.map(String)) });
}

/**
 * What a turn with the tile laid brings: its scoring, else that nothing is scored or, where the turn is `settled`, why
 * no meeple can be set: none is left, only the abbot is left, or there is no place for one.
 */
export function bringsWords(outcome: string, supply: Partial<Record<PieceName, number>>, settled: boolean): string {
  if (outcome !== "") return outcome;
  if (!settled) return t("board.nothing");
  const left = Object.keys(supply).filter((piece) => supply[piece as PieceName]);
  if (left.length === 0) return t("board.spent");
  return t(left.every((piece) => piece === "abbot") ? "board.noAbbotSpot" : "board.noSpot");
}
