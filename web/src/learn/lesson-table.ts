/** A lesson as a table: one turn of the person, who plays red. It accepts only the turns that the lesson asks for. */
import type { Engine } from "../../../js/src/engine";
import type { State } from "../../../js/src/types";
import type { Seat, Step, TableListener, TableModel, TableView } from "../game/model";
import { takeWord } from "../game/replay";
import { setupOf } from "../game/review";
import { colourTitle } from "../words/terms";
import { type Key, t } from "../words/words";
import { beginLesson, hintFor, type Lesson } from "./lessons";

/** The person's seat in every lesson. */
export const YOU = 1;

/** The error for a legal turn that the lesson does not ask for; its message is the hint. */
export class WrongTurn extends Error {
  constructor(readonly hint: Key) {
    super(t(hint));
  }
}

function seatsOf(state: State): Seat[] {
  return state.colours.map((colour, index) => ({
    number: index + 1,
    name: colourTitle(colour),
    colour,
    kind: "person",
    mine: index + 1 === YOU,
  }));
}

export class LessonTable implements TableModel {
  readonly kind = "local";
  readonly #listeners = new Set<TableListener>();
  #view: TableView;

  /** The table owns the engine during the lesson. */
  constructor(
    private readonly engine: Engine,
    readonly lesson: Lesson,
  ) {
    beginLesson(engine, lesson);
    this.#view = this.#look(lesson.words.split(" "), []);
  }

  get view(): TableView {
    return this.#view;
  }

  /** The step of the right turn; null before it. */
  get step(): Step | null {
    return this.#view.steps[0] ?? null;
  }

  subscribe(listener: TableListener): () => void {
    this.#listeners.add(listener);
    listener(this.#view, { steps: [], jumped: true });
    return () => this.#listeners.delete(listener);
  }

  /** Plays a right turn with the dice of the lesson; rejects any other turn with a `WrongTurn`. */
  async play(move: string): Promise<void> {
    const hint = hintFor(this.lesson, move);
    if (hint) throw new WrongTurn(hint);
    const before = this.#view.words;
    const words = [move, ...(this.lesson.dice ?? [])];
    const events = words.flatMap((word) => takeWord(this.engine, word));
    const step = { from: before.length, to: before.length + words.length, seat: YOU, words, events };
    this.#view = this.#look([...before, ...words], [step]);
    for (const listener of this.#listeners) listener(this.#view, { steps: [step], jumped: false });
  }

  /** The record of the lesson so far. */
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
    const seats = seatsOf(state);
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

/** Rejects an action: a lesson is only one turn, and its screen offers no such action. */
function notHere(): Promise<never> {
  return Promise.reject(new Error("a lesson is one turn"));
}
