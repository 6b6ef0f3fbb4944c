/** A position as a table at which a person plays: what lessons and puzzles have in common. */
import type { Engine } from "../../../js/src/engine";
import type { State } from "../../../js/src/types";
import { colourTitle } from "../words/terms";
import type { Seat, Step, TableModel, TableView } from "./model";
import { replay } from "./replay";
import { setupOf } from "./review";
import { ShownTable, viewOf } from "./shown-table";

function seatsOf(state: State, you: number): Seat[] {
  return state.colours.map((colour, index) => ({
    number: index + 1,
    name: colourTitle(colour),
    colour,
    kind: "person",
    mine: index + 1 === you,
  }));
}

export abstract class TurnTable extends ShownTable implements TableModel {
  readonly kind = "local";
  #view: TableView;

  /** The table owns the engine, whose position follows from `words`; the person holds the seat `you`, and may move
   * until a turn is taken. */
  constructor(
    protected readonly engine: Engine,
    words: string[],
    private readonly you: number,
  ) {
    super();
    this.#view = this.#look(words, []);
  }

  get view(): TableView {
    return this.#view;
  }

  /** The first step that was taken; null before it. */
  get step(): Step | null {
    return this.#view.steps[0] ?? null;
  }

  /** Plays a turn of the person, or rejects it. */
  abstract play(move: string): Promise<void>;

  /** Takes words of a record. */
  take(words: readonly string[]): void {
    const { words: before, steps: known } = this.#view;
    const steps = replay(this.engine, words, before.length);
    this.#view = this.#look([...before, ...words], [...known, ...steps]);
    this.tell({ steps, jumped: false });
  }

  /** The record of the table so far. */
  record(): Promise<string> {
    return Promise.resolve(this.engine.record());
  }

  #look(words: string[], steps: Step[]): TableView {
    const state = this.engine.state();
    const seats = seatsOf(state, this.you);
    const setup = { ...setupOf(state, seats), aids: false, hints: false, takebacks: false };
    const segments = this.engine.segments();
    return viewOf({ setup, seats, newgame: "", words, state, segments, steps, move: steps.length === 0 });
  }
}
