/** Paints a figure of the rules: the engine's tiles and meeples on a grid, with the figure's marks. */
import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { Engine } from "../../../js/src/engine";
import type { Cell, PlacedTile, Spot } from "../../../js/src/types";
import { type Picture, type Pictures, tileImage } from "../panels/pictures";
import type { Figure } from "./figures";

/** The side of a tile in units of the engine's pictures, and the margin around the tiles. */
const TILE = 1000;
const AROUND = 160;

/** The side of a tile in pixels if there is enough space. */
const TILE_PX = 92;

/** The means to paint, available once the engine is loaded. */
export interface Pencil {
  engine: Engine;
  pictures: Pictures;
}

type Feature = ReturnType<Engine["map"]>["features"][number];

function featureOf({ engine }: Pencil, figure: Figure, { realm, x, y }: Spot): Feature {
  const below = figure.tiles.find((tile) => tile.x === x && tile.y === y);
  const found = below && engine.map(below.tile, below.rotation).features.find((feature) => feature.realm === realm);
  if (!found) throw new Error(`no ${realm}@${x},${y} in the figure`);
  return found;
}

function grid({ x, y, width, height }: Figure["box"]): TemplateResult {
  const [left, top] = [x * TILE - AROUND, y * TILE - AROUND];
  const lines: string[] = [];
  for (let i = 0; i <= width; i++) lines.push(`M${(x + i) * TILE} ${top}v${height * TILE + 2 * AROUND}`);
  for (let i = 0; i <= height; i++) lines.push(`M${left} ${(y + i) * TILE}h${width * TILE + 2 * AROUND}`);
  return svg`<path class="figure-grid" d=${lines.join("")}></path>`;
}

function square({ x, y }: Cell, name: string, inside: number): TemplateResult {
  const side = TILE - 2 * inside;
  return svg`<rect class=${name} x=${x * TILE + inside} y=${y * TILE + inside} width=${side} height=${side}
    rx="30"></rect>`;
}

function tileUse({ pictures }: Pencil, { tile, x, y, rotation }: PlacedTile): TemplateResult {
  return tileImage(pictures.tile(tile, rotation), x * TILE, y * TILE);
}

function pieceUse({ href, size, anchor }: Picture, x: number, y: number): TemplateResult {
  return svg`<use href=${href} x=${x - anchor[0]} y=${y - anchor[1]} width=${size} height=${size}></use>`;
}

function meeples(pencil: Pencil, figure: Figure): TemplateResult[] {
  const on = figure.meeples.map(({ colour, piece, spot }) => {
    const { spot: at, type } = featureOf(pencil, figure, spot);
    return pieceUse(pencil.pictures.piece(piece, colour, type), spot.x * TILE + at[0], spot.y * TILE + at[1]);
  });
  const others = figure.loose.map(({ colour, piece, at }) =>
    pieceUse(pencil.pictures.piece(piece, colour), at.x * TILE, at.y * TILE),
  );
  return [...on, ...others];
}

function litRealms(pencil: Pencil, figure: Figure): TemplateResult[] {
  return figure.lit.map((spot) => {
    const { path } = featureOf(pencil, figure, spot);
    return svg`<path class="figure-lit" d=${path} transform=${`translate(${spot.x * TILE} ${spot.y * TILE})`}></path>`;
  });
}

/** A tick or a cross on the corner of a tile. */
function verdict({ x, y }: Cell, good: boolean): TemplateResult {
  const sign = good ? "M-60 5L-15 50L65 -45" : "M-50 -50L50 50M50 -50L-50 50";
  return svg`${square({ x, y }, good ? "figure-good" : "figure-bad", 14)}
    <g transform=${`translate(${x * TILE + 850} ${y * TILE + 150})`}>
      <circle class=${good ? "figure-sign figure-sign-good" : "figure-sign figure-sign-bad"} r="115"></circle>
      <path class="figure-sign-line" d=${sign}></path>
    </g>`;
}

function neighbours({ x, y }: Cell): TemplateResult[] {
  const cells = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => ({ x: x + right, y: y + down })));
  return cells.filter((cell) => cell.x !== x || cell.y !== y).map((cell) => square(cell, "figure-around", 60));
}

function points(figure: Figure): TemplateResult[] {
  return figure.points.map(
    ({ colour, points, at }) => svg`<g transform=${`translate(${at.x * TILE} ${at.y * TILE})`}>
      <circle class=${`figure-disc seat-${colour}`} r="180"></circle>
      <text class=${`figure-points on-${colour}`} y="56" text-anchor="middle">+${points}</text></g>`,
  );
}

/** The tiles from top to bottom, because pieces on a tile can overlap the tile above it. */
function tiles(pencil: Pencil, figure: Figure): TemplateResult[] {
  const all = [...figure.tiles, ...figure.misfits].sort((a, b) => a.y - b.y || a.x - b.x);
  return all.map((tile) => tileUse(pencil, tile));
}

function painted(pencil: Pencil, figure: Figure): TemplateResult {
  return svg`${tiles(pencil, figure)} ${litRealms(pencil, figure)}
    ${figure.centre ? neighbours(figure.centre) : nothing}
    ${figure.fits.map((cell) => verdict(cell, true))} ${figure.misfits.map((cell) => verdict(cell, false))}
    ${meeples(pencil, figure)} ${points(figure)}`;
}

/** The picture. Screen readers skip it, because its caption says everything. Without a pencil it is an empty grid of
 * the same size. */
export function figurePicture(figure: Figure, pencil: Pencil | null): TemplateResult {
  const { x, y, width, height } = figure.box;
  const [across, along] = [width * TILE + 2 * AROUND, height * TILE + 2 * AROUND];
  const px = TILE_PX / TILE;
  return html`<svg class="figure-picture" viewBox="${x * TILE - AROUND} ${y * TILE - AROUND} ${across} ${along}"
    width=${Math.round(across * px)} height=${Math.round(along * px)} aria-hidden="true">
    ${figure.tiles.length ? grid(figure.box) : nothing} ${pencil ? painted(pencil, figure) : nothing}
  </svg>`;
}
