/** A clickable board with the engine's pictures: a person chooses a cell, a rotation, and then a meeple. */
import type { Engine } from "./engine.js";
import type { Cell, ColourName, LegalTurn, PlacedMeeple, PlacedTile, ThemeName } from "./types.js";

/** The side of a tile in units of `Engine.tile`. */
const SIDE = 1000;
/** The look of a clickable cell, and of a sign (no meeple is placed, or the abbot returns). */
const PLACE = 'rx="60" fill="#4caf7a" stroke="#4caf7a" stroke-width="24"';
const SIGN = 'fill="none" stroke="#333" stroke-width="30"';
const SIGNS: Record<string, string> = { none: "M-50 5L-10 45L55-45", return: "M50-50L-40 0L50 50" };

/** The parts of a turn: the placement of the tile, and the decision, with realm and cell if a meeple is placed. */
interface Choice extends PlacedTile {
  move: string;
  placement: string;
  piece: string;
  spot: (Cell & { realm: string }) | null;
}

function choiceOf({ move }: LegalTurn): Choice {
  const [, placement = "", tile = "", x, y, rotation, piece = "", realm, , otherX, otherY] =
    /^((\w+)@(-?\d+),(-?\d+)r(\d))=(\w+)(?::([\w.]+)(@(-?\d+),(-?\d+))?)?$/.exec(move) ?? [];
  const at = { x: Number(x), y: Number(y) };
  const spot = realm ? { realm, x: Number(otherX ?? x), y: Number(otherY ?? y) } : null;
  return { move, placement, tile, ...at, rotation: Number(rotation), piece, spot };
}

/**
 * Draws an engine's game into an element of the page. Clicks, Enter or Space choose a whole turn: first a glowing cell,
 * the same cell again for the next rotation, then a meeple or a sign in the corner of the tile.
 */
export class Board {
  #choices: Choice[] = [];
  /** The shown placement, such as `A3@0,1r2`; "" before a cell is chosen. */
  #shown = "";

  /** `chosen` receives the move of each chosen turn, for `Engine.move`. */
  constructor(
    private readonly host: Element,
    private readonly engine: Engine,
    private readonly theme: ThemeName,
    private readonly chosen: (move: string) => void,
  ) {
    host.addEventListener("click", ({ target }) => this.#press(target as Element));
    host.addEventListener("keydown", (event) => {
      if (!["Enter", " "].includes((event as KeyboardEvent).key)) return;
      event.preventDefault(); // Space would scroll the page
      this.#press(event.target as Element);
    });
  }

  /** Draws the present state of the game. In the phase `place` the person can choose the turn, unless `ask` is
   * false. */
  paint(ask = true): void {
    const due = ask && this.engine.phase().phase === "place";
    this.#choices = due ? this.engine.turns().map(choiceOf) : [];
    this.#shown = "";
    this.#draw();
  }

  #press(target: Element): void {
    const { cell, move } = target.closest<SVGElement>("[data-cell], [data-move]")?.dataset ?? {};
    if (move !== undefined) this.chosen(move);
    if (cell === undefined) return;
    const here = this.#choices.filter(({ x, y }) => `${x},${y}` === cell).map(({ placement }) => placement);
    const rotations = [...new Set(here)];
    this.#shown = rotations[(rotations.indexOf(this.#shown) + 1) % rotations.length] ?? "";
    this.#draw();
    this.host.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
  }

  #draw(): void {
    const { board, meeples, colours, seat } = this.engine.state();
    const shown = this.#choices.filter(({ placement }) => placement === this.#shown);
    const tiles: PlacedTile[] = shown[0] ? [...board, shown[0]] : board;
    const all = [...tiles, ...this.#choices];
    const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
    const [right, bottom] = [Math.max(...all.map(({ x }) => x)), Math.max(...all.map(({ y }) => y))];
    const box = [left, top, right - left + 1, bottom - top + 1].map((each) => each * SIDE).join(" ");
    const colour = colours[seat - 1] ?? "red";

    const cells = [...new Set(this.#choices.map(({ x, y }) => `${x},${y}`))];
    const parts = [
      ...tiles.map((tile, draw) => this.#tile(tile, draw)),
      ...meeples.map((meeple) => this.#meeple(tiles, meeple, colours[meeple.seat - 1] ?? "red")),
      ...cells.map((cell) => this.#place(cell)),
      ...shown.map(({ move, piece, spot, x, y }, at) => {
        const button = `<g data-move="${move}" role="button" tabindex="0" aria-label="${move}" cursor="pointer"`;
        if (spot)
          return `${button} opacity="0.75">${this.#meeple(tiles, { ...spot, seat, piece } as PlacedMeeple, colour)}</g
            >`;
        const corner = `translate(${x * SIDE + 860} ${y * SIDE + 140 + 260 * at})`;
        return `${button} transform="${corner}"><circle r="120" fill="#fff"/><path d="${SIGNS[piece]}" ${SIGN}/></g>`;
      }),
    ];
    const defs = `<defs>${this.engine.scene(this.theme)}</defs>`;
    this.host.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${defs}${parts.join("")}</svg>`;
  }

  #tile({ tile, x, y, rotation }: PlacedTile, draw: number): string {
    const { svg } = this.engine.tile(tile, rotation, this.theme, { x, y }, draw);
    return `<g transform="translate(${x * SIDE} ${y * SIDE})">${svg}</g>`;
  }

  /** A clickable cell, through which the tile shown there is visible. */
  #place(cell: string): string {
    const [x = 0, y = 0] = cell.split(",").map(Number);
    const [place, size] = [`x="${x * SIDE + 40}" y="${y * SIDE + 40}"`, `width="${SIDE - 80}" height="${SIDE - 80}"`];
    const opacity = this.#shown.includes(`@${cell}r`) ? 0 : 0.35;
    const button = `data-cell="${cell}" role="button" tabindex="0" aria-label="${cell}" cursor="pointer"`;
    return `<rect ${button} ${place} ${size} fill-opacity="${opacity}" ${PLACE}/>`;
  }

  #meeple(tiles: readonly PlacedTile[], meeple: PlacedMeeple, colour: ColourName): string {
    const under = tiles.find(({ x, y }) => x === meeple.x && y === meeple.y);
    const feature =
      under && this.engine.map(under.tile, under.rotation).features.find(({ realm }) => realm === meeple.realm);
    if (!under || !feature) return "";
    const { svg, anchor } = this.engine.meepleShape(meeple.piece, colour, feature.type);
    const [x, y] = [under.x * SIDE + feature.spot[0] - anchor[0], under.y * SIDE + feature.spot[1] - anchor[1]];
    return `<g transform="translate(${x} ${y})">${svg}</g>`;
  }
}
