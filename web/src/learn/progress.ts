/** Stores in the browser which lessons the person has completed. */
import type { GameName } from "../../../js/src/types";
import { keep, recall } from "../ui/store";
import { LESSONS, type LessonName } from "./lessons";

const NAME = "learn";

/** The completed lessons of both games. */
export function doneLessons(): ReadonlySet<LessonName> {
  return new Set(recall<LessonName[]>(NAME) ?? []);
}

/** Records that a lesson is completed. */
export function keepDone(name: LessonName): void {
  keep(NAME, [...new Set(doneLessons()).add(name)]);
}

/** The number of completed lessons of a game. */
export function countDone(game: GameName): number {
  const done = doneLessons();
  return LESSONS[game].filter(({ name }) => done.has(name)).length;
}

/** The index (0-based) of the next lesson: the first that is not completed; if all are, the first. */
export function nextLesson(game: GameName): number {
  const done = doneLessons();
  return Math.max(
    0,
    LESSONS[game].findIndex(({ name }) => !done.has(name)),
  );
}
