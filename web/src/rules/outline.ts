/** The order of the rules page. Each id has two messages, for its text and its heading. */
import type { GameName } from "../../../js/src/types";
import type { Key } from "../words/words";

/** A rule of docs/lookup/rules (`SW-4.3`), one of its examples (`X5`), or another picture (`sw-place`). */
export type EntryId =
  Extract<Key, `rules.${string}.head`> extends infer K ? (K extends `rules.${infer Id}.head` ? Id : never) : never;

export interface Section {
  id: Extract<EntryId, `${string}-${number}.1`> extends `${infer Name}.1` ? Name : never;
  /** The rule applies only if its option is chosen. */
  option?: true;
  entries: readonly EntryId[];
}

/** The sections of each game; a picture comes after the rules that it illustrates. */
export const OUTLINE: Record<GameName, readonly Section[]> = {
  "star-wars": [
    { id: "SW-1", entries: ["SW-1.1", "sw-pieces", "SW-1.2", "SW-1.3", "SW-1.4", "SW-1.5"] },
    { id: "SW-2", entries: ["SW-2.1", "sw-place", "SW-2.2", "SW-2.3"] },
    { id: "SW-3", entries: ["SW-3.1", "SW-3.2", "X1", "SW-3.3", "SW-3.4", "SW-3.5"] },
    {
      id: "SW-4",
      entries: [
        ...(["SW-4.1", "SW-4.2", "SW-4.3", "SW-4.4", "SW-4.5", "X4", "SW-4.6", "SW-4.7", "SW-4.8"] as const),
        ...(["X5", "SW-4.9", "SW-4.10", "X6"] as const),
      ],
    },
    {
      id: "SW-5",
      entries: ["SW-5.1", "SW-5.2", "X2", "SW-5.3", "X3", "SW-5.4", "SW-5.5", "SW-5.6", "X8"],
    },
    { id: "SW-6", entries: ["SW-6.1", "SW-6.2", "X7", "SW-6.3"] },
    { id: "SW-8", option: true, entries: ["SW-8.1", "sw-teams", "SW-8.2", "SW-8.3", "SW-8.4", "SW-8.5"] },
  ],
  classic: [
    { id: "CL-1", entries: ["CL-1.1", "cl-pieces", "CL-1.2", "CL-1.3", "CL-1.4"] },
    { id: "CL-2", entries: ["CL-2.1", "cl-place", "CL-2.2", "CL-2.3"] },
    { id: "CL-3", entries: ["CL-3.1", "cl-places", "CL-3.2"] },
    {
      id: "CL-4",
      entries: ["CL-4.1", "Y1", "CL-4.2", "Y2", "CL-4.3", "Y3", "CL-4.4", "CL-4.5", "Y4", "Y5", "CL-4.6"],
    },
    { id: "CL-5", entries: ["CL-5.1", "CL-5.2", "Y6", "CL-5.3"] },
    { id: "CL-6", option: true, entries: ["CL-6.1", "CL-6.2", "CL-6.3", "cl-field"] },
    { id: "CL-7", option: true, entries: ["CL-7.1", "CL-7.2", "CL-7.3", "CL-7.4", "cl-abbot", "CL-7.5"] },
    { id: "CL-8", option: true, entries: ["CL-8.1", "CL-8.2", "cl-river", "CL-8.3"] },
    { id: "CL-9", option: true, entries: ["CL-9.1", "CL-9.2", "CL-9.3", "cl-source", "CL-9.4"] },
    {
      id: "CL-10",
      option: true,
      entries: [
        "CL-10.1",
        "CL-10.2",
        "CL-10.3",
        "CL-10.4",
        "cl-arrow",
        "CL-10.5",
        "CL-10.6",
        "CL-10.7",
        "CL-10.8",
        "CL-10.9",
        "CL-10.10",
        "CL-10.11",
      ],
    },
  ],
};

/** The steps of a turn, in order. */
export const STEPS = {
  "star-wars": ["tile", "meeple", "battle", "score"],
  classic: ["tile", "meeple", "score"],
} as const;

/** The game of the word after `#/rules/`, which is a game's name or the id of a section or entry. */
export function gameOf(id: string): GameName | null {
  if (/^(star-wars|sw-|x\d)/i.test(id)) return "star-wars";
  return /^(classic|cl-|y\d)/i.test(id) ? "classic" : null;
}
