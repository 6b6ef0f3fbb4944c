/** Which lessons the person has done, kept in the browser. */
import type { GameName } from "../../../js/src/types";
import { keep, recall } from "../ui/store";
import { LESSONS, type LessonName } from "./lessons";

const NAME = "learn";

/** The lessons done, of both games. */
export function doneLessons(): ReadonlySet<LessonName> {
  return new Set(recall<LessonName[]>(NAME) ?? []);
}

/** Keeps that a lesson is done. */
export function keepDone(name: LessonName): void {
  keep(NAME, [...new Set(doneLessons()).add(name)]);
}

/** How many lessons of a game are done. */
export function countDone(game: GameName): number {
  const done = doneLessons();
  return LESSONS[game].filter(({ name }) => done.has(name)).length;
}

/** The lesson to go on with, from 0: the first that is not done, or the first of all. */
export function nextLesson(game: GameName): number {
  const done = doneLessons();
  return Math.max(
    0,
    LESSONS[game].findIndex(({ name }) => !done.has(name)),
  );
}
