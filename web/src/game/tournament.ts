/** Tournaments as the server shows them (docs/lookup/http.md, "Tournaments"), and what of them the page works out. */
import type { Setup } from "./model";

export type Form = "swiss" | "round-robin" | "knockout" | "arena";
export const FORMS: readonly Form[] = ["swiss", "round-robin", "knockout", "arena"];
export type TieBreak = "direct" | "buchholz" | "median" | "sonneborn" | "wins" | "points" | "margin" | "lot";

/** What becomes of an encounter that nobody has played in time. */
export type Unplayed = "lost" | "drawn" | "seed";
export const UNPLAYED: readonly Unplayed[] = ["lost", "drawn", "seed"];

/** What the organizer chooses. Without `setup` games are played elsewhere. */
export interface TournamentSettings {
  name: string;
  form: Form;
  rounds?: number;
  /** Of a game: 2, or 3 to 5. */
  seats?: number;
  cycles?: number;
  groups?: number;
  seasons?: number;
  moves?: number;
  cut?: number;
  third?: boolean;
  best_of?: number;
  auto?: boolean;
  public?: boolean;
  /** The tables of a round share their tiles. */
  same_decks?: boolean;
  /** Minutes of a round, and those after which an entrant who does not sit at the table has lost. */
  period?: number;
  grace?: number;
  unplayed?: Unplayed;
  tie_breaks?: TieBreak[];
  cap?: number;
  setup?: Pick<Setup, "game"> & Partial<Pick<Setup, "options" | "clock" | "aids" | "hints" | "takebacks" | "rated">>;
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
  /** The first round of the knock-out. */
  knockout?: number;
  season?: number;
}

/** The points of both sides in each game, and the winner where they do not say it; or the side that has lost without
 * playing. */
export interface EncounterResult {
  games?: number[][];
  /** By seat, of a game of three to five. */
  points?: number[];
  forfeit?: "first" | "second" | "both";
}

export interface Entrant {
  entrant: number;
  player?: string;
  name: string;
  rating: number;
  group?: number;
  /** For the next game of an arena. */
  ready?: boolean;
  away?: boolean;
  expelled?: boolean;
}

/** What two entrants play in a round; without `second` a bye. */
export interface Encounter extends EncounterResult {
  encounter: number;
  round: number;
  first: number;
  second?: number;
  /** The others of a game of three to five. */
  more?: number[];
  end: "open" | "first" | "second" | "drawn" | "none" | "played";
  reports?: ({ side: number } & EncounterResult)[];
  /** Why the server has decided it, and when it will. */
  why?: "grace" | "period";
  until?: number;
  /** When each side wants to play, and the date on which both have agreed. */
  first_date?: number;
  second_date?: number;
  date?: number;
  /** The table at which all sit; the first side that sits there already. */
  table?: string;
  waits?: number;
}

export interface Tournament extends TournamentItem {
  settings: TournamentSettings;
  organizers: { player: string; name: string }[];
  /** Players who may accept to organize. */
  invited?: string[];
  entrants: Entrant[];
  encounters: Encounter[];
}

export interface Standing {
  place: number;
  entrant: number;
  name: string;
  group?: number;
  /** In parts of a whole point. */
  score: number;
  values: number[];
  rounds: CrossCell[];
}

/** What an entrant has of an encounter. */
export interface CrossCell {
  round: number;
  opponent?: number;
  result: "open" | "won" | "lost" | "drawn" | "bye";
}

export interface Standings extends TournamentItem {
  tie_breaks: { word: TieBreak }[];
  cap: number;
  /** The parts of a point. */
  whole: number;
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
  | { type: "ready"; yes: boolean }
  | { type: "meet"; encounter: number; date: number }
  | { type: "organizer"; player: string; yes: boolean }
  | { type: "rename"; title: string }
  | { type: "close" };

/** How many of its units make one point, for each tie-break that people read as points. */
const UNITS: Partial<Record<TieBreak, number>> = { direct: 2, median: 2, sonneborn: 4 };

/** The value of a tie-break in points, of which each has `whole` parts; null for the lot, whose number says nothing. */
export function tieValue(word: TieBreak, value: number, whole = 2): number | null {
  const units = word === "buchholz" ? whole : (UNITS[word] ?? 1);
  return word === "lot" ? null : value / units;
}

/** The entrants of an encounter by seat. */
export function seatsOf({ first, second, more = [] }: Encounter): number[] {
  return second === undefined ? [first] : [first, second, ...more];
}

/** The side, from 1, of an entrant in an encounter; 0: none. */
export function sideOf(encounter: Encounter, entrant: number | undefined): number {
  return entrant === undefined ? 0 : seatsOf(encounter).indexOf(entrant) + 1;
}

/** The encounters by round, the last round first. */
export function byRound(encounters: readonly Encounter[]): [round: number, encounters: Encounter[]][] {
  const rounds = new Map<number, Encounter[]>();
  for (const encounter of encounters) rounds.set(encounter.round, [...(rounds.get(encounter.round) ?? []), encounter]);
  return [...rounds].reverse();
}

/** The games of rows of fields: rows without points are left out. Null if a row has one number or none that can be. */
export function gamesOf(rows: readonly (readonly string[])[]): number[][] | null {
  const filled = rows.filter((row) => row.some((text) => text.trim() !== ""));
  const games = filled.map((row) => row.map((text) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN)));
  return games.length > 0 && games.flat().every((points) => !Number.isNaN(points)) ? games : null;
}

/** A result as people write it: `72:65, 60:80`; "" for none. */
export function gamesText({ games, points }: EncounterResult): string {
  if (points) return points.join(" : ");
  return (games ?? []).map(([first, second]) => `${first}:${second}`).join(", ");
}

/** The standings group by group; one list where there are none, or where a knock-out has mixed them. */
export function byGroup(standings: readonly Standing[]): Standing[][] {
  const groups: Standing[][] = [];
  for (const row of standings) {
    const last = groups.at(-1);
    if (last && (row.group === undefined || last[0].group === row.group)) last.push(row);
    else groups.push([row]);
  }
  const mixed = new Set(groups.map(([{ group }]) => group)).size < groups.length;
  return mixed ? [[...standings]] : groups;
}

const MARKS: Record<CrossCell["result"], string> = { open: "·", won: "1", lost: "0", drawn: "½", bye: "1" };

/** The cross table: for each of these standings the results against each of them, in their order. */
export function crossTable(standings: readonly Standing[]): string[][] {
  return standings.map((row) =>
    standings.map(({ entrant }) =>
      row.rounds
        .filter(({ opponent }) => opponent === entrant)
        .map(({ result }) => MARKS[result])
        .join(" "),
    ),
  );
}

/** The results of each of these standings by round: `1 3` is a win against the one in the third row; `1` a bye. */
export function roundTable(standings: readonly Standing[], rounds: number): string[][] {
  const rowOf = new Map(standings.map(({ entrant }, at) => [entrant, at + 1]));
  return standings.map((row) =>
    Array.from({ length: rounds }, (_, at) =>
      row.rounds
        .filter(({ round }) => round === at + 1)
        .map(({ result, opponent }) => `${MARKS[result]} ${rowOf.get(opponent ?? 0) ?? ""}`.trim())
        .join(" "),
    ),
  );
}

/** The rounds of the knock-out, the first one first: the encounters from the top to the bottom, null for one that is
 * not paired yet; and the encounter for the third place. */
export function bracketOf({ encounters, rounds, knockout }: Pick<Tournament, "encounters" | "rounds" | "knockout">): {
  columns: (Encounter | null)[][];
  third?: Encounter;
} {
  if (knockout === undefined) return { columns: [] };
  const count = rounds - knockout + 1;
  const columns = Array.from({ length: count }, (_, at) => {
    const paired = encounters.filter(({ round }) => round === knockout + at);
    return Array.from({ length: 2 ** (count - 1 - at) }, (_, slot) => paired[slot] ?? null);
  });
  return { columns, third: encounters.filter(({ round }) => round === rounds)[1] };
}

/** People as lines: a name, and after a semicolon, comma or tab a rating. Null for a line without a name. */
export function peopleOf(text: string): ({ name: string; rating?: number } | null)[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [, name, rating] = /^"?([^";,\t]*?)"?\s*(?:[;,\t]\s*"?(\d{1,4})"?.*)?$/.exec(line.trim()) ?? [];
    if (!name) return null;
    return rating === undefined ? { name } : { name, rating: Number(rating) };
  });
}
