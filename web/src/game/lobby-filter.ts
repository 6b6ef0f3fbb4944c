/** What of the tables of a server somebody wants to see, and the table where they can sit down at once. */
import { OPTIONS } from "../../../js/src/options";
import { keep, recall } from "../ui/store";
import type { ClockSetup, GameName, OptionName, Setup } from "./model";
import type { ListedTable } from "./server";
import { CLOCKS, isChampionship, rememberedSetup, usualSetup, withOption } from "./setup";

/** `any` leaves a matter open; `none`: the game without variants. */
export interface Filter {
  game: GameName | "any";
  option: OptionName | "none" | "any";
  clock: ClockSetup["kind"] | "any";
  /** Only tables with a seat that is open. */
  open: boolean;
}

/** Every table. */
export const EVERYTHING: Filter = { game: "any", option: "any", clock: "any", open: false };

const STORE = "tables.search";

/** The filter that was set last in this browser. */
export function keptFilter(): Filter {
  return { ...EVERYTHING, ...recall<Partial<Filter>>(STORE) };
}

/** Keeps it for the next time. */
export function keepFilter(filter: Filter): void {
  keep(STORE, filter);
}

/** Whether a filter leaves anything out. */
export function isSet(filter: Filter): boolean {
  return JSON.stringify({ ...EVERYTHING, ...filter }) !== JSON.stringify(EVERYTHING);
}

/** The seats of a listed table that nobody has. */
export function openSeats({ state, seats }: ListedTable): number {
  return state === "waiting" ? seats.filter(({ kind }) => kind === "open").length : 0;
}

function hasOption({ options }: Setup, wanted: Filter["option"]): boolean {
  if (wanted === "any") return true;
  if (wanted === "none") return options.length === 0;
  return options.some((item) => item.split("=")[0] === wanted);
}

/** Whether a table is one that is looked for. */
export function fits(filter: Filter, listed: ListedTable): boolean {
  const { setup } = listed;
  return (
    (filter.game === "any" || setup.game === filter.game) &&
    hasOption(setup, filter.option) &&
    (filter.clock === "any" || setup.clock.kind === filter.clock) &&
    (!filter.open || openSeats(listed) > 0)
  );
}

/**
 * Where somebody may sit down at once: tables that fit, with a person there and a seat open; those where fewest are
 * missing first, then the oldest, as people have waited there longest. Not those at which this browser has a seat, nor
 * a championship, which one chooses knowingly: who leaves it has lost.
 */
export function matches(filter: Filter, tables: readonly ListedTable[], held: ReadonlySet<string>): ListedTable[] {
  const waits = (listed: ListedTable) => openSeats(listed) > 0 && listed.seats.some(({ kind }) => kind === "person");
  const isFree = (listed: ListedTable) => !held.has(listed.table) && !isChampionship(listed.setup);
  return tables
    .filter((listed) => fits(filter, listed) && waits(listed) && isFree(listed))
    .sort((a, b) => openSeats(a) - openSeats(b) || b.age_s - a.age_s);
}

/** The filter with another part; a variant belongs to its game, and goes with it. */
export function changed(filter: Filter, change: Partial<Filter>): Filter {
  const next = { ...filter, ...change };
  const row = OPTIONS.find(({ word }) => word === next.option);
  if (!row || row.game === next.game) return next;
  return change.option ? { ...next, game: row.game } : { ...next, option: "any" };
}

/** The table that is opened where none fits: listed, for people, in the game played last unless another is wanted. */
export function matchSetup({ game, option, clock }: Filter): Setup {
  const usual = usualSetup(game === "any" ? rememberedSetup("server").game : game, "server");
  const row = OPTIONS.find(({ word }) => word === option);
  const setup = row ? withOption(usual, row.word, row.values[0]) : usual;
  const seats = setup.seats.map((seat, at) => (at === 0 ? seat : { kind: "open" as const, colour: seat.colour }));
  return {
    ...setup,
    seats,
    options: option === "none" ? [] : setup.options,
    clock: CLOCKS.find(({ kind }) => kind === clock) ?? setup.clock,
  };
}
