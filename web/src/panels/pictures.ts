/**
 * Tiles and pieces painted by the engine, each once, on first use. Pieces are symbols of the page, which `<use>` can
 * show anywhere. Tiles are images, because the browser can move a board of images faster.
 */
import { svg, type TemplateResult } from "lit-html";
import type { Engine } from "../../../js/src/engine";
import type { Cell, ColourName, PieceName, RealmType, ThemeName } from "../../../js/src/types";
import { AROUND, type Definitions, definitionsOf, SVG, tileAddress } from "../engine/image";
import { putPicture } from "../engine/trusted";
import type { GameName } from "../game/model";
import { pictureTheme } from "../ui/theme";

/** A piece: the address for `<use>`, the side of its square, and the point of it that is placed on a spot. */
export interface Picture {
  href: string;
  size: number;
  anchor: readonly [number, number];
}

/** Maximum number of cached pictures of tiles; more than a whole board and all possible previews need. */
const MOST_TILES = 600;

/** A tile's image, 1000 units wide, with its corner at a point. */
export function tileImage(address: string, x = 0, y = 0): TemplateResult {
  const side = 1000 + 2 * AROUND;
  return svg`<image href=${address} x=${x - AROUND} y=${y - AROUND} width=${side} height=${side}></image>`;
}

/** The pictures of one game. */
export class Pictures {
  readonly #sheet = document.createElementNS(SVG, "svg");
  readonly #pieces = new Map<string, Picture>();
  readonly #tiles = new Map<string, string>();
  readonly #definitions = new Map<ThemeName, Definitions>();

  /** The engine must have a game of the kind to be painted; `themeOf` returns the present theme. */
  constructor(
    private readonly engine: Engine,
    private readonly game: GameName,
    private readonly themeOf: (game: GameName) => ThemeName = pictureTheme,
  ) {
    this.#sheet.setAttribute("class", "unseen");
    this.#sheet.setAttribute("aria-hidden", "true");
    document.body.append(this.#sheet);
  }

  /**
   * The URL of a tile's image in a rotation, 0 to 3, with the sky of its cell; null as the cell: for a list. The
   * vegetation depends on `draw`, the number of tiles laid before it.
   */
  tile(id: string, rotation: number, cell: Cell | null = null, draw = 0): string {
    if (this.#tiles.size > MOST_TILES) this.#tiles.clear();
    const theme = this.themeOf(this.game);
    const key = `${theme}-${id}-${rotation}#${draw}${cell ? `@${cell.x},${cell.y}` : ""}`;
    const painted = this.#tiles.get(key) ?? this.#paint(theme, id, rotation, cell, draw);
    this.#tiles.set(key, painted);
    return painted;
  }

  #paint(theme: ThemeName, id: string, rotation: number, cell: Cell | null, draw: number): string {
    const definitions = this.#definitions.get(theme) ?? definitionsOf(this.engine.scene(theme));
    this.#definitions.set(theme, definitions);
    return tileAddress(this.engine.tile(id, rotation, theme, cell, draw), definitions, AROUND);
  }

  /** A piece in a player's colour, as it looks on a realm of a type; without a type, in the supply. */
  piece(piece: PieceName, colour: ColourName, on: RealmType | "" = ""): Picture {
    const id = `panel-${piece}-${colour}${on}`;
    const known = this.#pieces.get(id);
    if (known) return known;
    const { svg, size, anchor } = this.engine.meepleShape(piece, colour, on);
    const symbol = document.createElementNS(SVG, "symbol");
    symbol.id = id;
    symbol.setAttribute("viewBox", `0 0 ${size} ${size}`);
    symbol.setAttribute("overflow", "visible");
    putPicture(symbol, svg);
    this.#sheet.append(symbol);
    const picture = { href: `#${id}`, size, anchor };
    this.#pieces.set(id, picture);
    return picture;
  }

  /** Removes the pictures from the page. */
  close(): void {
    this.#sheet.remove();
  }
}
