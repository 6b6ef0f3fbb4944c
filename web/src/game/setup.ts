/** The set-up of a new game: the possible choices, the last set-up, and its words for the engine. */
import { newGameLine } from "../../../js/src/engine";
import { itemsOf, OPTIONS, type OptionRow, valueIn } from "../../../js/src/options";
import { keep, recall } from "../ui/store";
import type { ClockSetup, ColourName, GameName, OptionItem, OptionName, SeatSetup, Setup } from "./model";

export const GAMES: readonly GameName[] = ["star-wars", "classic"];
export const MIN_SEATS = 2;
export const MAX_SEATS = 5;
export const LEVELS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** The default level of a computer player. */
export const USUAL_LEVEL = 4;
/** The level of the computer that plays at a server for a player who is away, has left or ran out of time; also the
 * lowest level that may be requested. */
export const SUBSTITUTE_LEVEL = 5;

/** Where a game is played: on this device, at a table of the server, or at a real table. */
export type Place = "here" | "server" | "real";

/** The clocks that the page offers for tables of a server. */
export const CLOCKS: readonly ClockSetup[] = [
  { kind: "none" },
  { kind: "move", seconds: 30 },
  { kind: "move", seconds: 60 },
  { kind: "move", seconds: 120 },
  { kind: "game", seconds: 600, increment: 5 },
  { kind: "game", seconds: 1200, increment: 10 },
  ...[1, 2, 3, 5, 7, 14].map((days) => ({ kind: "days", days }) as const),
];

/** Whether the clock gives a separate time for each move. */
export function isByMove(clock: ClockSetup | undefined): boolean {
  return clock?.kind === "move" || clock?.kind === "days";
}

/** The time of a clock in milliseconds: for each turn, or for the whole game. */
export function clockTime(clock: ClockSetup | undefined): number {
  if (!clock || clock.kind === "none") return 0;
  return clock.kind === "days" ? clock.days * DAY_MS : clock.seconds * 1000;
}

const DAY_MS = 86_400_000;

const TEAM_SEATS = 4;
const TEAM_COLOURS: readonly ColourName[] = ["red", "black", "green", "white"];

/** The colours of a game, in the order in which seats get them (SW-1.1, CL-1.1). */
export function coloursOf(game: GameName): readonly ColourName[] {
  return game === "star-wars"
    ? ["red", "black", "green", "white", "orange"]
    : ["black", "red", "green", "blue", "yellow"];
}

/** The options of a game. */
export function optionsOf(game: GameName): readonly (OptionRow & { word: OptionName })[] {
  return OPTIONS.filter((option) => option.game === game);
}

/** The set-up with everything in the anniversary box: every classic option at its last value, except the option for the
 * older rule. */
export function withWholeBox(setup: Setup): Setup {
  const box = optionsOf("classic").filter(({ word }) => word !== "towns");
  return { ...setup, options: itemsOf(box, ({ values }) => values[values.length - 1]) };
}

/** The default set-up: a person against a computer or, elsewhere, against anybody who joins. */
export function usualSetup(game: GameName, place: Place = "here"): Setup {
  const [first, second] = coloursOf(game);
  return {
    game,
    set: game,
    options: itemsOf(optionsOf(game), ({ values, usual }) => (usual ? values[0] : "off")),
    seats: [
      { kind: "person", colour: first },
      place === "here" ? { kind: "computer", colour: second, level: USUAL_LEVEL } : { kind: "open", colour: second },
    ],
    first: 0,
    clock: { kind: "none" },
    grace: 3000,
    public: true,
    aids: true,
    hints: true,
    takebacks: true,
  };
}

/** The last set-up at a place, of one game or of any; null: nothing was played there. */
export function lastSetup(place: Place, game = lastGame()): Setup | null {
  return recall<Setup>(`new.${place}.${game}`);
}

/** The last set-up, at first the default one. */
export function rememberedSetup(place: Place, game = lastGame()): Setup {
  return lastSetup(place, game) ?? usualSetup(game, place);
}

function lastGame(): GameName {
  return recall<GameName>("new.last") ?? "star-wars";
}

/** Remembers a set-up for the next game. */
export function rememberSetup(place: Place, setup: Setup): void {
  keep("new.last", setup.game);
  keep(`new.${place}.${setup.game}`, setup);
}

const CHAMPIONSHIP: ClockSetup = { kind: "game", seconds: 900, increment: 0, loses: true };

/** Whether a set-up is that of a championship. */
export function isChampionship({ clock }: Pick<Setup, "clock">): boolean {
  return clock.kind === "game" && clock.loses === true;
}

/** The clock of a rated table, unless another one is chosen. */
const RATED_CLOCK: ClockSetup = { kind: "game", seconds: 1200, increment: 10 };

/** The set-up of a table that is rated or not: it has a clock, chance decides who begins, and nobody has help. */
export function withRated(setup: Setup, on: boolean): Setup {
  const help = { aids: !on, hints: !on, casual: false };
  if (!on) return { ...setup, ...help, rated: undefined };
  return { ...setup, ...help, rated: true, first: 0, clock: setup.clock.kind === "none" ? RATED_CLOCK : setup.clock };
}

/** Whether a player who runs out of time or leaves has lost. */
export function forfeits(setup: Pick<Setup, "clock" | "rated">): boolean {
  return isChampionship(setup) || setup.rated === true;
}

/** The set-up with the rules of a championship turned on or off: two seats, 15 minutes each, no aids and no
 * take-backs. */
export function withChampionship(setup: Setup, on: boolean): Setup {
  const help = { aids: !on, hints: !on, takebacks: !on, casual: false };
  if (!on && setup.rated) return { ...setup, takebacks: true, clock: RATED_CLOCK };
  if (!on) return { ...setup, ...help, clock: { kind: "none" } };
  const seats = setup.seats.slice(0, MIN_SEATS);
  const first = setup.first > MIN_SEATS ? 0 : setup.first;
  const options = setup.options.filter((option) => option !== "teams");
  return { ...setup, ...help, seats, first, options, clock: CHAMPIONSHIP };
}

/**
 * The set-up with another game and its variants; everything else stays. If the game lacks a seat's colour, the seat
 * gets the first free colour. The team game stays on only if there are the four seats it needs.
 */
export function withGame(setup: Setup, game: GameName, variants: readonly OptionItem[]): Setup {
  const colours = coloursOf(game);
  const taken = new Set(setup.seats.map(({ colour }) => colour));
  const free = colours.filter((colour) => !taken.has(colour));
  const seats = setup.seats.map((seat) => (colours.includes(seat.colour) ? seat : { ...seat, colour: free.shift()! }));
  const teams = seats.length === TEAM_SEATS && !isChampionship(setup);
  const options = variants.filter((option) => teams || option !== "teams");
  const next: Setup = { ...setup, game, set: game, options, seats };
  return isTeamGame(next) ? withTeamSeats(next) : next;
}

/** The choices of a set-up that another game lacks: variants that differ from the default, and colours of seats. */
export function missingIn(game: GameName, setup: Setup): { options: OptionItem[]; colours: ColourName[] } {
  const usual = usualSetup(setup.game).options;
  const colours = setup.seats.map(({ colour }) => colour).filter((colour) => !coloursOf(game).includes(colour));
  return { options: setup.options.filter((option) => !usual.includes(option)), colours };
}

/** Maximum number of seats of a set-up. */
export function mostSeats(setup: Setup): number {
  return isChampionship(setup) ? MIN_SEATS : MAX_SEATS;
}

/** The colours of the game that no seat has. */
export function freeColours({ game, seats }: Setup): readonly ColourName[] {
  return coloursOf(game).filter((colour) => seats.every((seat) => seat.colour !== colour));
}

/** The set-up with one more seat of `kind`, in a free colour; unchanged if it has the maximum number. */
export function withSeat(setup: Setup, kind: "computer" | "open", colour = freeColours(setup)[0]): Setup {
  if (setup.seats.length >= mostSeats(setup)) return setup;
  const seat: SeatSetup = kind === "open" ? { kind, colour } : { kind, colour, level: USUAL_LEVEL };
  return { ...setup, seats: [...setup.seats, seat] };
}

/** The set-up without a seat (0-based); two seats must stay. If the removed seat was the first player, chance decides
 * who begins. */
export function withoutSeat(setup: Setup, index: number): Setup {
  if (setup.seats.length <= MIN_SEATS) return setup;
  const seats = setup.seats.filter((_, at) => at !== index);
  return { ...setup, seats, first: setup.first > seats.length ? 0 : setup.first };
}

/** The set-up with a changed seat. If another seat has the new colour, the two swap colours. */
export function withSeatChanged(setup: Setup, index: number, change: Partial<SeatSetup>): Setup {
  const old = setup.seats[index];
  const seats = setup.seats.map((seat, at) => {
    if (at === index) return { ...seat, ...change };
    return seat.colour === change.colour ? { ...seat, colour: old.colour } : seat;
  });
  return { ...setup, seats };
}

/** The set-up with an option set to a value, or `off`. The team game sets its four seats and their colours (SW-8.1),
 * and excludes a championship. */
export function withOption(setup: Setup, option: OptionName, value: string): Setup {
  const rows = optionsOf(setup.game);
  const options = itemsOf(rows, (row) => (row.word === option ? value : valueIn(setup.options, row)));
  const next = { ...setup, options };
  return option === "teams" && value !== "off" ? withTeamSeats(next) : next;
}

function withTeamSeats(setup: Setup): Setup {
  const seats = TEAM_COLOURS.map((colour, at): SeatSetup => {
    const seat = setup.seats[at] ?? { kind: "computer", level: USUAL_LEVEL, colour };
    return { ...seat, colour };
  });
  return { ...setup, seats, first: setup.first > TEAM_SEATS ? 0 : setup.first };
}

/** Whether the team game determines the number of seats and their colours. */
export function isTeamGame(setup: Setup): boolean {
  return setup.options.includes("teams");
}

/** The protocol's `newgame` line for a set-up; `first` is the seat that begins (1-based). */
export function setupLine(setup: Setup, first: number): string {
  const { game, set, options, seats } = setup;
  return newGameLine({ game, set, options, players: seats.length, colours: seats.map((seat) => seat.colour), first });
}
