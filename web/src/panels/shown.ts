/**
 * The table as far as the board has shown it: score, supply, tiles left, log and result follow the animation, not the
 * table. An event counts after the board has shown it, including its dice and flying points.
 */
import type { GameEvent, State } from "../../../js/src/types";
import type { Step, TableModel, TableView } from "../game/model";
import { scoresAfter } from "./sides";

/** Called with each change of the table, and with the events that the board has shown since, in order. */
type Listener = (view: TableView, events: readonly GameEvent[]) => void;

function count(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + step.events.length, 0);
}

/** The steps without their last `hidden` events; steps without any event left are removed. `seat` is the seat of the
 * first hidden event; 0: the hidden events belong to the final scoring. */
function stepsBefore(steps: readonly Step[], hidden: number): { shown: Step[]; rest: GameEvent[]; seat: number } {
  const shown = [...steps];
  const rest: GameEvent[] = [];
  let seat = 0;
  while (rest.length < hidden && shown.length > 0) {
    const step = shown.pop()!;
    seat = step.seat;
    const left = Math.max(0, step.events.length - (hidden - rest.length));
    rest.unshift(...step.events.slice(left));
    if (left > 0) shown.push({ ...step, events: step.events.slice(0, left) });
  }
  const [next] = rest;
  if (next?.event === "over" || (next?.event === "scored" && next.final)) seat = 0;
  return { shown, rest, seat };
}

/** The supplies before some events. */
function suppliesBefore(supply: State["supply"], events: readonly GameEvent[]): State["supply"] {
  const before = supply.map((pieces) => ({ ...pieces }));
  for (const event of events) {
    if (event.event !== "meeple" && event.event !== "returned") continue;
    const pieces = before[event.seat - 1];
    pieces[event.piece] = (pieces[event.piece] ?? 0) + (event.event === "meeple" ? 1 : -1);
  }
  return before;
}

/** The tiles left before some steps. */
function bagBefore(bag: State["bag"], steps: readonly Step[]): State["bag"] {
  const before = { ...bag };
  for (const word of steps.flatMap(({ words }) => words)) {
    if (/[@[]/.test(word)) continue;
    const tile = word.replace(/[()]/g, "");
    before[tile] = (before[tile] ?? 0) + 1;
  }
  return before;
}

/**
 * A view as before the last `hidden` events in score, supply, tiles left, log and the mark of the turn; clocks and
 * requests are unchanged. The game is not over there until its end has been shown (`told`).
 */
export function viewBefore(view: TableView, hidden: number, told: boolean): TableView {
  if (hidden === 0) return view;
  const { shown, rest, seat } = stepsBefore(view.steps, hidden);
  const gained = scoresAfter(
    view.state.scores.map(() => 0),
    rest,
  );
  const scores = view.state.scores.map((score, side) => score - gained[side]);
  const supply = suppliesBefore(view.state.supply, rest);
  const bag = bagBefore(view.state.bag, view.steps.slice(shown.length));
  const state = { ...view.state, scores, supply, bag };
  const stage = view.stage === "over" && !told ? "playing" : view.stage;
  return { ...view, steps: shown, state, stage, showing: seat };
}

/** A table as far as the board has shown it. */
export class Shown {
  readonly #listeners = new Set<Listener>();
  readonly #stop: () => void;
  #view: TableView;
  #hidden = 0;
  /** The end of the game has been shown; this stays true when the final scoring is played again. */
  #told: boolean;

  constructor(private readonly table: TableModel) {
    this.#told = table.view.stage === "over";
    this.#view = table.view;
    this.#stop = table.subscribe((view, change) => {
      this.#hidden = change.jumped ? 0 : this.#hidden + count(change.steps);
      if (view.stage !== "over") this.#told = false;
      this.#tell([]);
    });
  }

  get view(): TableView {
    return this.#view;
  }

  /** Calls the listener after each change; returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Call this when the next event has been shown. */
  advance(): void {
    if (this.#hidden > 0) this.hide(this.#hidden - 1);
  }

  /** Sets that all but the last `hidden` events have been shown, and reports the newly shown ones. */
  hide(hidden: number): void {
    const events = this.table.view.steps.flatMap((step) => step.events);
    const news = events.slice(events.length - this.#hidden, events.length - hidden);
    this.#hidden = hidden;
    this.#tell(news);
  }

  close(): void {
    this.#stop();
    this.#listeners.clear();
  }

  #tell(events: readonly GameEvent[]): void {
    const { view } = this.table;
    if (view.stage === "over" && this.#hidden === 0) this.#told = true;
    this.#view = viewBefore(view, this.#hidden, this.#told);
    for (const listener of this.#listeners) listener(this.#view, events);
  }
}
