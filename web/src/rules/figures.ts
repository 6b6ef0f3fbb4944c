/** The pictures of the rules page as data: small boards with legally placed tiles. */
import type { Cell, ColourName, PieceName, PlacedTile, Spot } from "../../../js/src/types";

interface Point {
  x: number;
  y: number;
}

/** One side of a battle: its dice in each throw (none: it is out), and its points. */
export interface FigureFighter {
  colour: ColourName;
  throws: readonly (readonly number[])[];
  points: number;
}

export interface Figure {
  /** The visible part, in tiles. */
  box: { x: number; y: number; width: number; height: number };
  tiles: readonly PlacedTile[];
  /** Cells of the tiles laid last: where they fit, and where they do not. */
  fits: readonly Cell[];
  misfits: readonly PlacedTile[];
  /** Meeples on realms, and meeples at any other point. */
  meeples: readonly { colour: ColourName; piece: PieceName; spot: Spot }[];
  loose: readonly { colour: ColourName; piece: PieceName; at: Point }[];
  /** The segments that light up. */
  lit: readonly Spot[];
  /** The cell whose eight neighbours are marked. */
  centre: Cell | null;
  points: readonly { colour: ColourName; points: number; at: Point }[];
  battle: readonly FigureFighter[];
}

/** A figure as text: tiles `START@0,0r0`, meeples `red small:route.E@1,0`, meeples at a point `red large@1.5,0.5`,
 * points `red 3@1,1`. */
interface FigureText {
  box: readonly [x: number, y: number, width: number, height: number];
  tiles?: string;
  fits?: string;
  misfits?: string;
  meeples?: string;
  loose?: string;
  lit?: string;
  centre?: string;
  points?: string;
  battle?: readonly FigureFighter[];
}

function each<T>(text: string | undefined, separator: string, read: (word: string) => T): T[] {
  return text ? text.split(separator).map(read) : [];
}

function pointOf(text: string): Point {
  const [x, y] = text.split(",").map(Number);
  return { x, y };
}

function tileOf(text: string): PlacedTile {
  const [tile, cell, rotation] = text.split(/[@r](?=-?\d)/);
  return { tile, ...pointOf(cell), rotation: Number(rotation) };
}

function spotOf(text: string): Spot {
  const [realm, cell] = text.split("@");
  return { realm, ...pointOf(cell) };
}

function colourAnd(text: string): [ColourName, string] {
  const [colour, rest] = text.split(" ");
  return [colour as ColourName, rest];
}

function meepleOf(text: string): Figure["meeples"][number] {
  const [colour, rest] = colourAnd(text);
  const [piece, spot] = rest.split(":");
  return { colour, piece: piece as PieceName, spot: spotOf(spot) };
}

function looseOf(text: string): Figure["loose"][number] {
  const [colour, rest] = colourAnd(text);
  const [piece, at] = rest.split("@");
  return { colour, piece: piece as PieceName, at: pointOf(at) };
}

function pointsOf(text: string): Figure["points"][number] {
  const [colour, rest] = colourAnd(text);
  const [points, at] = rest.split("@");
  return { colour, points: Number(points), at: pointOf(at) };
}

function figure(text: FigureText): Figure {
  const [x, y, width, height] = text.box;
  return {
    box: { x, y, width, height },
    tiles: each(text.tiles, " ", tileOf),
    fits: each(text.fits, " ", pointOf),
    misfits: each(text.misfits, " ", tileOf),
    meeples: each(text.meeples, "; ", meepleOf),
    loose: each(text.loose, "; ", looseOf),
    lit: each(text.lit, " ", spotOf),
    centre: text.centre ? pointOf(text.centre) : null,
    points: each(text.points, "; ", pointsOf),
    battle: text.battle ?? [],
  };
}

const starWars = {
  "sw-pieces": figure({
    box: [0, 0, 2.7, 0.5],
    loose: [
      "red small@0.10,0.32; red large@0.36,0.28; green small@0.66,0.32; green large@0.92,0.28",
      "black small@1.22,0.32; black large@1.48,0.28; white small@1.78,0.32; white large@2.04,0.28",
      "orange small@2.34,0.32; orange large@2.60,0.28",
    ].join("; "),
  }),
  "sw-place": figure({ box: [-1, 0, 3, 2], tiles: "START@0,0r0 R3@1,0r0", fits: "1,0", misfits: "A1@0,1r0" }),
  X1: figure({
    box: [0, 0, 3, 2],
    tiles: "START@0,0r0 R3@1,0r0 A1_RL@2,0r0 R3@2,1r1",
    meeples: "red small:route.E@1,0; white small:asteroids.N@2,0",
    lit: "route.E@1,0 route.S@2,0 route.N@2,1",
    points: "red 3@2.5,0.62",
  }),
  X2: figure({
    box: [-1, -2, 3, 3],
    tiles: "START@0,0r0 A2_OPP_E@0,-1r1 A1@0,-2r2",
    meeples: "red small:asteroids.N@0,-1",
    lit: "asteroids.N@0,0 asteroids.N@0,-1 asteroids.S@0,-2",
    points: "red 8@0.8,-1.1",
  }),
  X3: figure({
    box: [-1, 0, 3, 3],
    tiles: "START@0,0r0 P0_R@0,1r0 P1_E@1,0r1 P1_B@-1,0r3 A1@1,1r1 A1@-1,1r3 A1@0,2r2 A1@1,2r2 A1@-1,2r2",
    meeples: "red small:planet@0,1",
    centre: "0,1",
    points: "red 11@0.82,1.2",
  }),
  X4: figure({
    box: [-1, 0, 4, 2],
    tiles: "START@0,0r0 P1_R@-1,0r3 A1@0,1r2 A1@1,1r2 A1@2,1r2 A1@-1,1r2 R3@2,0r2 R2S@1,0r0",
    meeples: "red small:route.E@-1,0; white small:route.W@2,0",
    lit: "route.E@-1,0 route.E@0,0 route.E@1,0 route.W@2,0",
    battle: [
      { colour: "red", throws: [[5]], points: 4 },
      { colour: "white", throws: [[2]], points: 1 },
    ],
  }),
  X5: figure({
    box: [-1, 1, 4, 3],
    tiles: "P0_E@0,1r0 R2S@1,0r0 R2S@2,0r0 A1@0,2r2 A1@1,2r1 R2C@-1,2r0 A2_OPP_R@1,3r0 AR_E@-1,3r1 A1@2,3r3 A3@0,3r0",
    meeples: "black large:asteroids.S@0,2; red small:asteroids.E@1,3; white small:asteroids.E@-1,3",
    lit: "asteroids.S@0,2 asteroids.N@0,3 asteroids.E@1,3 asteroids.W@2,3 asteroids.E@-1,3",
    battle: [
      {
        colour: "red",
        throws: [
          [4, 2],
          [2, 5],
        ],
        points: 3,
      },
      { colour: "white", throws: [[3], []], points: 1 },
      {
        colour: "black",
        throws: [
          [4, 1],
          [6, 3],
        ],
        points: 13,
      },
    ],
  }),
  X6: figure({
    box: [-1, 0, 3, 3],
    tiles: "START@0,0r0 R2S@1,0r0 P0_R@0,1r0 R2C@1,1r3",
    loose: "white large@0.28,1.62; red small@0.74,1.66",
    centre: "0,1",
    battle: [
      {
        colour: "red",
        throws: [
          [5, 1],
          [5, 2],
        ],
        points: 1,
      },
      {
        colour: "white",
        throws: [
          [5, 3],
          [4, 1],
        ],
        points: 3,
      },
    ],
  }),
  X7: figure({
    box: [-2, -3, 4, 5],
    tiles:
      "START@0,0r0 R2S@1,0r0 A2_OPP_B@0,-1r1 A2_ADJ@0,-2r2 A1@-1,-2r3 P0_B@0,1r0 R2S@-1,0r0 A2_ADJ@-2,-2r2 A1@0,-3r0",
    points: "red 3@1.5,0.5; green 5@0.5,-0.5; white 2@-1,-1.5; orange 6@0.5,1.5; black 1@0.5,-2.75",
  }),
  "sw-teams": figure({
    box: [0, 0, 3, 3],
    tiles: "START@1,1r0",
    loose: "red large@1.5,0.45; black large@2.55,1.5; green large@1.5,2.5; white large@0.45,1.5",
  }),
};

const classic = {
  "cl-pieces": figure({
    box: [0, 0, 2.7, 0.5],
    loose: [
      "black meeple@0.10,0.32; black abbot@0.36,0.28; red meeple@0.66,0.32; red abbot@0.92,0.28",
      "green meeple@1.22,0.32; green abbot@1.48,0.28; blue meeple@1.78,0.32; blue abbot@2.04,0.28",
      "yellow meeple@2.34,0.32; yellow abbot@2.60,0.28",
    ].join("; "),
  }),
  "cl-place": figure({ box: [-1, 0, 3, 2], tiles: "D@0,0r0 V@1,0r0", fits: "1,0", misfits: "U@0,1r1" }),
  "cl-places": figure({
    box: [0, -1, 2, 2],
    tiles: "D@0,0r0 N@0,-1r3 B@1,-1r0 W@1,0r0",
    meeples: "yellow meeple:city.S@0,-1; blue meeple:monastery@1,-1; red meeple:road.W@1,0; green meeple:field.ER@0,0",
  }),
  Y1: figure({
    box: [-1, -1, 3, 2],
    tiles: "D@0,0r0 W@1,0r0 E@1,-1r0 W@-1,0r0",
    meeples: "red meeple:road.W@1,0; yellow meeple:city.N@1,-1",
    lit: "road.E@-1,0 road.E@0,0 road.W@1,0",
    points: "red 3@0.5,0.5",
  }),
  Y2: figure({
    box: [-1, -2, 3, 3],
    tiles: "D@0,0r0 F@0,-1r1 E@0,-2r2",
    meeples: "red meeple:city.N@0,-1",
    lit: "city.N@0,0 city.N@0,-1 city.S@0,-2",
    points: "red 8@0.5,-1",
  }),
  Y3: figure({
    box: [-1, 0, 3, 3],
    tiles: "D@0,0r0 B@0,1r0 A@1,0r1 A@-1,0r3 E@1,1r1 E@-1,1r3 E@0,2r2 E@1,2r2 B@-1,2r0",
    meeples: "red meeple:monastery@0,1",
    centre: "0,1",
    points: "red 9@0.82,1.2",
  }),
  Y4: figure({
    box: [-1, 0, 4, 1],
    tiles: "D@0,0r0 W@-1,0r0 W@2,0r2 U@1,0r0",
    meeples: "red meeple:road.E@-1,0; yellow meeple:road.W@2,0",
    lit: "road.E@-1,0 road.E@0,0 road.E@1,0 road.W@2,0",
    points: "red 4@0.5,0.5; yellow 4@1.5,0.5",
  }),
  Y5: figure({
    box: [-1, 0, 3, 3],
    tiles: "D@0,0r0 E@0,1r2 B@-1,1r0 B@1,1r0 E@-1,2r1 E@1,2r3 Q@0,2r0",
    meeples: "red meeple:city.S@0,1; yellow meeple:city.E@-1,2; red meeple:city.W@1,2",
    lit: "city.S@0,1 city.N@0,2 city.E@-1,2 city.W@1,2",
    points: "red 10@0.5,2.5",
  }),
  Y6: figure({
    box: [-1, -2, 4, 4],
    tiles: "D@0,0r0 U@1,0r0 F@0,-1r1 B@-1,-1r0 B@0,1r0 B@1,-1r0 U@-1,0r0 M@1,-2r0 E@-1,-2r1 Q@0,-2r2 F@2,-1r1 E@2,-2r2",
    meeples: "green meeple:city.N@1,-2; green meeple:city.N@0,-1; black meeple:city.E@-1,-2",
    points: "red 3@1.5,0.5; green 8@0.5,-1.5; yellow 4@0.5,1.5; blue 3@2.5,-0.5",
  }),
  "cl-field": figure({
    box: [0, -1, 2, 2],
    tiles: "D@0,0r0 E@0,-1r2 D@1,0r0 E@1,-1r2",
    meeples: "green meeple:field.EL@0,0",
    lit: "field.EL@0,0 field.EL@1,0",
    points: "green 6@1.72,0.32",
  }),
  "cl-abbot": figure({
    box: [-1, 0, 3, 3],
    tiles: "D@-1,1r0 U_G@0,1r0 U@1,1r0 B@0,2r0 E@1,2r1",
    meeples: "red abbot:garden@0,1",
    centre: "0,1",
    points: "red 5@0.82,1.2",
  }),
  "cl-source": figure({
    box: [-2, -1, 6, 3],
    tiles: "R20_S@0,0r0 R20_S@1,0r0 R20_G@2,0r0 R20_J@2,1r2 R20_P@3,1r0 R20_DF@-1,0r0 R20_E@-2,0r3 R20_Q@-2,-1r3",
  }),
  "cl-arrow": figure({
    box: [-1, 0, 3, 2],
    tiles: "D@0,0r0 U@-1,0r0 B@0,1r0 AT_1@1,0r0 AR_3@1,1r2",
    meeples: "red meeple:monastery@0,1",
    loose: "red meeple@0.82,1.3",
    fits: "1,1",
  }),
  "cl-river": figure({ box: [0, 0, 3, 3], tiles: "RIV_A@0,0r0 RIV_G@1,0r0 RIV_K@1,1r0 RIV_J@1,2r2 RIV_L@2,2r0" }),
};

/** The figures by the id of their entry; the example X8 needs none. */
export const FIGURES: Partial<Record<string, Figure>> = { ...starWars, ...classic };
