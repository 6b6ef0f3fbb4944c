/** The terms of the games, from the tables of docs/lookup/rules. */
import { OPTIONS, type OptionItem, type OptionName, valueIn } from "../../../js/src/options";
import type { Cell, ColourName, FactionName, GameName } from "../../../js/src/types";
import { type Key, t } from "./words";

/** The game's name. */
export function gameName(game: GameName): string {
  return t(`app.game.${game}`);
}

/** The name of an option's value; the catalogue has a name for each value in the engine's list. */
export function optionValueName(option: OptionName, value: string): string {
  return t(`setup.option.${option}.${value}` as Key);
}

/** The name of an active option; an option with several values is named by its value. */
export function optionName(item: OptionItem): string {
  const row = OPTIONS.find(({ word }) => word === item.split("=")[0])!;
  return row.values.length > 1 ? optionValueName(row.word, valueIn([item], row)) : t(`setup.option.${row.word}`);
}

/** The colour's name. */
export function colourName(colour: ColourName): string {
  return t(`app.colour.${colour}`);
}

/** The colour's name, used as the name of a player. */
export function colourTitle(colour: ColourName): string {
  const name = colourName(colour);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** The faction of a colour in Star Wars (SW-1.1). */
export function factionOf(colour: ColourName): FactionName {
  if (colour === "red" || colour === "green") return "rebels";
  return colour === "black" || colour === "white" ? "empire" : "hunters";
}

/** The name of a colour's faction. */
export function factionName(colour: ColourName): string {
  return t(`app.faction.${factionOf(colour)}`);
}

/** The levels of the computer, 1 to 8. */
type Level = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The names of the computer players by level, the same in every language. The names of a level share their first
 * letter, because the players share a face. */
const COMPUTER_NAMES = [
  "Pip Perry Poppy Pim Pella",
  "Moss Mira Milo Mona Mats",
  "Juno Jarl Jette Joss Jovi",
  "Bram Bela Birk Brisa Bosse",
  "Alma Arvo Asta Aron Anouk",
  "Tarn Tilda Taras Thea Timo",
  "Vesper Vigo Vera Valko Viola",
  "Onyx Orla Osko Oriel Otis",
].map((names) => names.split(" "));

/** The name of a level's computer player at a seat (1-based). The opponent of a single person gets the first name. */
export function computerName(level: number, seat: number): string {
  const names = COMPUTER_NAMES[level - 1];
  return names[(seat + names.length - 2) % names.length];
}

/** The strength of a level in a word. */
export function levelName(level: number): string {
  return t(`app.level.${level as Level}`);
}

/** A sentence about a level's style of play. */
export function levelText(level: number): string {
  return t(`app.level.about.${level as Level}`);
}

/** A cell relative to the start tile: "3 right, 1 up". */
export function placeWord({ x, y }: Cell): string {
  const across = x > 0 ? t("board.right", { n: x }) : x < 0 ? t("board.left", { n: -x }) : "";
  const along = y > 0 ? t("board.down", { n: y }) : y < 0 ? t("board.up", { n: -y }) : "";
  return [across, along].filter(Boolean).join(", ") || t("board.start");
}

const REALMS: Record<string, Key> = {
  route: "board.realm.route",
  asteroids: "board.realm.asteroids",
  planet: "board.realm.planet",
  road: "board.realm.road",
  city: "board.realm.city",
  monastery: "board.realm.monastery",
  garden: "board.realm.garden",
  field: "board.realm.field",
};

/** The name of a realm's type: "trading route" for `route.E`. */
export function realmWord(realm: string): string {
  return t(REALMS[realm.split(".")[0]]);
}
