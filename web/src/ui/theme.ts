/** Sets the light or dark theme and the game's colours: attributes of the root element that the style sheets read. */
import type { GameName, ThemeName } from "../../../js/src/types";
import { settings } from "./settings";

/** Whether the page is dark at present, by the setting or else the device's preference. */
export function isDark(): boolean {
  const wish = settings().theme;
  return wish === "dark" || (wish === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** The theme in which the engine paints a game's tiles, by the person's setting or by `tiles`. */
export function pictureTheme(game: GameName, tiles = settings().tiles): ThemeName {
  if (game === "star-wars") return tiles === "painted" ? "space" : "chart";
  return tiles === "painted" ? "meadow" : "parchment";
}

/** Writes theme, tiles and motion of the settings to the root element; `data-theme="system"` leaves the choice to the
 * device. */
export function applySettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings().theme;
  root.dataset.tiles = settings().tiles;
  root.dataset.motion = settings().motion;
}

/** Sets the page's colours for a game. */
export function applyGame(game: GameName): void {
  document.documentElement.dataset.game = game;
}

/** Calls the listener when the device changes between light and dark; returns a function that unsubscribes. */
export function onDeviceTheme(listener: () => void): () => void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
