/** Terms of the games, after the tables of docs/rules. */
import type { ColourName, GameName } from "../engine/types";
import { t } from "./words";

/** The game's name. */
export function gameName(game: GameName): string {
  return t(`app.game.${game}`);
}

/** The colour's name. */
export function colourName(colour: ColourName): string {
  return t(`app.colour.${colour}`);
}

/** The faction of a colour in Star Wars (SW-1.1). */
export function factionName(colour: ColourName): string {
  if (colour === "red" || colour === "green") return t("app.faction.rebels");
  if (colour === "black" || colour === "white") return t("app.faction.empire");
  return t("app.faction.hunters");
}
