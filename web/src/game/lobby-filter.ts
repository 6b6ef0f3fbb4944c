/** The filter for the list of a server's tables, and the search for a table with an open seat. */
import { OPTIONS } from "../../../js/src/options";
import { keep, recall } from "../ui/store";
import type { ClockSetup, GameName, OptionName, Setup } from "./model";
import { poolName } from "./rating";
import type { ListedTable, PlayerRating } from "./server";
import { CLOCKS, forfeits, rememberedSetup, usualSetup, withOption, withRated, withSeat } from "./setup";

/** `any` does not restrict; `none`: only games without variants. */
export interface Filter {
  game: GameName | "any";
  option: OptionName | "none" | "any";
  clock: ClockSetup["kind"] | "any";
  /** The number of seats. */
  seats: number | "any";
  /** Only tables with an open seat. */
  open: boolean;
  /** The quick match is for rated tables. */
  rated: boolean;
}

/** The filter that accepts every table. */
export const EVERYTHING: Filter = { game: "any", option: "any", clock: "any", seats: "any", open: false, rated: false };

/** The rating of a player without games. */
const NEW_RATING = 1500;

/** By how many points the ratings at a rated table may differ in a quick match: at first, and for each minute more for
 * which somebody waits there. */
export const RANGE = { first: 150, minute: 10 };

const STORE = "tables.search";

/** The last filter of this browser. */
export function keptFilter(): Filter {
  return { ...EVERYTHING, ...recall<Partial<Filter>>(STORE) };
}

/** Stores the filter for the next visit. */
export function keepFilter(filter: Filter): void {
  keep(STORE, filter);
}

/** Whether a filter restricts anything. */
export function isSet(filter: Filter): boolean {
  return JSON.stringify({ ...EVERYTHING, ...filter }) !== JSON.stringify(EVERYTHING);
}

/** The number of open seats of a listed table. */
export function openSeats({ state, seats }: ListedTable): number {
  return state === "waiting" ? seats.filter(({ kind }) => kind === "open").length : 0;
}

function hasOption({ options }: Setup, wanted: Filter["option"]): boolean {
  if (wanted === "any") return true;
  if (wanted === "none") return options.length === 0;
  return options.some((item) => item.split("=")[0] === wanted);
}

/** Whether a table matches the filter. */
export function fits(filter: Filter, listed: ListedTable): boolean {
  const { setup } = listed;
  return (
    (filter.game === "any" || setup.game === filter.game) &&
    hasOption(setup, filter.option) &&
    (filter.clock === "any" || setup.clock.kind === filter.clock) &&
    (filter.seats === "any" || setup.seats.length === filter.seats) &&
    (!filter.open || openSeats(listed) > 0)
  );
}

/** A rating of the player here. */
type OwnRating = Pick<PlayerRating, "pool" | "rating">;

/** Whether a table is rated, and its players are as strong as the player here; the longer it waits, the less near they
 * need to be. */
function isNear({ setup, seats, age_s }: ListedTable, own: readonly OwnRating[]): boolean {
  const speed = setup.clock.kind === "days" ? "days" : "live";
  const pool = poolName({ game: setup.game, speed, form: seats.length === 2 ? "duel" : "group" });
  const mine = own.find((each) => each.pool === pool)?.rating ?? NEW_RATING;
  const range = RANGE.first + RANGE.minute * Math.floor(age_s / 60);
  return setup.rated === true && seats.every(({ rating = mine }) => Math.abs(rating - mine) <= range);
}

/**
 * The tables for a quick match: matching tables with a waiting person and an open seat. Tables at which somebody is
 * there come first, then those with the fewest open seats, then the oldest, because people have waited longest there.
 * Tables at which this browser holds a seat are left out. So are championships and rated tables: a player who leaves
 * one loses, so nobody should join one by accident. With the wish `rated` only rated tables are left, where all ratings
 * are near those of the player here, `own`.
 */
export function matches(
  filter: Filter,
  tables: readonly ListedTable[],
  held: ReadonlySet<string>,
  own: readonly OwnRating[] = [],
): ListedTable[] {
  const waits = (listed: ListedTable) => openSeats(listed) > 0 && listed.seats.some(({ kind }) => kind === "person");
  const isWanted = (listed: ListedTable) => (filter.rated ? isNear(listed, own) : !forfeits(listed.setup));
  const isFree = (listed: ListedTable) => !held.has(listed.table) && isWanted(listed);
  return tables
    .filter((listed) => fits(filter, listed) && waits(listed) && isFree(listed))
    .sort((a, b) => Number(b.there > 0) - Number(a.there > 0) || openSeats(a) - openSeats(b) || b.age_s - a.age_s);
}

/** The filter with a change; a change of the game resets the variant, which belongs to one game. */
export function changed(filter: Filter, change: Partial<Filter>): Filter {
  const next = { ...filter, ...change };
  const row = OPTIONS.find(({ word }) => word === next.option);
  if (!row || row.game === next.game) return next;
  return change.option ? { ...next, game: row.game } : { ...next, option: "any" };
}

/** The set-up of the table that is opened if none matches: listed, for people, of the game in the filter or else the
 * last played game. */
export function matchSetup({ game, option, clock, seats: count, rated }: Filter): Setup {
  const usual = usualSetup(game === "any" ? rememberedSetup("server").game : game, "server");
  const row = OPTIONS.find(({ word }) => word === option);
  let setup = row ? withOption(usual, row.word, row.values[0]) : usual;
  while (count !== "any" && setup.seats.length < count) setup = withSeat(setup, "open");
  const seats = setup.seats.map((seat, at) => (at === 0 ? seat : { kind: "open" as const, colour: seat.colour }));
  const wanted = {
    ...setup,
    seats,
    options: option === "none" ? [] : setup.options,
    clock: CLOCKS.find(({ kind }) => kind === clock) ?? setup.clock,
  };
  return rated ? withRated(wanted, true) : wanted;
}
