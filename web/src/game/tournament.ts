/** Tournaments as the server shows them (docs/lookup/http.md, "Tournaments"), and what of them the page works out. */
import type { Setup } from "./model";

export type Form = "swiss" | "round-robin" | "knockout";
export const FORMS: readonly Form[] = ["swiss", "round-robin", "knockout"];
export type TieBreak = "direct" | "buchholz" | "median" | "sonneborn" | "wins" | "points" | "margin" | "lot";

/** What the organizer chooses. Without `setup` games are played elsewhere. */
export interface TournamentSettings {
  name: string;
  form: Form;
  rounds?: number;
  cycles?: number;
  cut?: number;
  third?: boolean;
  best_of?: number;
  auto?: boolean;
  public?: boolean;
  tie_breaks?: TieBreak[];
  cap?: number;
  setup?: Pick<Setup, "game"> & Partial<Pick<Setup, "options" | "clock" | "aids" | "hints" | "takebacks">>;
}

/** What the list shows of a tournament. */
export interface TournamentItem {
  tournament: string;
  seq: number;
  name: string;
  form: Form;
  state: "open" | "running" | "closed";
  created: number;
  entrant_count: number;
  round: number;
  rounds: number;
}

/** The points of both sides in each game, and the winner where they do not say it; or the side that has lost without
 * playing. */
export interface EncounterResult {
  games?: number[][];
  forfeit?: "first" | "second" | "both";
}

export interface Entrant {
  entrant: number;
  player?: string;
  name: string;
  rating: number;
  away?: boolean;
  expelled?: boolean;
}

/** What two entrants play in a round; without `second` a bye. */
export interface Encounter extends EncounterResult {
  encounter: number;
  round: number;
  first: number;
  second?: number;
  end: "open" | "first" | "second" | "drawn" | "none";
  reports?: ({ side: 1 | 2 } & EncounterResult)[];
  /** The table at which both sit; the side that sits there already. */
  table?: string;
  waits?: 1 | 2;
}

export interface Tournament extends TournamentItem {
  settings: TournamentSettings;
  organizers: { player: string; name: string }[];
  entrants: Entrant[];
  encounters: Encounter[];
}

export interface Standing {
  place: number;
  entrant: number;
  name: string;
  /** In half points. */
  score: number;
  values: number[];
}

export interface Standings extends TournamentItem {
  tie_breaks: { word: TieBreak }[];
  cap: number;
  standings: Standing[];
}

/** What is done in a tournament. */
export type TournamentAction =
  | { type: "enter"; name?: string; rating?: number }
  | { type: "leave" | "return"; entrant?: number }
  | { type: "expel"; entrant: number; reason: string }
  | { type: "pair"; round: number }
  | ({ type: "result"; encounter: number; reason?: string } & EncounterResult)
  | { type: "void"; encounter: number; reason: string }
  | { type: "close" };

/** How many of its units make one point, for each tie-break that people read as points. */
const UNITS: Partial<Record<TieBreak, number>> = { direct: 2, buchholz: 2, median: 2, sonneborn: 4 };

/** The value of a tie-break in points; null for the lot, whose number says nothing. */
export function tieValue(word: TieBreak, value: number): number | null {
  return word === "lot" ? null : value / (UNITS[word] ?? 1);
}

/** The side, 1 or 2, of an entrant in an encounter; 0: none. */
export function sideOf({ first, second }: Encounter, entrant: number | undefined): 0 | 1 | 2 {
  if (entrant === undefined) return 0;
  return first === entrant ? 1 : second === entrant ? 2 : 0;
}

/** The encounters by round, the last round first. */
export function byRound(encounters: readonly Encounter[]): [round: number, encounters: Encounter[]][] {
  const rounds = new Map<number, Encounter[]>();
  for (const encounter of encounters) rounds.set(encounter.round, [...(rounds.get(encounter.round) ?? []), encounter]);
  return [...rounds].reverse();
}

/** The games of rows of two fields: rows without points are left out. Null if a row has one number or none that can be. */
export function gamesOf(rows: readonly (readonly [string, string])[]): number[][] | null {
  const filled = rows.filter((row) => row.some((text) => text.trim() !== ""));
  const games = filled.map((row) => row.map((text) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN)));
  return games.length > 0 && games.flat().every((points) => !Number.isNaN(points)) ? games : null;
}

/** A result as people write it: `72:65, 60:80`; "" for none. */
export function gamesText({ games }: EncounterResult): string {
  return (games ?? []).map(([first, second]) => `${first}:${second}`).join(", ");
}
