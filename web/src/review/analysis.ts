/**
 * The computer's analysis of a whole game: several workers analyse turn after turn; the results are reported as they
 * come and stored in the browser.
 */
import type { GameLuck } from "../../../js/src/types";
import { reviewModule } from "../engine/module";
import { Thinking } from "../engine/thinking";
import type { ReviewTable } from "../game/review";
import { sideOf } from "../panels/sides";
import { forget, keep, keptNames, recall } from "../ui/store";
import { type AnalysedGame, decisions, luckOf, reviewTurn, type TurnReview } from "./analyst";

/** Playouts for each turn: of the first analysis, and of a closer one. */
export const PLAYOUTS = { first: 300, closer: 1000 };

const MOST_WORKERS = 4;
const MOST_KEPT = 12;
const PREFIX = "look.";
/** Change this number when the search gives different values, or the stored form of a turn changes; stored results are
 * then computed again. */
const EDITION = 4;

/** The progress of an analysis. */
export interface Progress {
  /** The analysed turns, by the index of their move's step. */
  turns: ReadonlyMap<number, TurnReview>;
  /** The luck of the game; null: not computed yet. */
  luck: GameLuck | null;
  /** The number of playouts for each turn. */
  playouts: number;
  /** The number of all turns. */
  count: number;
  running: boolean;
  /** The reason why it ended early; "" if it did not. */
  trouble: string;
}

interface Kept {
  at: number;
  luck: GameLuck | null;
  turns: [number, TurnReview][];
}

/** The key of an analysis in the storage: a 32-bit FNV-1a hash of everything that it depends on. */
export function gameKey(game: Pick<AnalysedGame, "newgame" | "start" | "words">, playouts: number): string {
  const text = [game.newgame, game.start, ...game.words, playouts, EDITION].join(" ");
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return `${PREFIX}${hash.toString(16)}-${text.length}`;
}

/** The game of a table, as input of the analysis. */
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

/** The analysis of one game. */
export class Analysis {
  readonly #turns: Map<number, TurnReview>;
  readonly #key: string;
  readonly #order: number[];
  #workers: Thinking[] = [];
  #luck: GameLuck | null;
  #trouble = "";

  /** Stored results of an earlier analysis are available at once. `changed` is called after each change of the
   * progress. */
  constructor(
    private readonly game: AnalysedGame,
    private readonly playouts: number,
    private readonly changed: () => void,
    private readonly mostWorkers = MOST_WORKERS,
  ) {
    this.#key = gameKey(game, playouts);
    const kept = recall<Kept>(this.#key);
    this.#turns = new Map(kept?.turns);
    this.#luck = kept?.luck ?? null;
    this.#order = decisions(game);
  }

  get progress(): Progress {
    return {
      turns: this.#turns,
      luck: this.#luck,
      playouts: this.playouts,
      count: this.#order.length,
      running: this.#workers.length > 0,
      trouble: this.#trouble,
    };
  }

  /** Analyses the remaining turns in the order of the game. */
  start(): void {
    const left = this.#order.filter((index) => !this.#turns.has(index));
    if (this.#workers.length > 0 || left.length === 0) return;
    const count = Math.min(this.mostWorkers, Math.max(1, navigator.hardwareConcurrency - 1), left.length);
    this.#trouble = "";
    this.#workers = Array.from({ length: count }, () => new Thinking(reviewModule()));
    const started = this.#workers;
    const luck = this.#luck ? Promise.resolve(this.#luck) : luckOf((lines) => started[0].lines(lines), this.game);
    void Promise.all(started.map((worker) => this.#work(worker, left, luck))).then(() => this.#finish(started));
    this.changed();
  }

  /** Stops the analysis; the results stay. */
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

  /** Lets a worker analyse one remaining turn after the other. */
  async #work(worker: Thinking, left: number[], luck: Promise<GameLuck>): Promise<void> {
    const ask = (lines: string[]) => worker.lines(lines);
    for (let index = left.shift(); index !== undefined && this.#workers.includes(worker); index = left.shift()) {
      try {
        this.#luck = await luck;
        this.#turns.set(index, await reviewTurn(ask, this.game, index, this.playouts, this.#luck));
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
    keep(this.#key, { at: Date.now(), luck: this.#luck, turns: [...this.#turns] } satisfies Kept);
  }
}
