/** Finds the realm under a point of the board by the outlines of the features. */
import type { Realm } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { cellAt, type Point, UNIT } from "./geometry";
import type { Maps } from "./maps";
import type { Stage } from "./stage";

/** The types of realms from top to bottom: a planet lies on top of its route's end, everything on top of fields. */
const RANKS = ["planet", "monastery", "garden", "route", "road", "city", "asteroids", "field"];

/** The realm that was found, with its segments. */
export interface Found {
  realm: Realm;
  segments: string[];
}

export class RealmFinder {
  readonly #canvas = document.createElement("canvas").getContext("2d");

  constructor(
    private readonly stage: Stage,
    private readonly maps: Maps,
  ) {}

  at(point: Point, view: TableView): Found | null {
    const cell = cellAt(point);
    const tile = this.stage.tileAt(cell.x, cell.y);
    if (!tile) return null;
    const [x, y] = [(point.x - cell.x) * UNIT, (point.y - cell.y) * UNIT];
    const features = [...this.maps.of(tile.tile, tile.rotation).features];
    features.sort((a, b) => RANKS.indexOf(a.type) - RANKS.indexOf(b.type));
    for (const { path, realm } of features) {
      if (!this.#canvas?.isPointInPath(new Path2D(path), x, y)) continue;
      const found = realmOf(view, `${realm}@${cell.x},${cell.y}`);
      if (found) return found;
    }
    return null;
  }
}

/** Finds the realm that contains a segment. */
export function realmOf(view: TableView, segment: string): Found | null {
  const index = view.segments.findIndex((segments) => segments.includes(segment));
  return index < 0 ? null : { realm: view.state.realms[index], segments: view.segments[index] };
}
