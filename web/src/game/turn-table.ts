/** A position as a table at which a person plays: what lessons and puzzles have in common. */
import type { Engine } from "../../../js/src/engine";
import type { State } from "../../../js/src/types";
import { colourTitle } from "../words/terms";
import type { Seat, Step, TableListener, TableModel, TableView } from "./model";
import { replay } from "./replay";
import { setupOf } from "./review";

function seatsOf(state: State, you: number): Seat[] {
  return state.colours.map((colour, index) => ({
    number: index + 1,
    name: colourTitle(colour),
    colour,
    kind: "person",
    mine: index + 1 === you,
  }));
}

export abstract class TurnTable implements TableModel {
  readonly kind = "local";
  readonly #listeners = new Set<TableListener>();
  #view: TableView;

  /** The table owns the engine, whose position follows from `words`; the person holds the seat `you`, and may move until
   * a turn is taken. */
  constructor(
    protected readonly engine: Engine,
    words: string[],
    private readonly you: number,
  ) {
    this.#view = this.#look(words, []);
  }

  get view(): TableView {
    return this.#view;
  }

  /** The first step that was taken; null before it. */
  get step(): Step | null {
    return this.#view.steps[0] ?? null;
  }

  subscribe(listener: TableListener): () => void {
    this.#listeners.add(listener);
    listener(this.#view, { steps: [], jumped: true });
    return () => this.#listeners.delete(listener);
  }

  /** Plays a turn of the person, or rejects it. */
  abstract play(move: string): Promise<void>;

  /** Takes words of a record. */
  take(words: readonly string[]): void {
    const { words: before, steps: known } = this.#view;
    const steps = replay(this.engine, words, before.length);
    this.#view = this.#look([...before, ...words], [...known, ...steps]);
    for (const listener of this.#listeners) listener(this.#view, { steps, jumped: false });
  }

  /** The record of the table so far. */
  record(): Promise<string> {
    return Promise.resolve(this.engine.record());
  }

  draw = notHere;
  takeBack = notHere;
  answer = notHere;
  say = notHere;
  react = notHere;
  replace = notHere;
  leave = notHere;
  rematch = notHere;

  close(): void {
    this.#listeners.clear();
  }

  #look(words: string[], steps: Step[]): TableView {
    const state = this.engine.state();
    const seats = seatsOf(state, this.you);
    const move = steps.length === 0;
    return {
      setup: { ...setupOf(state, seats), aids: false, hints: false, takebacks: false },
      stage: state.phase === "over" ? "over" : "playing",
      seats,
      newgame: "",
      words,
      state,
      segments: this.engine.segments(),
      steps,
      chat: [],
      clock: null,
      clockAt: 0,
      asked: null,
      may: { draw: false, move, takeBack: "no", answer: false, rematch: false, talk: false },
      trouble: "",
    };
  }
}

/** Rejects an action that the screen of such a table does not offer. */
function notHere(): Promise<never> {
  return Promise.reject(new Error("the table is one turn"));
}
