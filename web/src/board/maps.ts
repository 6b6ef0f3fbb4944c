/** The shapes of the features of tiles, requested from the engine once for each tile and rotation, and the shapes of
 * whole realms. */
import type { Engine } from "../../../js/src/engine";
import type { MapFeature, Spot, TileMap } from "../../../js/src/types";
import { type Point, UNIT } from "./geometry";
import { tileWords } from "./phrases";
import type { Stage } from "./stage";

/** A part of a realm on one tile: its path in the tile's units, its border without the parts along the tile's edge, and
 * the cell. */
export interface Part {
  path: string;
  border: string;
  x: number;
  y: number;
}

/** Parses a segment's name such as `route.E@0,0`. */
export function spotOf(segment: string): Spot {
  const [realm, cell] = segment.split("@");
  const [x, y] = cell.split(",").map(Number);
  return { realm, x, y };
}

/** A point within this distance from the edge of a tile counts as lying on the edge. */
const AT_EDGE = 10;

/** Whether the line from one point to the other runs along the edge of the tile. */
function alongEdge(a: readonly number[], b: readonly number[]): boolean {
  return [0, 1].some((axis) => Math.max(a[axis], b[axis]) <= AT_EDGE || Math.min(a[axis], b[axis]) >= UNIT - AT_EDGE);
}

/** A closed line without its parts along the tile's edge, where the realm continues or is still open. */
function loopBorder(loop: string): string {
  const points = loop.split("L").map((point) => point.trim().split(/[ ,]+/).map(Number));
  const steps = [...points.slice(1), points[0]].map((point, index) => {
    const command = alongEdge(points[index], point) ? "M" : "L";
    return `${command}${point.join(" ")}`;
  });
  return `M${points[0].join(" ")}${steps.join("")}`;
}

/** The border of a feature inside its tile. A path with curves describes a disc inside the tile and is returned
 * unchanged. */
export function borderOf(path: string): string {
  if (/[^MLZ\d., -]/.test(path)) return path;
  const loops = path.split(/[MZ]/).filter((loop) => loop.trim() !== "");
  return loops.map(loopBorder).join("");
}

export class Maps {
  readonly #borders = new Map<string, string>();
  readonly #known = new Map<string, TileMap>();
  #river: ReadonlySet<string> | null = null;
  #abbot: boolean | null = null;

  constructor(private readonly engine: Engine) {}

  /** The features of a tile in a rotation. */
  of(tile: string, rotation: number): TileMap {
    const key = `${tile} ${rotation}`;
    const known = this.#known.get(key) ?? this.engine.map(tile, rotation);
    this.#known.set(key, known);
    return known;
  }

  /** A description of a tile, given the options of the game. */
  words(tile: string): string {
    this.#river ??= this.#riverTiles();
    this.#abbot ??= this.engine.state().options.includes("abbot");
    return tileWords(this.of(tile, 0), this.#river.has(tile), this.#abbot);
  }

  /** A feature of a tile on the board, by its name. */
  feature(stage: Stage, { realm, x, y }: Spot): MapFeature | undefined {
    const tile = stage.tileAt(x, y);
    return tile && this.of(tile.tile, tile.rotation).features.find((feature) => feature.realm === realm);
  }

  /** The point where a meeple stands on a feature, in tiles. */
  anchor(stage: Stage, spot: Spot): Point {
    const [x, y] = this.feature(stage, spot)?.spot ?? [UNIT / 2, UNIT / 2];
    return { x: spot.x + x / UNIT, y: spot.y + y / UNIT };
  }

  /** The parts of a realm, given its segments; parts on tiles that are not shown yet are left out. */
  parts(stage: Stage, segments: readonly string[]): Part[] {
    return segments.flatMap((segment) => {
      const spot = spotOf(segment);
      const path = this.feature(stage, spot)?.path;
      return path ? [{ path, border: this.#border(path), x: spot.x, y: spot.y }] : [];
    });
  }

  /** The tiles that exist only in sets with a river. */
  #riverTiles(): ReadonlySet<string> {
    const sets = this.engine.sets();
    const tiles = (river: boolean) => sets.filter((set) => set.river === river).flatMap(({ kinds }) => kinds);
    const land = new Set(tiles(false).map(({ id }) => id));
    return new Set(tiles(true).flatMap(({ id }) => (land.has(id) ? [] : [id])));
  }

  #border(path: string): string {
    const border = this.#borders.get(path) ?? borderOf(path);
    this.#borders.set(path, border);
    return border;
  }
}
