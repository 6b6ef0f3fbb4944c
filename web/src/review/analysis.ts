/**
 * The computer's look at a whole game: turn after turn in several workers, told as it grows, kept in the browser.
 */
import { Thinking } from "../engine/thinking";
import type { ReviewTable } from "../game/review";
import { sideOf } from "../panels/sides";
import { forget, keep, keptNames, recall } from "../ui/store";
import { type AnalysedGame, Analyst, decisions, type TurnReview } from "./analyst";

/** Playouts a turn: of the first look, and of a closer one. */
export const PLAYOUTS = { first: 300, closer: 1000 };

const MOST_WORKERS = 4;
const MOST_KEPT = 12;
const PREFIX = "look.";
/** Another number when the search comes to other values, or what is kept of a turn is another: what was kept is then
 * looked at anew. */
const EDITION = 3;

/** How the look at a game stands. */
export interface Progress {
  /** By the index of the step that moves. */
  turns: ReadonlyMap<number, TurnReview>;
  /** The turns that there are. */
  count: number;
  running: boolean;
  /** Why it ended early; "" if it did not. */
  trouble: string;
}

interface Kept {
  at: number;
  turns: [number, TurnReview][];
}

/** A short name for the look at a game: FNV-1a of 32 bits over what it is made of. */
export function gameKey(game: Pick<AnalysedGame, "newgame" | "start" | "words">, playouts: number): string {
  const text = [game.newgame, game.start, ...game.words, playouts, EDITION].join(" ");
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return `${PREFIX}${hash.toString(16)}-${text.length}`;
}

/** The game of a table as it is looked at. */
export function analysedGame(table: ReviewTable): AnalysedGame {
  const { state } = table.view;
  return {
    newgame: table.game.newgame,
    start: table.start,
    words: table.words,
    steps: table.steps,
    sides: state.scores.length,
    sideOf: (seat: number) => sideOf(state, seat),
  };
}

/** One game being looked at. */
export class Analysis {
  readonly #turns: Map<number, TurnReview>;
  readonly #key: string;
  readonly #order: number[];
  #workers: Thinking[] = [];
  #trouble = "";

  /** What an earlier look has found is there at once. `changed` is called whenever the progress is another. */
  constructor(
    private readonly game: AnalysedGame,
    private readonly playouts: number,
    private readonly changed: () => void,
    private readonly mostWorkers = MOST_WORKERS,
  ) {
    this.#key = gameKey(game, playouts);
    this.#turns = new Map(recall<Kept>(this.#key)?.turns);
    this.#order = decisions(game);
  }

  get progress(): Progress {
    return { turns: this.#turns, count: this.#order.length, running: this.#workers.length > 0, trouble: this.#trouble };
  }

  /** Looks at the turns that have not been looked at, in the order of the game. */
  start(): void {
    if (this.#workers.length > 0) return;
    const left = this.#order.filter((index) => !this.#turns.has(index));
    const count = Math.min(this.mostWorkers, Math.max(1, navigator.hardwareConcurrency - 1), left.length);
    this.#trouble = "";
    this.#workers = Array.from({ length: count }, () => new Thinking());
    const started = this.#workers;
    void Promise.all(started.map((worker) => this.#work(worker, left))).then(() => this.#finish(started));
    this.changed();
  }

  /** Stops; what was found stays. */
  stop(): void {
    const workers = this.#workers;
    this.#workers = [];
    for (const worker of workers) worker.close();
    if (workers.length > 0) this.#keep();
  }

  #finish(started: readonly Thinking[]): void {
    if (this.#workers !== started) return;
    this.stop();
    this.changed();
  }

  /** One worker takes turn after turn from those that are left. */
  async #work(worker: Thinking, left: number[]): Promise<void> {
    const analyst = new Analyst((lines) => worker.lines(lines), this.game, this.playouts);
    for (let index = left.shift(); index !== undefined && this.#workers.includes(worker); index = left.shift()) {
      try {
        this.#turns.set(index, await analyst.turn(index));
      } catch (error) {
        if (!this.#workers.includes(worker)) return;
        this.#trouble = error instanceof Error ? error.message : String(error);
        left.length = 0;
      }
      this.changed();
    }
  }

  #keep(): void {
    const old = keptNames(PREFIX).sort((a, b) => (recall<Kept>(b)?.at ?? 0) - (recall<Kept>(a)?.at ?? 0));
    for (const name of old.slice(MOST_KEPT - 1)) forget(name);
    keep(this.#key, { at: Date.now(), turns: [...this.#turns] } satisfies Kept);
  }
}
