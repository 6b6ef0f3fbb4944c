/** How a new game is set up: what may be chosen, what was chosen the last time, and the engine's words for it. */
import { newGameLine } from "../../../js/src/engine";
import { itemsOf, OPTIONS, type OptionRow, valueIn } from "../../../js/src/options";
import { keep, recall } from "../ui/store";
import type { ClockSetup, ColourName, GameName, OptionItem, OptionName, SeatSetup, Setup } from "./model";

export const GAMES: readonly GameName[] = ["star-wars", "classic"];
export const MIN_SEATS = 2;
export const MAX_SEATS = 5;
export const LEVELS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** The level that a computer player has at first. */
export const USUAL_LEVEL = 4;
/** Of the computer that plays at a server for who is away, has left or is out of time; the least that may be asked for. */
export const SUBSTITUTE_LEVEL = 5;

/** Where a game is played: on this device, or at a table of the server. */
export type Place = "here" | "server";

/** The clocks that are offered at a server. */
export const CLOCKS: readonly ClockSetup[] = [
  { kind: "none" },
  { kind: "move", seconds: 30 },
  { kind: "move", seconds: 60 },
  { kind: "move", seconds: 120 },
  { kind: "game", seconds: 600, increment: 5 },
  { kind: "game", seconds: 1200, increment: 10 },
  ...[1, 2, 3, 5, 7, 14].map((days) => ({ kind: "days", days }) as const),
];

/** Whether each move has a time of its own. */
export function isByMove(clock: ClockSetup | undefined): boolean {
  return clock?.kind === "move" || clock?.kind === "days";
}

/** Milliseconds that a clock gives: for each turn, or for the game. */
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

/** The set-up with all that the anniversary box has: every classic option but the older rule, at the last of its values. */
export function withWholeBox(setup: Setup): Setup {
  const box = optionsOf("classic").filter(({ word }) => word !== "towns");
  return { ...setup, options: itemsOf(box, ({ values }) => values[values.length - 1]) };
}

/** A person against a computer, or at a server against whoever comes; everything else as most people want it. */
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

/** The set-up that was played last at a place, of a game or of any; the usual one at first. */
export function rememberedSetup(place: Place, game?: GameName): Setup {
  const last = game ?? recall<GameName>("new.last") ?? "star-wars";
  return recall<Setup>(`new.${place}.${last}`) ?? usualSetup(last, place);
}

/** Remembers a set-up for the next game. */
export function rememberSetup(place: Place, setup: Setup): void {
  keep("new.last", setup.game);
  keep(`new.${place}.${setup.game}`, setup);
}

const CHAMPIONSHIP: ClockSetup = { kind: "game", seconds: 900, increment: 0, loses: true };

/** Whether who runs out of time, or leaves, has lost. */
export function isChampionship({ clock }: Pick<Setup, "clock">): boolean {
  return clock.kind === "game" && clock.loses === true;
}

/** The set-up as at a championship, or as usual again: two seats, 15 minutes each, all help and take-backs locked. */
export function withChampionship(setup: Setup, on: boolean): Setup {
  const help = { aids: !on, hints: !on, takebacks: !on, casual: false };
  if (!on) return { ...setup, ...help, clock: { kind: "none" } };
  const seats = setup.seats.slice(0, MIN_SEATS);
  const first = setup.first > MIN_SEATS ? 0 : setup.first;
  const options = setup.options.filter((option) => option !== "teams");
  return { ...setup, ...help, seats, first, options, clock: CHAMPIONSHIP };
}

/**
 * The set-up with another game and that game's variants; everything else stays as it was chosen. A seat whose colour the
 * game does not have gets the first colour that is free. The team game comes along only for the four seats it needs.
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

/** What was chosen in a set-up that another game does not have: variants besides the usual ones, and colours of seats. */
export function missingIn(game: GameName, setup: Setup): { options: OptionItem[]; colours: ColourName[] } {
  const usual = usualSetup(setup.game).options;
  const colours = setup.seats.map(({ colour }) => colour).filter((colour) => !coloursOf(game).includes(colour));
  return { options: setup.options.filter((option) => !usual.includes(option)), colours };
}

/** The most seats that a set-up may have. */
export function mostSeats(setup: Setup): number {
  return isChampionship(setup) ? MIN_SEATS : MAX_SEATS;
}

/** The set-up with a seat more, for `kind`, in the first colour that is free; as it is when it has the most. */
export function withSeat(setup: Setup, kind: "computer" | "open"): Setup {
  if (setup.seats.length >= mostSeats(setup)) return setup;
  const colour = coloursOf(setup.game).find((name) => setup.seats.every((seat) => seat.colour !== name))!;
  const seat: SeatSetup = kind === "open" ? { kind, colour } : { kind, colour, level: USUAL_LEVEL };
  return { ...setup, seats: [...setup.seats, seat] };
}

/** The set-up without a seat (from 0); two must stay. If the seat that begins is gone, chance decides. */
export function withoutSeat(setup: Setup, index: number): Setup {
  if (setup.seats.length <= MIN_SEATS) return setup;
  const seats = setup.seats.filter((_, at) => at !== index);
  return { ...setup, seats, first: setup.first > seats.length ? 0 : setup.first };
}

/** The set-up with a seat changed. Who had the colour that the seat takes gets the seat's own. */
export function withSeatChanged(setup: Setup, index: number, change: Partial<SeatSetup>): Setup {
  const old = setup.seats[index];
  const seats = setup.seats.map((seat, at) => {
    if (at === index) return { ...seat, ...change };
    return seat.colour === change.colour ? { ...seat, colour: old.colour } : seat;
  });
  return { ...setup, seats };
}

/** The set-up with an option at a value, or `off`; the team game brings its four seats and their colours (SW-8.1), and is
 * not for a championship. */
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

/** Whether the number of seats and their colours are given by the team game. */
export function isTeamGame(setup: Setup): boolean {
  return setup.options.includes("teams");
}

/** The protocol's `newgame` line of a set-up; `first` is the seat that begins, from 1. */
export function setupLine(setup: Setup, first: number): string {
  const { game, set, options, seats } = setup;
  return newGameLine({ game, set, options, players: seats.length, colours: seats.map((seat) => seat.colour), first });
}
