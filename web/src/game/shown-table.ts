/**
 * A table that shows positions and plays no game: it reports each position, and rejects what its screen does not
 * offer.
 */
import type { State } from "../../../js/src/types";
import type { Change, Setup, TableListener, TableView } from "./model";

/** The parts of a position that differ between such tables. */
export type Position = Pick<TableView, "seats" | "newgame" | "words" | "segments" | "steps"> & {
  state: State;
  setup: Setup;
  /** The person may lay the drawn tile. */
  move: boolean;
};

/** The view of a position, without chat, clock and questions. */
export function viewOf({ move, ...position }: Position): TableView {
  return {
    ...position,
    stage: position.state.phase === "over" ? "over" : "playing",
    chat: [],
    clock: null,
    clockAt: 0,
    asked: null,
    may: { draw: false, move, takeBack: "no", answer: false, rematch: false, talk: false },
    trouble: "",
  };
}

export abstract class ShownTable {
  readonly #listeners = new Set<TableListener>();

  abstract get view(): TableView;

  subscribe(listener: TableListener): () => void {
    this.#listeners.add(listener);
    listener(this.view, { steps: [], jumped: true });
    return () => this.#listeners.delete(listener);
  }

  /** Reports the present view. */
  tell(change: Change): void {
    for (const listener of this.#listeners) listener(this.view, change);
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
}

/** Rejects an action that the screen of such a table does not offer. */
export function notHere(): Promise<never> {
  return Promise.reject(new Error("this table only shows positions"));
}
