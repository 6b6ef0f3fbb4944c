/**
 * A recorded game as a table: it shows the position after any of its steps, which goTo() selects.
 */
import type { Engine } from "../../../js/src/engine";
import type { ReadGame, State } from "../../../js/src/types";
import { colourTitle } from "../words/terms";
import type { GameName, OptionItem, Seat, SeatSetup, Setup, Step, TableModel, TableView } from "./model";
import { replay, splitDraws } from "./replay";
import { seatName } from "./seats";
import { notHere, ShownTable, viewOf } from "./shown-table";

/** The seats of a record: with the player's name, or a computer's level; without either, the colour is the name. */
function seatsOf(game: ReadGame, state: State): Seat[] {
  const setups = state.colours.map((colour, index): SeatSetup => {
    const told = game.tags[`Player${index + 1}`] || colourTitle(colour);
    const level = Number(/^level-([1-8])$/.exec(told)?.[1] ?? 0);
    return level > 0 ? { kind: "computer", colour, level } : { kind: "person", colour, name: told };
  });
  return setups.map((seat, index) => ({
    ...seat,
    number: index + 1,
    name: seatName(seat, index + 1),
    mine: false,
  }));
}

/** A set-up for a recorded game or a lesson: all seats are people's, without a clock. */
export function setupOf(state: State, seats: readonly Seat[]): Setup {
  return {
    game: state.game as GameName,
    set: state.set,
    options: state.options as OptionItem[],
    seats: seats.map(({ colour, name }): SeatSetup => ({ kind: "person", colour, name })),
    first: state.first,
    clock: { kind: "none" },
    grace: 0,
    public: false,
    aids: true,
    hints: true,
    takebacks: true,
  };
}

/** A recorded game at a stop: stop 0 is the beginning, stop n the position after the first n steps. */
export class ReviewTable extends ShownTable implements TableModel {
  readonly kind = "review";
  /** All steps of the game: for each turn the draw, then the move with its throws. */
  readonly steps: readonly Step[];
  /** All words of the game, with separate words for draws and moves. */
  readonly words: readonly string[];
  /** The initial position: `startpos` or a position line. */
  readonly start: string;
  /** The scores by side in the initial position. */
  readonly startScores: readonly number[];
  #current: TableView;
  #at = 0;

  /** The table owns the engine from now on. `text` is the record from which the game was read. */
  constructor(
    readonly engine: Engine,
    readonly game: ReadGame,
    private readonly text: string,
  ) {
    super();
    this.words = splitDraws(game.words);
    this.start = game.position ?? "startpos";
    engine.command(game.newgame);
    engine.command(`position ${this.start}`);
    const state = engine.state();
    this.startScores = state.scores;
    this.steps = replay(engine, this.words);
    this.#current = this.#look(0, seatsOf(game, state));
  }

  get view(): TableView {
    return this.#current;
  }

  /** The present stop, 0 to `steps.length`. */
  get stop(): number {
    return this.#at;
  }

  /** The words of the game up to a stop. */
  wordsAt(stop: number): string[] {
    return this.words.slice(0, stop === 0 ? 0 : this.steps[stop - 1]?.to);
  }

  /** Goes to a stop, limited to the valid range. Only a move by one step forward is reported as a step, which is
   * animated. */
  goTo(stop: number): void {
    const next = Math.min(Math.max(0, stop), this.steps.length);
    if (next === this.#at) return;
    const steps = next === this.#at + 1 ? this.steps.slice(this.#at, next) : [];
    this.#at = next;
    this.#current = this.#look(next, this.#current.seats);
    this.tell({ steps, jumped: steps.length === 0 });
  }

  #look(stop: number, seats: Seat[]): TableView {
    const words = this.wordsAt(stop);
    this.engine.command(`position ${this.start}${words.length > 0 ? ` moves ${words.join(" ")}` : ""}`);
    const state = this.engine.state();
    const setup = setupOf(state, seats);
    const { newgame } = this.game;
    const segments = this.engine.segments();
    const steps = this.steps.slice(0, stop);
    return viewOf({ setup, seats, newgame, words, state, segments, steps, move: false });
  }

  /** The original text of the record. */
  record(): Promise<string> {
    return Promise.resolve(this.text);
  }

  play = notHere;
}
