/** Shows the events of the game one after the other, and hurries if it falls behind or the person skips. */
import type { GameEvent } from "../../../js/src/types";
import type { Step } from "../game/model";
import { settings } from "../ui/settings";

/** The display that the player drives. Each function acts at once; the player waits between the calls. */
export interface Show {
  /** Shows the pieces after the event; with `landing`, pieces that come or go are animated. */
  apply(event: GameEvent, landing: boolean): void;
  battle(event: GameEvent, rolling: boolean): void;
  /** Called before a throw. Returns whether a person at this device throws the dice, and shows that person how. */
  hold(): boolean;
  battleOver(): void;
  putOut(event: Extract<GameEvent, { event: "put-out" }>): void;
  putOutOver(): void;
  scored(event: Extract<GameEvent, { event: "scored" | "arrow" }>): void;
  /** Lets the points of an event fly to the scores; returns the duration in milliseconds. */
  rise(event: GameEvent): number;
  scoredOver(): void;
  /** Called when an event has been shown: from now on the table may display its effects. */
  told(event: GameEvent): void;
  /** Called when everything except the final scoring has been shown. */
  done(): void;
}

/** Milliseconds that a returning meeple flies; it counts in the supply when it arrives. */
export const RETURN_MS = 420;

/** Milliseconds for which each of these is shown. */
const LAND_MS = 380;
const MEEPLE_MS = 300;
const ROLL_MS = 800;
/** After this time a person's dice are thrown automatically. */
const HOLD_MS = 3000;
const DICE_MS = 1000;
const RESULT_MS = 1100;
const SCORE_MS = 700;
const ARROW_MS = 1500;
const PUT_OUT_MS = 1800;

/** With more than BEHIND steps in the queue the player hurries; with many more it shows them at once. */
const BEHIND = 2;
const FAR_BEHIND = 8;
const HURRY = 0.4;

const OF_BATTLE = ["battle", "throw", "tie", "lost"];

interface Queued {
  step: Step;
  /** The person at this device laid the tile, so it is on the board already. */
  lies: boolean;
}

export class StepPlayer {
  readonly #queue: Queued[] = [];
  #step: Step | null = null;
  #rest = Promise.resolve();
  #jumps = 0;
  #skipping = false;
  #holding = false;
  #wake: () => void = () => {};

  constructor(private readonly show: Show) {}

  /** Whether nothing is left to be shown. */
  get idle(): boolean {
    return this.#step === null;
  }

  /** The step that is shown at present. */
  get step(): Step | null {
    return this.#step;
  }

  /** Resolves when everything has been shown. */
  get rest(): Promise<void> {
    return this.#rest;
  }

  /** Adds a step to the queue. */
  play(step: Step, lies: boolean): void {
    this.#queue.push({ step, lies });
    if (this.#queue.length > FAR_BEHIND) this.skip();
    if (this.idle) this.#rest = this.#run();
  }

  /** Throws the dice that wait for a person. Returns false if there are none. */
  roll(): boolean {
    if (this.#holding) this.#wake();
    return this.#holding;
  }

  /** Shows the rest of the queue at once. */
  skip(): void {
    if (this.idle) return;
    this.#skipping = true;
    this.#wake();
  }

  /** Empties the queue, because the table jumped to another position. */
  clear(): void {
    this.#queue.length = 0;
    this.#jumps++;
    this.skip();
  }

  async #run(): Promise<void> {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      this.#step = next.step;
      await this.#playOut(next);
    }
    this.#step = null;
    this.#skipping = false;
    this.show.done();
  }

  /** Shows a step. The final scoring is not shown here. Events that clear() has dropped meanwhile are not reported. */
  async #playOut({ step, lies }: Queued): Promise<void> {
    const jumps = this.#jumps;
    let fighting = false;
    for (const [index, event] of step.events.entries()) {
      if (event.event === "scored" && event.final) return;
      await this.#event(event, lies);
      if (jumps === this.#jumps) this.show.told(event);
      fighting = fighting || OF_BATTLE.includes(event.event);
      const next = step.events[index + 1]?.event ?? "";
      if (!fighting || [...OF_BATTLE.slice(1), "returned"].includes(next)) continue;
      await this.#wait(RESULT_MS);
      this.show.battleOver();
      fighting = false;
    }
  }

  async #event(event: GameEvent, lies: boolean): Promise<void> {
    switch (event.event) {
      case "placed":
        return this.#piece(event, lies ? 0 : LAND_MS);
      case "meeple":
        return this.#piece(event, lies ? 0 : MEEPLE_MS);
      case "returned":
        return this.#piece(event, RETURN_MS);
      case "put-out":
        return this.#putOut(event);
      case "battle":
      case "throw":
      case "tie":
      case "lost":
        return this.#fight(event);
      case "scored":
      case "arrow":
        return this.#scored(event);
      default:
        return;
    }
  }

  async #piece(event: GameEvent, ms: number): Promise<void> {
    this.show.apply(event, ms > 0 && !this.#atOnce);
    await this.#wait(ms);
  }

  async #putOut(event: Extract<GameEvent, { event: "put-out" }>): Promise<void> {
    this.show.putOut(event);
    await this.#wait(PUT_OUT_MS);
    this.show.putOutOver();
  }

  async #fight(event: GameEvent): Promise<void> {
    if (event.event !== "throw") {
      this.show.battle(event, false);
      return this.#rise(event);
    }
    await this.#hold();
    this.show.battle(event, true);
    await this.#wait(ROLL_MS);
    this.show.battle(event, false);
    await this.#wait(DICE_MS);
  }

  /** Shows the odds before a throw, and waits for the person whose dice they are. */
  async #hold(): Promise<void> {
    this.#holding = this.show.hold();
    await this.#wait(this.#holding ? HOLD_MS : ROLL_MS);
    this.#holding = false;
  }

  async #scored(event: Extract<GameEvent, { event: "scored" | "arrow" }>): Promise<void> {
    this.show.scored(event);
    await this.#wait(event.event === "arrow" ? ARROW_MS : SCORE_MS);
    await this.#rise(event);
    this.show.scoredOver();
  }

  async #rise(event: GameEvent): Promise<void> {
    if (!this.#atOnce) await this.#wait(this.show.rise(event));
  }

  /** Whether to show everything without pauses, by the person's setting or after skip(). */
  get #atOnce(): boolean {
    return this.#skipping || settings().pace === "once";
  }

  #wait(ms: number): Promise<void> {
    if (this.#atOnce || ms === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#queue.length > BEHIND ? ms * HURRY : ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
