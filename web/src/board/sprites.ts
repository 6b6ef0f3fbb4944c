/** The pictures of tiles and meeples at their positions. */

import type { ColourName, PieceName, PlacedMeeple, Spot } from "../../../js/src/types";
import { realmType } from "../panels/log";
import type { Pictures } from "../panels/pictures";
import { partsOf } from "../words/decisions";
import { cellOf, keyOf, type Point, UNIT } from "./geometry";
import type { Maps } from "./maps";
import type { Ghost, MeepleSprite, Proposal, SpotMark, TileSprite } from "./scene";
import type { Stage } from "./stage";
import type { Placement } from "./turn";

/** The distance, in tiles, between the middles of meeples that share a spot. */
const BESIDE = 0.25;

export function tileSprites(stage: Stage, pictures: Pictures): TileSprite[] {
  return stage.tiles.map(({ tile, x, y, rotation, draw }) => {
    return { x, y, address: pictures.tile(tile, rotation, { x, y }, draw) };
  });
}

/** A unique key for a meeple; equal meeples are numbered. */
export function meepleKey({ seat, piece, realm, x, y }: PlacedMeeple, number: number): string {
  return `${seat}-${piece}-${realm}@${x},${y}#${number}`;
}

/** The pictures of the meeples; those on one spot stand side by side. */
export function meepleSprites(
  stage: Stage,
  maps: Maps,
  pictures: Pictures,
  colours: readonly ColourName[],
): MeepleSprite[] {
  const { meeples } = stage;
  const together = (meeple: PlacedMeeple) =>
    meeples.filter(({ realm, x, y }) => realm === meeple.realm && x === meeple.x && y === meeple.y);
  return meeples.map((meeple) => {
    const crowd = together(meeple);
    const index = crowd.indexOf(meeple);
    const spot = maps.anchor(stage, meeple);
    const at = { x: spot.x + (index - (crowd.length - 1) / 2) * BESIDE, y: spot.y };
    const number = crowd.slice(0, index).filter((other) => meepleKey(other, 0) === meepleKey(meeple, 0)).length;
    const on = realmType(meeple.realm);
    const picture = pictures.piece(meeple.piece, colours[meeple.seat - 1], on);
    return { key: meepleKey(meeple, number), picture, at, lies: on === "field" };
  });
}

/** A turn that is shown before it is played. */
export interface Preview {
  tile: string;
  placement: Placement;
  decision: string | null;
  /** The other possible decisions, which are marked as spots. */
  decisions: readonly string[];
  /** The decision at the pointer or the keyboard cursor. */
  pointed: string | null;
  colour: ColourName;
  hint: boolean;
}

/** The preview of a move such as `A3@0,1r2=large:planet@2,2`. */
export function previewOf(move: string, colour: ColourName): Preview | null {
  const [, tile, x, y, rotation, decision] = /^(\w+)@(-?\d+),(-?\d+)r(\d)=(.+)$/.exec(move) ?? [];
  if (tile === undefined) return null;
  const placement = { x: Number(x), y: Number(y), rotation: Number(rotation) };
  return { tile, placement, decision, decisions: [], pointed: null, colour, hint: true };
}

/** A free point next to the meeples that already stand on a spot. */
function besideCrowd(spot: Spot, stage: Stage, maps: Maps): Point {
  const { x, y } = maps.anchor(stage, spot);
  const crowd = stage.meeples.filter((each) => each.realm === spot.realm && each.x === spot.x && each.y === spot.y);
  return { x: crowd.length === 0 ? x : x + ((crowd.length + 1) / 2) * BESIDE, y };
}

/** The point where the meeple of a decision would stand; null if the decision places none. */
export function spotOfDecision(preview: Preview, decision: string, stage: Stage, maps: Maps): Point | null {
  const { realm, cell } = partsOf(decision);
  if (realm === undefined) return null;
  const { x, y, rotation } = preview.placement;
  if (cell !== null) {
    return besideCrowd({ realm, ...cellOf(cell) }, stage, maps);
  }
  const [sx, sy] = maps.of(preview.tile, rotation).features.find((each) => each.realm === realm)?.spot ?? [0, 0];
  return { x: x + sx / UNIT, y: y + sy / UNIT };
}

function spotMarks(preview: Preview, stage: Stage, maps: Maps): SpotMark[] {
  const marks = new Map<string, SpotMark>();
  for (const decision of preview.decisions) {
    const at = spotOfDecision(preview, decision, stage, maps);
    if (!at) continue;
    const key = decision.replace(/^\w+:/, "");
    const known = marks.get(key);
    const chosen = decision === preview.decision || known?.chosen === true;
    marks.set(key, { at, chosen, pointed: decision === preview.pointed || known?.pointed === true });
  }
  return [...marks.values()];
}

/** The picture of a preview; `draw` is the number of the tile's draw. */
export function ghostOf(preview: Preview, draw: number, stage: Stage, maps: Maps, pictures: Pictures): Ghost {
  const { tile, placement, decision, colour, hint } = preview;
  const at = decision === null ? null : spotOfDecision(preview, decision, stage, maps);
  const piece = decision === null ? null : (partsOf(decision).piece as PieceName);
  const on = realmType((decision && partsOf(decision).realm) ?? "");
  const meeple =
    at && piece ? { key: "ghost", picture: pictures.piece(piece, colour, on), at, lies: on === "field" } : null;
  const { x, y, rotation } = placement;
  return {
    tile: { x, y, address: pictures.tile(tile, rotation, placement, draw) },
    meeple,
    spots: spotMarks(preview, stage, maps),
    hint,
  };
}

/** The proposed turns grouped by cell: each cell shows its best proposal and the ranks of all its proposals. */
export function proposalsOf(
  moves: readonly string[],
  colour: ColourName,
  draw: number,
  stage: Stage,
  maps: Maps,
  pictures: Pictures,
): Proposal[] {
  const proposals = new Map<string, Proposal>();
  for (const [index, move] of moves.entries()) {
    const preview = previewOf(move, colour);
    if (!preview) continue;
    const key = keyOf(preview.placement);
    const known = proposals.get(key) ?? { ghost: ghostOf(preview, draw, stage, maps, pictures), ranks: [] };
    proposals.set(key, { ...known, ranks: [...known.ranks, index + 1] });
  }
  return [...proposals.values()];
}
