/** Light and dark, and which game colours the page: attributes of the root element that the style sheets read. */
import type { GameName, ThemeName } from "../../../js/src/types";
import { settings } from "./settings";

/** Whether the page is dark now: by the setting, else as the device wishes. */
export function isDark(): boolean {
  const wish = settings().theme;
  return wish === "dark" || (wish === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** The theme in which the engine paints a game's tiles: as the person has set, or painted or as a chart. */
export function pictureTheme(game: GameName, tiles = settings().tiles): ThemeName {
  if (game === "star-wars") return tiles === "painted" ? "space" : "chart";
  return tiles === "painted" ? "meadow" : "parchment";
}

/** Puts theme, tiles and motion of the settings on the root element; `data-theme="system"` leaves the choice to the
 * device. */
export function applySettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings().theme;
  root.dataset.tiles = settings().tiles;
  root.dataset.motion = settings().motion;
}

/** Colours the page for a game. */
export function applyGame(game: GameName): void {
  document.documentElement.dataset.game = game;
}

/** Calls the listener when the device changes between light and dark; returns how to stop. */
export function onDeviceTheme(listener: () => void): () => void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
