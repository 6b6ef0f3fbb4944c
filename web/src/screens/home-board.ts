/** The board on the first screen: the game to continue, otherwise an example. */
import { Engine } from "../../../js/src/engine";
import type { PlacedMeeple, PlacedTile, State, ThemeName } from "../../../js/src/types";
import { addressOf } from "../engine/image";
import { engineModule } from "../engine/module";
import { laidTiles } from "../game/laid";
import type { Setup } from "../game/model";
import type { SavedGame } from "../game/saved";
import { setupLine } from "../game/setup";
import { pictureTheme } from "../ui/theme";
import { EXAMPLES } from "./examples";

/** The minimum number of words of a game that is shown. */
const ENOUGH_WORDS = 16;

/** The side of a tile in units of the engine's pictures; and the width in tiles of the grid around the board. */
const TILE = 1000;
const BEYOND = 30;

/** Paints into the host once the engine is loaded; returns a function that cancels this. Without the engine the screen
 * has no picture: Firefox ends the request of a page that is loaded again. */
export function paintHomeBoard(host: HTMLElement, setup: Setup, game: SavedGame | null): () => void {
  const state = { stopped: false };
  const paint = (engine: Engine) => {
    if (state.stopped) return;
    const words = stand(engine, setup, game);
    const line = getComputedStyle(host).getPropertyValue("--line");
    host.replaceChildren(image(boardPicture(engine, words, pictureTheme(setup.game), line)));
  };
  void Engine.load(engineModule())
    .then(paint)
    .catch((error) => console.info("the first screen has no picture:", error));
  return () => {
    state.stopped = true;
  };
}

/** Puts the engine at the position; returns the words that led there. */
function stand(engine: Engine, setup: Setup, game: SavedGame | null): string[] {
  const own = game && game.words.length >= ENOUGH_WORDS ? game : null;
  engine.command(own ? setupLine(own.setup, own.first) : EXAMPLES[setup.game].newgame);
  const words = own ? own.words : EXAMPLES[setup.game].words.split(" ");
  engine.position("startpos", words);
  return words;
}

function image(picture: string): HTMLImageElement {
  const element = new Image();
  element.alt = "";
  element.src = addressOf(picture);
  return element;
}

/**
 * The engine's board, to which `words` have led, as a picture: tiles and meeples on a grid, with a margin of half a
 * tile.
 */
export function boardPicture(engine: Engine, words: string[], theme: ThemeName, line: string): string {
  const state = engine.state();
  const xs = state.board.map((tile) => tile.x);
  const ys = state.board.map((tile) => tile.y);
  const [x, y] = [Math.min(...xs) * TILE, Math.min(...ys) * TILE];
  const [width, height] = [(Math.max(...xs) + 1) * TILE - x, (Math.max(...ys) + 1) * TILE - y];
  const box = `${x - TILE / 2} ${y - TILE / 2} ${width + TILE} ${height + TILE}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${box}"
    preserveAspectRatio="xMidYMid slice">
    <defs>${engine.scene(theme)}</defs>${grid(x, y, width, height, line)}${tiles(
      engine,
      laidTiles(state.board, words),
      theme,
    )}${meeples(engine, state)}</svg>`;
}

function grid(x: number, y: number, width: number, height: number, line: string): string {
  const [left, top, right, bottom] = [x, y, x + width, y + height].map(
    (at, i) => at + (i < 2 ? -1 : 1) * BEYOND * TILE,
  );
  const paths: string[] = [];
  for (let at = left; at <= right; at += TILE) paths.push(`M${at} ${top}V${bottom}`);
  for (let at = top; at <= bottom; at += TILE) paths.push(`M${left} ${at}H${right}`);
  return `<path d="${paths.join("")}" fill="none" stroke="${line}" stroke-width="8" opacity=".55"/>`;
}

function tiles(engine: Engine, laid: readonly PlacedTile[], theme: ThemeName): string {
  const lying = laid.map(({ tile, x, y, rotation }, draw) => {
    const { svg } = engine.tile(tile, rotation, theme, { x, y }, draw);
    return `<g transform="translate(${x * TILE} ${y * TILE})">${svg}</g>`;
  });
  return lying.join("");
}

function meeples(engine: Engine, state: State): string {
  return state.meeples.map((meeple) => meeplePicture(engine, state, meeple)).join("");
}

function meeplePicture(engine: Engine, state: State, { seat, piece, realm, x, y }: PlacedMeeple): string {
  const below = state.board.find((tile) => tile.x === x && tile.y === y)!;
  const on = engine.map(below.tile, below.rotation).features.find((feature) => feature.realm === realm);
  if (!on) return "";
  const { spot, type } = on;
  const { svg, anchor } = engine.meepleShape(piece, state.colours[seat - 1], type);
  return `<g transform="translate(${x * TILE + spot[0] - anchor[0]} ${y * TILE + spot[1] - anchor[1]})">${svg}</g>`;
}
