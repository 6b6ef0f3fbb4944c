/**
 * Tiles and pieces painted by the engine, as symbols of the page that `<use>` can show anywhere. Each is painted once, when it
 * is first asked for.
 */
import type { Engine } from "../../../js/src/engine";
import type { Cell, ColourName, PieceName, RealmType, ThemeName } from "../../../js/src/types";
import { putPicture } from "../engine/trusted";
import type { GameName } from "../game/model";
import { pictureTheme } from "../ui/theme";

const SVG = "http://www.w3.org/2000/svg";

/** A picture: the address for `<use>`, the side of its square, and the point of it that stands on a spot. */
export interface Picture {
  href: string;
  size: number;
  anchor: readonly [number, number];
}

/** The pictures of one game. */
export class Pictures {
  readonly #sheet = document.createElementNS(SVG, "svg");
  readonly #painted = new Map<string, Picture>();
  readonly #scenes = new Set<ThemeName>();

  /** The engine stands in a game of the kind that is painted; `themeOf` tells the theme at each painting. */
  constructor(
    private readonly engine: Engine,
    private readonly game: GameName,
    private readonly themeOf: (game: GameName) => ThemeName = pictureTheme,
  ) {
    this.#sheet.setAttribute("class", "unseen");
    this.#sheet.setAttribute("aria-hidden", "true");
    document.body.append(this.#sheet);
  }

  /** A tile in a rotation, 0 to 3, as it looks on its cell of the board; without one, in the hand or a list. */
  tile(id: string, rotation: number, cell: Cell | null = null): Picture {
    const theme = this.themeOf(this.game);
    return this.#symbol(`panel-${theme}-${id}-${rotation}${cell ? `@${cell.x},${cell.y}` : ""}`, () => {
      this.#define(theme);
      return this.engine.tile(id, rotation, theme, cell);
    });
  }

  /** A piece in a player's colour, as it looks on a realm of a type; without one, in the supply. */
  piece(piece: PieceName, colour: ColourName, on: RealmType | "" = ""): Picture {
    return this.#symbol(`panel-${piece}-${colour}${on}`, () => this.engine.meepleShape(piece, colour, on));
  }

  /** What all tiles of a theme refer to. */
  #define(theme: ThemeName): void {
    if (this.#scenes.has(theme)) return;
    this.#scenes.add(theme);
    const defs = document.createElementNS(SVG, "defs");
    putPicture(defs, this.engine.scene(theme));
    this.#sheet.append(defs);
  }

  #symbol(id: string, paint: () => { svg: string; size: number; anchor?: [number, number] }): Picture {
    const known = this.#painted.get(id);
    if (known) return known;
    const { svg, size, anchor = [0, 0] } = paint();
    const symbol = document.createElementNS(SVG, "symbol");
    symbol.id = id;
    symbol.setAttribute("viewBox", `0 0 ${size} ${size}`);
    symbol.setAttribute("overflow", "visible");
    putPicture(symbol, svg);
    this.#sheet.append(symbol);
    const picture = { href: `#${id}`, size, anchor };
    this.#painted.set(id, picture);
    return picture;
  }

  /** Takes the pictures out of the page. */
  close(): void {
    this.#sheet.remove();
  }
}
