/** What a player keeps of others: friends, blocked players and challenges (docs/lookup/http.md, "Friends"). */
import type { PlayerFigure } from "./player";

/** Another player. */
export interface Other {
  player: string;
  name: string;
  figure: PlayerFigure;
}

/** A friend, a blocked player, or somebody who has the player as a friend. */
export interface Person extends Other {
  tie?: "friend" | "blocked";
  /** They have the player as a friend. */
  keeps?: boolean;
  /** Whether they are here; missing if the player may not know. */
  here?: boolean;
  /** The public table at which they sit. */
  table?: string;
}

/** A friend's invitation to a table. */
export interface Challenge extends Other {
  table: string;
}

/** A time at which two friends want to play. */
export interface PlayDate extends Other {
  at: number;
}

export interface People {
  shown: boolean;
  people: Person[];
  keepers: Person[];
  challenges: Challenge[];
  dates: PlayDate[];
}

/** The player of a seat of a table. */
export interface SeatPlayer extends Other {
  seat: number;
  tie?: "friend" | "blocked";
  /** They are on vacation up to this time. */
  vacation_until?: number;
}

export type PeopleAction =
  | { type: "friend" | "block"; player: string; yes: boolean }
  | { type: "shown"; yes: boolean }
  | { type: "challenge"; player: string; table: string }
  | { type: "decline"; table: string }
  | { type: "meet"; player: string; at: number }
  | { type: "part"; player: string };
