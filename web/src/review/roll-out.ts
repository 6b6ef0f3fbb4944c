/**
 * Rolls out the turns of one decision: games that are played to their end, more and more until the best turn is
 * clear.
 */
import type { Rollout } from "../../../js/src/types";
import { reviewModule } from "../engine/module";
import { Thinking } from "../engine/thinking";
import { type AnalysedGame, lastData, setUp, type TurnReview } from "./analyst";

const FIRST = 64;
const MOST = 512;
const SEED = 1;

/** The rollout of the decision that was asked for last. */
export class RollOut {
  #worker: Thinking | null = null;
  #stop = -1;
  #result: Rollout | null = null;

  /** `changed` is called after each change. */
  constructor(
    private readonly game: AnalysedGame,
    private readonly changed: () => void,
  ) {}

  /** The state of a decision, by its stop. */
  at(stop: number): { result: Rollout | null; running: boolean } {
    const here = stop === this.#stop;
    return { result: here ? this.#result : null, running: here && this.#worker !== null };
  }

  /** Rolls out the shown turns of a decision, with twice as many trials each time. */
  async start(turn: TurnReview): Promise<void> {
    this.close();
    const worker = new Thinking(reviewModule());
    this.#worker = worker;
    this.#stop = turn.stop;
    this.#result = null;
    const step = this.game.steps[turn.stop];
    const moves = turn.candidates.map(({ move }) => move).join(" ");
    try {
      for (let trials = FIRST; trials <= MOST; trials *= 2) {
        this.changed();
        const lines = [...setUp(this.game, this.game.words.slice(0, step.from)), `rollout ${trials} ${SEED} ${moves}`];
        const result = lastData<Rollout>(await worker.lines(lines));
        if (this.#worker !== worker) return;
        this.#result = result;
        if (result.separated) break;
      }
    } catch {
      // It was closed, or the worker is gone: what is known stays.
    }
    if (this.#worker === worker) this.close();
    this.changed();
  }

  /** Stops; what is known stays. */
  close(): void {
    this.#worker?.close();
    this.#worker = null;
  }
}
