/** Describes a proposed turn by its effect on the board: "Extend your road in the west". */
import type { Cell, GameEvent, PieceName, Spot } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { partsOf, whereWords } from "../words/decisions";
import { placeWord } from "../words/terms";
import { anyOf, type Key, t } from "../words/words";
import type { Gains } from "./gains";
import { realmType } from "./log";
import { segmentsOf, sideOf } from "./sides";

/** The distance from the middle of the board, as a part of the way to its edge, from which a place counts as in the
 * north, east and so on. */
const MIDDLE = 0.35;

/** The position of a number between two others: -1, 0 for about the middle, or 1. */
function third(at: number, least: number, most: number): number {
  const half = Math.max(1, (most - least) / 2);
  const part = (at - (least + most) / 2) / half;
  return Math.abs(part) < MIDDLE ? 0 : Math.sign(part);
}

/** The region of a cell on the board: "in the north-west". */
export function regionWords({ x, y }: Cell, board: readonly Cell[]): string {
  const [xs, ys] = [board.map((tile) => tile.x), board.map((tile) => tile.y)];
  const along = ["north", "", "south"][third(y, Math.min(...ys), Math.max(...ys)) + 1];
  const across = ["west", "", "east"][third(x, Math.min(...xs), Math.max(...xs)) + 1];
  return t(`hints.where.${along + across || "middle"}` as Key);
}

/** Whether a side holds a part of a realm before the turn that scores the realm. */
function holds(side: number, realm: Spot, { segments }: Pick<Gains, "segments">, view: TableView): boolean {
  const parts = segmentsOf({ segments }, realm);
  return view.state.realms.some(
    ({ sides }, at) => sides.includes(side) && view.segments[at].some((each) => parts.includes(each)),
  );
}

/** The main effect of a turn, as a part of a message key: "complete.city"; null if it only lays the tile. */
function deed(gains: Gains, view: TableView): string | null {
  const { events, scored, battle, growth } = gains;
  const own = sideOf(view.state, view.state.seat);
  const mine = scored.filter(({ sides }) => sides.includes(own)).sort((a, b) => b.points - a.points);
  if (mine.length > 0) return `complete.${holds(own, mine[0], gains, view) ? "" : "free."}${mine[0].kind}`;
  const fight = battle && events.find((event) => event.event === "battle");
  if (fight) return `battle.${realmType((fight as Extract<GameEvent, { event: "battle" }>).realm)}`;
  const meeple = events.find((event) => event.event === "meeple");
  if (meeple) return `claim.${realmType((meeple as Extract<GameEvent, { event: "meeple" }>).realm)}`;
  const grown = growth
    .filter(({ realm, from, to }) => realm.sides.includes(own) && to > from)
    .sort((a, b) => b.to - b.from - (a.to - a.from));
  return grown.length > 0 ? `extend.${realmType(grown[0].realm.realm)}` : null;
}

/** Returns a text about a tile in a rotation, 0 to 3: "city at the top, road at the bottom". */
type Lies = (tile: string, rotation: number) => string;

/** A turn: moves that differ only in the meeple. */
type Moves = readonly string[];

/** The further texts that can distinguish a turn: the possible meeples, the realm, the cell, the rotation. */
function tokensOf(moves: Moves, lies: Lies): string[] {
  const [, tile, x, y, rotation, decision] = /^(\w+)@(-?\d+),(-?\d+)r(\d)=(.+)$/.exec(moves[0])!;
  const cell = { x: Number(x), y: Number(y) };
  const pieces = moves.flatMap((move) => partsOf(move.split("=")[1]).piece ?? []);
  const meeple =
    pieces.length > 0 ? anyOf(pieces.map((piece) => t(`hints.with.${piece as PieceName}`))) : t("board.none");
  return [meeple, pieces.length > 0 ? whereWords(decision, cell) : "", placeWord(cell), lies(tile, Number(rotation))];
}

/**
 * The sentences of turns. Equal sentences are extended by the first of these that differs: meeple, realm, cell,
 * rotation. If several meeples are possible, all are named.
 */
export function toldApart(turns: readonly Moves[], sentences: readonly string[], lies: Lies): string[] {
  const tokens = turns.map((moves) => tokensOf(moves, lies));
  return turns.map((moves, index) => {
    let alike = tokens.filter((_, at) => at !== index && sentences[at] === sentences[index]);
    const told = [sentences[index]];
    for (const [at, token] of tokens[index].entries()) {
      const several = at === 0 && moves.length > 1;
      if (!several && alike.every((other) => other[at] === token)) continue;
      told.push(token);
      alike = alike.filter((other) => other[at] === token);
    }
    return told.filter(Boolean).join(", ");
  });
}

/** A sentence about a move and its gains, without the full stop. The message area "hints" must be loaded. */
export function adviceWords(move: string, gains: Gains, view: TableView): string {
  const [, x, y] = /@(-?\d+),(-?\d+)/.exec(move)!;
  const where = regionWords({ x: Number(x), y: Number(y) }, view.state.board);
  if (move.endsWith("=return")) return t("hints.return");
  const what = deed(gains, view);
  return what === null ? t("hints.lay", { where }) : t(`hints.${what}` as Key, { where });
}
