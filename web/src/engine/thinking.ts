/** Runs the engine in a worker, so that the page stays responsive while the computer thinks. */

import type { EngineSource } from "../../../js/src/engine";
import type { Advice } from "../../../js/src/types";
import { engineModule, thinkerUrl } from "./module";
import type { Answer, Asked, Reply } from "./thinker";
import { scriptAddress } from "./trusted";

type Waiting = { resolve(replies: Reply[]): void; reject(error: Error): void };

/** One worker. It starts with the first question and ends with close(). */
export class Thinking {
  #worker: Worker | null = null;
  #asked = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** `source`: the module of its engine. */
  constructor(private readonly source: EngineSource = engineModule()) {}

  /**
   * Resolves to the advice of a player (`level-5`, `mcts`) for the next turn after the words of a game. Rejects if the
   * engine refuses, or if close() is called before the answer.
   */
  async ask(
    game: { newgame: string; words: readonly string[] },
    kind: string,
    playouts: number,
    seed: number,
  ): Promise<Advice> {
    const position = ["position startpos", ...(game.words.length ? ["moves", ...game.words] : [])].join(" ");
    const [, , advice] = await this.lines([game.newgame, position, `advise ${kind} ${playouts} ${seed}`]);
    if (advice.error) throw new Error(advice.error);
    return JSON.parse(advice.data[0]) as Advice;
  }

  /**
   * Resolves to one reply for each line of the protocol; the first lines must set up the game. Rejects if the engine
   * cannot be loaded, or if close() is called before the answer.
   */
  lines(lines: string[]): Promise<Reply[]> {
    const id = ++this.#asked;
    const question: Asked = { id, module: this.source, lines };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#open().postMessage(question);
    });
  }

  /** Stops at once; unanswered questions reject. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#rejectAll("the computer was stopped");
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    // Browsers refuse module scripts for a page opened from the disk, so the worker is a classic script there.
    const worker = new Worker(scriptAddress(thinkerUrl()), { type: PAGE_PLACE === "file" ? "classic" : "module" });
    worker.addEventListener("message", (event: MessageEvent<Answer>) => this.#take(event.data));
    worker.addEventListener("error", (event) => this.#rejectAll(event.message || "the computer's script did not load"));
    this.#worker = worker;
    return worker;
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("replies" in answer) waiting?.resolve(answer.replies);
    else waiting?.reject(new Error(answer.error));
  }

  #rejectAll(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}
