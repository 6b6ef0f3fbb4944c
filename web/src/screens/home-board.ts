/** The board on the first screen: the game to go on with, else an example. */
import { Engine } from "../engine/engine";
import { moduleUrl } from "../engine/module";
import type { Setup } from "../game/model";
import type { SavedGame } from "../game/saved";
import { newgameLine } from "../game/setup";
import { drawTheme } from "../ui/theme";
import { EXAMPLES } from "./examples";

/** The fewest words that make a board worth looking at. */
const ENOUGH_WORDS = 16;

/** Draws into the host once the engine is there; returns how to stop. */
export function drawHomeBoard(host: HTMLElement, setup: Setup, game: SavedGame | null): () => void {
  const state = { stopped: false };
  void Engine.load(moduleUrl().href).then((engine) => {
    if (state.stopped) return;
    stand(engine, setup, game);
    host.replaceChildren(picture(engine, setup));
  });
  return () => {
    state.stopped = true;
  };
}

function stand(engine: Engine, setup: Setup, game: SavedGame | null): void {
  const own = game && game.words.length >= ENOUGH_WORDS ? game : null;
  engine.command(own ? newgameLine(own.setup, own.first) : EXAMPLES[setup.game].newgame);
  const words = own ? own.words.join(" ") : EXAMPLES[setup.game].words;
  engine.command(`position startpos moves ${words}`);
}

/** The engine's drawing as an image: its own document, so that its names meet no others. */
function picture(engine: Engine, setup: Setup): HTMLImageElement {
  const image = new Image();
  image.alt = "";
  image.src = `data:image/svg+xml,${encodeURIComponent(engine.picture(drawTheme(setup.game)))}`;
  return image;
}
