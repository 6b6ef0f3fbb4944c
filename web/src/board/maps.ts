/** Where the features of tiles are, asked of the engine once a tile and rotation; and whole realms from them. */
import type { Engine } from "../engine/engine";
import type { MapFeature, Spot, TileMap } from "../engine/types";
import { type Point, UNIT } from "./geometry";
import type { Stage } from "./stage";

/** A part of a realm on one tile: a path in the tile's own units, and the cell. */
export interface Part {
  path: string;
  x: number;
  y: number;
}

/** A segment's name, `route.E@0,0`, taken apart. */
export function spotOf(segment: string): Spot {
  const [realm, cell] = segment.split("@");
  const [x, y] = cell.split(",").map(Number);
  return { realm, x, y };
}

export class Maps {
  readonly #known = new Map<string, TileMap>();

  constructor(private readonly engine: Engine) {}

  /** The features of a tile as it lies. */
  of(tile: string, rotation: number): TileMap {
    const key = `${tile} ${rotation}`;
    const known = this.#known.get(key) ?? this.engine.map(tile, rotation);
    this.#known.set(key, known);
    return known;
  }

  /** A feature by its name on a tile that is shown. */
  feature(stage: Stage, { realm, x, y }: Spot): MapFeature | undefined {
    const tile = stage.tileAt(x, y);
    return tile && this.of(tile.tile, tile.rotation).features.find((feature) => feature.realm === realm);
  }

  /** Where a meeple of a realm stands on the board, in tiles. */
  standing(stage: Stage, spot: Spot): Point {
    const [x, y] = this.feature(stage, spot)?.spot ?? [UNIT / 2, UNIT / 2];
    return { x: spot.x + x / UNIT, y: spot.y + y / UNIT };
  }

  /** The parts of a realm by its segments; those on tiles that are not shown yet are left out. */
  parts(stage: Stage, segments: readonly string[]): Part[] {
    return segments.flatMap((segment) => {
      const spot = spotOf(segment);
      const path = this.feature(stage, spot)?.path;
      return path ? [{ path, x: spot.x, y: spot.y }] : [];
    });
  }
}
