/**
 * What the engine tells, as docs/lookup/protocol.md ("JSON") and docs/lookup/page-module.md lay down. Seats and sides
 * count from 1; a side is a seat, in the team game a team.
 */

import type { OptionItem } from "./options.js";

export type GameName = "star-wars" | "classic";
export type ColourName = "red" | "green" | "black" | "white" | "orange" | "blue" | "yellow";
export type PhaseName = "draw" | "place" | "meeple" | "throw" | "over";
export type FactionName = "rebels" | "empire" | "hunters";
export type RealmType = "route" | "asteroids" | "planet" | "road" | "city" | "monastery" | "garden" | "field";
/** `small` and `large` in Star Wars, `meeple` and `abbot` in classic. */
export type PieceName = "small" | "large" | "meeple" | "abbot";
/** How tiles are painted: `space` (dark) and `chart` for Star Wars, `meadow` (dark) and `parchment` for classic. */
export type ThemeName = "space" | "chart" | "meadow" | "parchment";

export interface Cell {
  x: number;
  y: number;
}

/** A realm by its name on a tile: `route.E`, `planet`, `field.NL`, `field.1`. */
export interface Spot extends Cell {
  realm: string;
}

/** A tile as it lies; `rotation` are clockwise quarter turns. */
export interface PlacedTile extends Cell {
  tile: string;
  rotation: number;
}

export interface PlacedMeeple extends Spot {
  seat: number;
  piece: PieceName;
}

/** Meeples of one seat in a realm: `small` and `large` in Star Wars, `meeples` in classic. */
export interface RealmMeeples {
  seat: number;
  small?: number;
  large?: number;
  meeples?: number;
}

/** A realm, told by its first segment by y, x, edge. */
export interface Realm extends Spot {
  complete: boolean;
  tiles: number;
  symbols: number;
  /** Open edges; of a centre the empty cells around it. */
  open: number;
  /** Complete cities that touch a field. */
  cities: number;
  /** What each of `sides` would get if the game ended now. */
  worth: number;
  factions: FactionName[];
  meeples: RealmMeeples[];
  /** Who would score it now. */
  sides: number[];
}

/** The line of `state json`. */
export interface State {
  game: GameName;
  set: string;
  set_hash: string;
  options: OptionItem[];
  /** By seat. */
  colours: ColourName[];
  first: number;
  phase: PhaseName;
  /** Whose turn it is; after the game the seat that would follow. */
  seat: number;
  /** The turn is an extra one (CL-10.7). */
  extra?: true;
  /** The drawn tile in the phase `place`. */
  tile: string | null;
  /** The tile just laid in the phases `meeple` and `throw`. */
  last: Cell | null;
  /** By side. */
  scores: number[];
  /** By seat. */
  supply: Partial<Record<PieceName, number>>[];
  board: PlacedTile[];
  meeples: PlacedMeeple[];
  realms: Realm[];
  /** Tiles still to be drawn, by id; the drawn tile is not counted. */
  bag: Record<string, number>;
  /** Tiles put out of the game, by id. */
  out: Record<string, number>;
  /** The lines of `legal`. */
  legal: string[];
  hash: string;
}

/** What an activated arrow allows (CL-10). */
export type ArrowAction = "reinforce" | "extra-turn" | "elsewhere";

export type GameEvent =
  | { event: "drawn"; seat: number; tile: string }
  | { event: "put-out"; seat: number; tile: string }
  | ({ event: "placed"; seat: number } & PlacedTile)
  | ({ event: "meeple" } & PlacedMeeple)
  | ({ event: "battle"; dice: Record<string, number> } & Spot)
  | ({ event: "throw"; dice: Record<string, number[]> } & Spot)
  | ({ event: "tie"; sides: number[]; points: number } & Spot)
  | ({ event: "lost"; side: number; points: number } & Spot)
  | ({
      event: "scored";
      kind: RealmType;
      complete: boolean;
      final: boolean;
      tiles: number;
      symbols: number;
      cities: number;
      points: number;
      sides: number[];
    } & Spot)
  | ({ event: "returned" } & PlacedMeeple)
  | ({ event: "arrow"; seat: number; tile: string; did: "points" | ArrowAction; points: number } & Cell)
  | { event: "over"; scores: number[] };

/** A whole turn of the drawn tile. */
export interface LegalTurn {
  /** As `Engine.move` takes it: `A3@0,1r2=none`. */
  move: string;
  /** By side: the final points expected after it, as `mcts` judges. */
  eval: number[];
  /** What it causes, up to a battle. */
  events: GameEvent[];
}

/** The phase in short. */
export interface Phase {
  phase: PhaseName;
  seat: number;
  tile: string | null;
}

/** A turn that a computer player has thought about. */
export interface Candidate {
  /** The whole turn, `A3@0,1r2=none`. */
  move: string;
  /** Probability that the own side wins, a shared win in parts; 0 of players that do not search. */
  win: number;
  /** Expected points at the end ahead of the best other side. */
  diff: number;
  /** Standard error of `diff`; 0 of players that do not search. */
  error: number;
  visits: number;
  /** The turns foreseen, its own first. */
  pv: string[];
}

/** What a computer player thinks: the candidates by preference, the one it would choose first. */
export interface Advice {
  playouts: number;
  candidates: Candidate[];
}

/** Markup of a tile or a meeple, `size` units wide and high, without an `<svg>` around it. */
export interface Markup {
  svg: string;
  size: number;
}

export interface MeepleMarkup extends Markup {
  /** The point of it that stands on the spot. A tile is 1000 of these units wide. */
  anchor: [number, number];
}

/** A feature of a tile as it lies. */
export interface MapFeature {
  /** Its name on the tile, by its own first edge: as in `segments()`. */
  realm: string;
  type: RealmType;
  /** Path data of the closed lines around it. */
  path: string;
  /** Where a meeple stands. */
  spot: [number, number];
}

export interface TileMap {
  size: number;
  features: MapFeature[];
  /** Where its arrow points as it lies, and what it allows. */
  arrow?: { edge: string; action: ArrowAction };
}

/** An empty cell beside the tiles, and how many tiles of the bag fit it. */
export interface OpenCell extends Cell {
  fits: number;
}

export interface TileSet {
  id: string;
  game: GameName;
  river: boolean;
  kinds: { id: string; count: number }[];
}

/** What is said about a numbered move of a record. */
export interface RecordTurn {
  comment: string;
  /** Seconds left. */
  clock: number | null;
  eval: number | null;
  /** How many of the game's words there are up to its end. */
  words: number;
}

/** A game of a record, every step checked. */
export interface ReadGame {
  tags: Record<string, string>;
  /** The command that begins the same game, chance aside. */
  newgame: string;
  /** The position line that the game began from, if it was not a new one. */
  position: string | null;
  /** As `position ... moves` takes them. */
  words: string[];
  turns: RecordTurn[];
  /** `57-49`, or `*` for a game that is not over. */
  result: string;
}

/**
 * What was found in finished records: how much of their chance is proved, or what is wrong, with its line.
 * `firsts` counts first players drawn by chance.
 */
export type Verdict =
  | { ok: true; games: number; draws: number; throws: number; firsts: number }
  | { ok: false; text: string };
