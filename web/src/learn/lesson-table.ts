/** A lesson as a table: one turn of the person, who plays red. It accepts only the turns that the lesson asks for. */
import type { Engine } from "../../../js/src/engine";
import { TurnTable } from "../game/turn-table";
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

export class LessonTable extends TurnTable {
  /** The table owns the engine during the lesson. */
  constructor(
    engine: Engine,
    readonly lesson: Lesson,
  ) {
    beginLesson(engine, lesson);
    super(engine, lesson.words.split(" "), YOU);
  }

  /** Plays a right turn with the dice of the lesson; rejects any other turn with a `WrongTurn`. */
  async play(move: string): Promise<void> {
    const hint = hintFor(this.lesson, move);
    if (hint) throw new WrongTurn(hint);
    this.take([move, ...(this.lesson.dice ?? [])]);
  }
}
