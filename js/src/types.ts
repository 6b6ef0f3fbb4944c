/**
 * The types of the engine's answers, as defined in docs/lookup/protocol.md ("JSON") and docs/lookup/page-module.md.
 * Seats and sides are 1-based; a side is a seat, or in the team game a team.
 */

import type { OptionItem } from "./options.js";

export type GameName = "star-wars" | "classic";
export type ColourName = "red" | "green" | "black" | "white" | "orange" | "blue" | "yellow";
export type PhaseName = "draw" | "place" | "meeple" | "throw" | "over";
export type FactionName = "rebels" | "empire" | "hunters";
export type RealmType = "route" | "asteroids" | "planet" | "road" | "city" | "monastery" | "garden" | "field";
/** `small` and `large` in Star Wars, `meeple` and `abbot` in classic. */
export type PieceName = "small" | "large" | "meeple" | "abbot";
/** The look of tiles: `space` (dark) and `chart` for Star Wars, `meadow` (dark) and `parchment` for classic. */
export type ThemeName = "space" | "chart" | "meadow" | "parchment";

export interface Cell {
  x: number;
  y: number;
}

/** A realm by its name on a tile: `route.E`, `planet`, `field.NL`, `field.1`. */
export interface Spot extends Cell {
  realm: string;
}

/** A placed tile; `rotation` is the number of clockwise quarter turns. */
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

/** A realm, identified by its first segment in the order of y, x, edge. */
export interface Realm extends Spot {
  complete: boolean;
  tiles: number;
  symbols: number;
  /** The number of open edges; for a centre, of empty cells around it. */
  open: number;
  /** The number of complete cities that touch a field. */
  cities: number;
  /** The points that each of `sides` would get if the game ended now. */
  worth: number;
  factions: FactionName[];
  meeples: RealmMeeples[];
  /** The sides that would score it now. */
  sides: number[];
}

/** The answer to `state json`. */
export interface State {
  game: GameName;
  set: string;
  set_hash: string;
  options: OptionItem[];
  /** By seat. */
  colours: ColourName[];
  first: number;
  phase: PhaseName;
  /** The seat whose turn it is; after the game, the seat that would be next. */
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
  /** The numbers of tiles left to draw, by id, without the drawn tile. */
  bag: Record<string, number>;
  /** The numbers of discarded tiles, by id. */
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
  /** The move for `Engine.move`, such as `A3@0,1r2=none`. */
  move: string;
  /** By side: the expected final points after it, by the evaluation of `mcts`. */
  eval: number[];
  /** The events that it causes, up to a battle. */
  events: GameEvent[];
}

/** The phase in short. */
export interface Phase {
  phase: PhaseName;
  seat: number;
  tile: string | null;
}

/** A turn that a computer player has examined. */
export interface Candidate {
  /** The whole turn, `A3@0,1r2=none`. */
  move: string;
  /** The winning probability of the own side; a shared win counts as a fraction. 0 for players that do not search. */
  win: number;
  /** The expected final lead over the best other side, in points. */
  diff: number;
  /** The standard error of `diff`; 0 for players that do not search. */
  error: number;
  visits: number;
  /** The expected line of turns, beginning with this one. */
  pv: string[];
}

/** The advice of a computer player: the candidates by preference, its choice first. */
export interface Advice {
  playouts: number;
  candidates: Candidate[];
}

/** A probability to win (0 to 1; a shared win counts in parts), and a lead in points. */
export interface WinLead {
  win: number;
  diff: number;
}

/** `judge` of review.wasm: a turn that was played among those that a search considered. */
export interface JudgedTurn extends Advice {
  /** The place of the played turn among the candidates, from 1. */
  rank: number;
  value: WinLead;
  gave: WinLead;
  counted: boolean;
}

/** `luck` of review.wasm. */
export interface GameLuck {
  turns: { seat: number; draw: WinLead; dice: WinLead }[];
  /** By side; the last two are null before the end of the game. */
  sides: { draws: WinLead; dice: WinLead; result: WinLead | null; adjusted: WinLead | null }[];
}

/** `performance` of review.wasm; what is not known is null. */
export interface Performance {
  counted: number;
  rating: number | null;
  error: number | null;
  level: number | null;
  low: number | null;
  high: number | null;
  noise: number;
}

/** A mean and its standard error. */
export interface MeanError {
  value: number;
  error: number;
}

/** `rollout` of review.wasm: the better turn first. */
export interface Rollout {
  trials: number;
  separated: boolean;
  turns: { move: string; win: MeanError; diff: MeanError; behind: MeanError; behind_diff: MeanError }[];
}

/** Markup of a tile or a meeple, `size` units wide and high, without an `<svg>` around it. */
export interface Markup {
  svg: string;
  size: number;
}

export interface MeepleMarkup extends Markup {
  /** The point of the picture that is placed on the spot. A tile is 1000 of these units wide. */
  anchor: [number, number];
}

/** A feature of a tile in its rotation. */
export interface MapFeature {
  /** Its name on the tile, by its first edge, as in segments(). */
  realm: string;
  type: RealmType;
  /** The path data of its outline. */
  path: string;
  /** The point where a meeple stands. */
  spot: [number, number];
}

export interface TileMap {
  size: number;
  features: MapFeature[];
  /** The direction of its arrow in this rotation, and what the arrow allows. */
  arrow?: { edge: string; action: ArrowAction };
}

/** An empty cell beside the tiles, and the number of tiles of the bag that fit it. */
export interface OpenCell extends Cell {
  fits: number;
}

export interface TileSet {
  id: string;
  game: GameName;
  river: boolean;
  kinds: { id: string; count: number }[];
}

/** The notes of a record about a numbered move. */
export interface RecordTurn {
  comment: string;
  /** The seconds left on the clock. */
  clock: number | null;
  eval: number | null;
  /** The number of the game's words up to the end of this move. */
  words: number;
}

/** A game of a record; every step is checked. */
export interface ReadGame {
  tags: Record<string, string>;
  /** The command that begins the same game, except for its random numbers. */
  newgame: string;
  /** The initial position line, if the game did not begin as a new one. */
  position: string | null;
  /** The game's words, for `position ... moves`. */
  words: string[];
  turns: RecordTurn[];
  /** `57-49`, or `*` for a game that is not over. */
  result: string;
}

/**
 * The result of a check of finished records: the counts of proved random decisions, or what is wrong, with its line.
 * `firsts` counts randomly chosen first players.
 */
export type Verdict =
  | { ok: true; games: number; draws: number; throws: number; firsts: number }
  | { ok: false; text: string };
