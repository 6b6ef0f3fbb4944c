/**
 * What a person types at the board: a turn in notation or in words, or a question about the board. Answers are text.
 */
import type { State } from "../../../js/src/types";
import type { TableView } from "../game/model";
import type { Names } from "../panels/log";
import { turnedWords } from "../words/decisions";
import { placeWord, realmWord } from "../words/terms";
import { type Key, t } from "../words/words";
import type { ChoiceEntry } from "./choices";
import type { Chooser } from "./chooser";
import type { Maps } from "./maps";

/** What the answers are made of. */
export interface TypedBoard {
  chooser: Pick<
    Chooser,
    "turn" | "entries" | "mode" | "at" | "sent" | "step" | "enter" | "adopt" | "rotate" | "back" | "done"
  >;
  maps: Pick<Maps, "of" | "words">;
  view(): TableView;
  names(): Names;
  /** The realms that have a holder; empty where the table allows no aids. */
  realms(): ChoiceEntry[];
  draw(): void;
}

/** The most lines of an answer that lists choices. */
const MOST_LISTED = 12;

type Command = (board: TypedBoard, rest: readonly string[]) => string[];

const COMMANDS: readonly (readonly [Key, Command])[] = [
  ["hints.typed.help", () => help()],
  ["hints.typed.draw", (board) => draw(board)],
  ["hints.typed.places", (board, rest) => listed(fitting(board.chooser.entries, rest))],
  ["hints.typed.turn", ({ chooser }) => [chooser.rotate(1) ? lies(chooser) : t("hints.typed.not")]],
  ["hints.typed.back", ({ chooser }) => [chooser.back() ? t("hints.typed.did") : t("hints.typed.not")]],
  ["hints.typed.done", ({ chooser }) => [done(chooser)]],
  ["hints.typed.row", (board, rest) => row(board, Number(rest[0] ?? 0))],
  ["hints.typed.open", (board) => openEnds(board)],
  ["hints.typed.realm", (board, rest) => listed(fitting(board.realms(), rest))],
];

/** Does what was typed, or answers it; each line is a sentence or a name. */
export function answer(typed: string, board: TypedBoard): string[] {
  const text = typed.trim().toLocaleLowerCase();
  if (text === "") return help();
  const moved = notation(typed.trim(), board);
  if (moved) return [moved];
  const words = text.split(/[\s,;:]+/).filter(Boolean);
  const command = COMMANDS.find(([key]) => t(key).toLocaleLowerCase() === words[0]);
  return command ? command[1](board, words.slice(1)) : choose(words, board);
}

function draw(board: TypedBoard): string[] {
  if (!board.view().may.draw) return [t("hints.typed.not")];
  board.draw();
  return [t("hints.typed.did")];
}

function help(): string[] {
  return t("hints.typed.lines").split("\n");
}

/** Lays a turn in the notation of records, such as `2,-1r3=small:route.E`; null if the text is none. */
function notation(text: string, { chooser }: TypedBoard): string | null {
  const found = /^(?:[^@\s]+@)?(-?\d+,-?\d+)r([0-3])(?:=(\S+))?$/.exec(text);
  if (!found) return null;
  const { turn } = chooser;
  const [, cell, rotation, decision = "none"] = found;
  if (!turn?.places.get(cell)?.includes(Number(rotation))) return t("hints.typed.not");
  chooser.adopt(`${turn.tile}@${cell}r${rotation}=${decision}`);
  return (turn.decision ?? "none") === decision ? lies(chooser) : t("hints.typed.not");
}

/** Takes the only choice that has all of these words; otherwise says how many have them. */
function choose(words: readonly string[], { chooser }: TypedBoard): string[] {
  const { entries, mode } = chooser;
  if (mode === "realms") return [t("hints.typed.wait")];
  const found = fitting(entries, words);
  if (found.length !== 1) return [t("hints.typed.several", { n: found.length }), ...listed(found)];
  chooser.step(entries.indexOf(found[0]) - chooser.at);
  chooser.enter();
  return [lies(chooser)];
}

/** The entries that have all of these words. A number is the entry's place in the list, if there is no other. */
function fitting(entries: readonly ChoiceEntry[], words: readonly string[]): ChoiceEntry[] {
  const nth = words.length === 1 && /^\d+$/.test(words[0]) ? entries[Number(words[0]) - 1] : undefined;
  if (nth) return [nth];
  const parts = (each: ChoiceEntry) => each.words.toLocaleLowerCase().split(/[\s,;:()]+/);
  const has = (each: ChoiceEntry) => words.every((word) => parts(each).some((part) => part.startsWith(word)));
  return entries.filter(has);
}

function listed(entries: readonly ChoiceEntry[]): string[] {
  if (entries.length === 0) return [t("hints.typed.none")];
  return entries.slice(0, MOST_LISTED).map(({ words }) => words);
}

/** What is chosen now, and what comes next. */
function lies({ turn, sent }: TypedBoard["chooser"]): string {
  if (sent || !turn) return t("hints.typed.did");
  return turn.placement ? t("hints.typed.lies", { where: placeWord(turn.placement) }) : t("hints.typed.did");
}

function done(chooser: TypedBoard["chooser"]): string {
  if (!chooser.turn?.placement) return t("hints.typed.not");
  chooser.done();
  return t("hints.typed.did");
}

/** The tiles of a row of the board, so many rows above the start tile. */
function row({ view, names, maps }: TypedBoard, up: number): string[] {
  const { state } = view();
  const tiles = state.board.filter(({ y }) => y === -up).sort((a, b) => a.x - b.x);
  if (tiles.length === 0) return [t("hints.typed.none")];
  return tiles.map(({ tile, x, y, rotation }) => {
    const lies = turnedWords(maps.of(tile, rotation)) || maps.words(tile);
    return [`${placeWord({ x, y })}: ${lies}`, ...standing(state, x, y, names())].join("; ");
  });
}

/** Whose meeples stand on a tile, and on what. */
function standing({ meeples }: State, x: number, y: number, names: Names): string[] {
  const here = meeples.filter((each) => each.x === x && each.y === y);
  return here.map(({ seat, realm }) => t("hints.typed.stands", { name: names.seat(seat), realm: realmWord(realm) }));
}

/** The realms that have a holder and open ends. */
function openEnds({ view, names }: TypedBoard): string[] {
  const open = view().state.realms.filter(({ open, sides, complete }) => open > 0 && sides.length > 0 && !complete);
  const lines = open.map((realm) => {
    const holders = realm.sides.map(names().side).join(", ");
    const values = { where: placeWord(realm), realm: realmWord(realm.realm), name: holders, n: realm.open };
    return t("hints.typed.ends", values);
  });
  return lines.length > 0 ? lines : [t("hints.typed.none")];
}
