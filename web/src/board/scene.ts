/** The template for the picture of the board; it depends only on its arguments. */
import { html, nothing, svg, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Cell, ColourName } from "../../../js/src/types";
import { type Picture, tileImage } from "../panels/pictures";
import { number } from "../words/words";
import { type Box, keyOf, type Point, TILE_PX, UNIT } from "./geometry";
import type { Part } from "./maps";
import { type Overlay, overlayDefinitions, overlayTemplate, worthTemplate } from "./overlay";
import type { Rating } from "./ratings";

export interface TileSprite extends Cell {
  address: string;
}

/** A meeple whose foot is at a point of the board; its key is unique. */
export interface MeepleSprite {
  key: string;
  picture: Picture;
  at: Point;
  /** It is shown lying down, as farmers are, which stay until the end of the game. */
  lies: boolean;
}

/** A spot where a meeple may be placed. */
export interface SpotMark {
  at: Point;
  chosen: boolean;
  pointed: boolean;
}

/** The tile of a turn that was not sent yet. */
export interface Ghost {
  tile: TileSprite;
  meeple: MeepleSprite | null;
  spots: readonly SpotMark[];
  /** It is only a suggestion: shown pale, with a broken outline. */
  hint: boolean;
}

/** A legal cell for the tile, with its rating if ratings are shown. */
export interface RatedPlace extends Cell {
  rating: Rating | null;
}

/** The proposed turns for one cell: the best of them, and the ranks of all of them. */
export interface Proposal {
  ghost: Ghost;
  ranks: readonly number[];
}

/** A realm that lights up, with its points if it was scored. */
export interface Flash {
  parts: readonly Part[];
  at: Point | null;
  points: number;
  colours: readonly ColourName[];
}

/** A recently completed realm, in the colour of its owner. */
export interface LitRealm {
  parts: readonly Part[];
  colour: ColourName;
}

/** A tile whose arrow can be activated in this turn; `active`: the present choice activates it. */
export interface ArrowLight extends Cell {
  active: boolean;
}

/** A tile that was laid lately: in the colour of another player, or the last tile of all, which has none. */
export interface LaidTile extends Cell {
  colour: ColourName | null;
}

export interface Scene {
  box: Box;
  tiles: readonly TileSprite[];
  meeples: readonly MeepleSprite[];
  laid: readonly LaidTile[];
  /** The legal cells for the tile. */
  places: readonly RatedPlace[];
  cursor: Cell | null;
  ghost: Ghost | null;
  proposals: readonly Proposal[];
  flash: Flash | null;
  lit: readonly LitRealm[];
  arrows: readonly ArrowLight[];
  overlay: Overlay;
}

function unit(value: number): number {
  return Math.round(value * UNIT);
}

function tileGroup({ x, y, address }: TileSprite, name: string): TemplateResult {
  return svg`<g class=${name} data-cell=${keyOf({ x, y })}>${tileImage(address, unit(x), unit(y))}</g>`;
}

/** The ground under all tiles. It extends slightly beyond their edges, so that no gap between two tiles shows the
 * background. */
function groundPath(tiles: readonly TileSprite[]): TemplateResult {
  return svg`<path class="board-ground"
    d=${tiles.map(({ x, y }) => `M${unit(x) - 4} ${unit(y) - 4}h1008v1008h-1008z`).join("")}></path>`;
}

/** A meeple. A lying one is rotated about its spot; the rotation is inside the group that is animated. */
function meepleGroup({ key, picture, at, lies }: MeepleSprite, name: string): TemplateResult {
  const [dx, dy] = picture.anchor;
  const turn = lies ? `rotate(-90 ${unit(at.x)} ${unit(at.y)})` : nothing;
  return svg`<g class=${name} data-meeple=${key}><use transform=${turn} href=${picture.href} x=${unit(at.x) - dx}
    y=${unit(at.y) - dy} width=${picture.size} height=${picture.size}></use></g>`;
}

/** The square of a cell, smaller by `inside`. */
function cellRect({ x, y }: Cell, name: string, inside: number): TemplateResult {
  const side = UNIT - 2 * inside;
  return svg`<rect class=${name} data-cell=${keyOf({ x, y })} x=${unit(x) + inside} y=${unit(y) + inside}
    width=${side} height=${side} rx="40"></rect>`;
}

function spotMark({ at, chosen, pointed }: SpotMark): TemplateResult {
  const [x, y] = [unit(at.x), unit(at.y)];
  return svg`<g class=${chosen ? "spot spot-chosen" : pointed ? "spot spot-pointed" : "spot"}>
    <circle class="spot-rim" cx=${x} cy=${y} r="96"></circle><circle class="spot-dot" cx=${x} cy=${y} r="38"></circle>
  </g>`;
}

function ghostTemplate(ghost: Ghost): TemplateResult {
  return svg`<g class=${ghost.hint ? "ghost ghost-hint" : "ghost"}>
    ${tileGroup(ghost.tile, "ghost-tile")}
    ${cellRect(ghost.tile, "ghost-frame", 0)}
    ${ghost.spots.map(spotMark)}
    ${ghost.meeple ? meepleGroup(ghost.meeple, "ghost-meeple") : nothing}
  </g>`;
}

/** The distance from the corner of a tile to its first rank, and between the middles of two ranks, in units. */
const RANK_INSIDE = 180;
const RANK_APART = 300;

/** A proposal with its ranks, which begin at the upper corner that is farther from its meeple. */
function proposalTemplate({ ghost, ranks }: Proposal): TemplateResult {
  const { x, y } = ghost.tile;
  const right = ghost.meeple !== null && ghost.meeple.at.x < x + 0.5;
  const across = (index: number) => {
    const inside = RANK_INSIDE + index * RANK_APART;
    return unit(x) + (right ? UNIT - inside : inside);
  };
  const marks = ranks.map(
    (rank, index) => svg`<g class="rank" transform=${`translate(${across(index)} ${unit(y) + RANK_INSIDE})`}>
    <circle r="140"></circle><text y="75" text-anchor="middle">${number(rank)}</text></g>`,
  );
  return svg`<g class="proposal">${tileGroup(ghost.tile, "proposal-tile")}${cellRect(ghost.tile, "proposal-frame", 0)}
    ${ghost.meeple ? meepleGroup(ghost.meeple, "proposal-meeple") : nothing}${marks}</g>`;
}

function flashTemplate(flash: Flash): TemplateResult {
  const label = (at: Point) => svg`<g class="flash-points" transform=${`translate(${unit(at.x)} ${unit(at.y)})`}>
    <circle r="230" class=${`flash-disc seat-${flash.colours[0] ?? "white"}`}></circle>
    <text class=${`on-${flash.colours[0] ?? "white"}`} data-digits=${String(flash.points).length} y="85"
      text-anchor="middle">+${flash.points}</text></g>`;
  return svg`<g class="flash">
    ${flash.parts.map(
      ({ path, x, y }) => svg`<path class="flash-part" d=${path}
      transform=${`translate(${unit(x)} ${unit(y)})`}></path>`,
    )}
    ${flash.at ? label(flash.at) : nothing}
  </g>`;
}

function litTemplate({ parts, colour }: LitRealm): TemplateResult[] {
  return parts.map(
    ({ path, border, x, y }) =>
      svg`<g class="lit" transform=${`translate(${unit(x)} ${unit(y)})`}><path class="lit-ground"
        d=${path}></path><path class="lit-halo" d=${border}></path><path class=${`lit-border line-${colour}`}
        d=${border}></path></g>`,
  );
}

function laidTemplate(tile: LaidTile): TemplateResult {
  if (!tile.colour) return cellRect(tile, "last-tile", 8);
  return svg`${cellRect(tile, "laid-halo", 26)}${cellRect(tile, `laid-tile line-${tile.colour}`, 26)}`;
}

function hereMarks(scene: Scene): TemplateResult {
  return svg`${scene.laid.map(laidTemplate)}
    ${scene.cursor ? cellRect(scene.cursor, "cursor", -14) : nothing}`;
}

/** The whole picture; its origin is the corner of the start tile. */
export function sceneTemplate(scene: Scene): TemplateResult {
  const { box } = scene;
  const corner = `${unit(box.left)} ${unit(box.top)} ${unit(box.right - box.left)} ${unit(box.bottom - box.top)}`;
  const [width, height] = [(box.right - box.left) * TILE_PX, (box.bottom - box.top) * TILE_PX];
  return html`<svg class="board-scene" viewBox=${corner} width=${width} height=${height} aria-hidden="true">
    <defs>${overlayDefinitions(scene.overlay)}</defs>
    ${repeat(scene.places, keyOf, (cell) => cellRect(cell, cell.rating ? `place place-${cell.rating}` : "place", 30))}
    <g
      class="board-tiles">${groundPath(scene.tiles)}${repeat(scene.tiles, keyOf, (tile) => tileGroup(tile, "tile"))}</g>
    <rect class="board-sheet" x=${unit(box.left)} y=${unit(box.top)} width=${unit(box.right - box.left)}
      height=${unit(box.bottom - box.top)}></rect>
    ${scene.lit.map(litTemplate)}
    ${hereMarks(scene)}
    ${overlayTemplate(scene.overlay)}
    ${scene.flash ? flashTemplate(scene.flash) : nothing}
    ${repeat(
      scene.meeples,
      (meeple) => meeple.key,
      (meeple) => meepleGroup(meeple, "meeple"),
    )}
    ${worthTemplate(scene.overlay)}
    ${scene.ghost ? ghostTemplate(scene.ghost) : nothing}
    ${scene.arrows.map((arrow) => cellRect(arrow, arrow.active ? "arrow-light arrow-active" : "arrow-light", 45))}
    ${scene.proposals.map(proposalTemplate)}
    <g class="board-effects"></g>
  </svg>`;
}
