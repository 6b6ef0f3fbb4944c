/** Plays out what happened, one event after the other, and catches up when it falls behind or is told to. */
import type { GameEvent } from "../../../js/src/types";
import type { Step } from "../game/model";
import { settings } from "../ui/settings";

/** What the player moves. Each function changes what is shown at once; the player waits between them. */
export interface Show {
  /** The pieces as after the event; `landing` when a piece comes or goes before the eyes. */
  apply(event: GameEvent, landing: boolean): void;
  battle(event: GameEvent, rolling: boolean): void;
  /** Dice are to be thrown: gives whether a person here throws them, and shows how. */
  hold(): boolean;
  battleOver(): void;
  putOut(event: Extract<GameEvent, { event: "put-out" }>): void;
  putOutOver(): void;
  scored(event: Extract<GameEvent, { event: "scored" | "arrow" }>): void;
  /** The points of an event rise to the scores; gives the milliseconds that they fly. */
  rise(event: GameEvent): number;
  scoredOver(): void;
  /** An event has been shown: what the table tells of it is known. */
  told(event: GameEvent): void;
  /** Everything has been shown, but for the final scoring. */
  done(): void;
}

/** Milliseconds that a meeple is on its way home; it is in the supply when it arrives. */
export const RETURN_MS = 420;

/** Milliseconds that each is looked at. */
const LAND_MS = 380;
const MEEPLE_MS = 300;
const ROLL_MS = 800;
/** A person's own dice fall by themselves after so long. */
const HOLD_MS = 3000;
const DICE_MS = 1000;
const RESULT_MS = 1100;
const SCORE_MS = 700;
const ARROW_MS = 1500;
const PUT_OUT_MS = 1800;

/** With more steps than this in the queue the player hurries; with many more it shows them at once. */
const BEHIND = 2;
const FAR_BEHIND = 8;
const HURRY = 0.4;

const OF_BATTLE = ["battle", "throw", "tie", "lost"];

interface Queued {
  step: Step;
  /** The tile was laid here by hand: it lies already. */
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

  /** Whether everything has been shown. */
  get idle(): boolean {
    return this.#step === null;
  }

  /** The step that is being shown. */
  get step(): Step | null {
    return this.#step;
  }

  /** Fulfilled when everything has been shown. */
  get rest(): Promise<void> {
    return this.#rest;
  }

  /** Shows a step after those before it. */
  play(step: Step, lies: boolean): void {
    this.#queue.push({ step, lies });
    if (this.#queue.length > FAR_BEHIND) this.skip();
    if (this.idle) this.#rest = this.#run();
  }

  /** Throws the dice that a person holds. Returns whether there are any. */
  roll(): boolean {
    if (this.#holding) this.#wake();
    return this.#holding;
  }

  /** Shows the rest at once. */
  skip(): void {
    if (this.idle) return;
    this.#skipping = true;
    this.#wake();
  }

  /** Forgets what has not been shown: the table jumped elsewhere. */
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

  /** The final scoring is shown by others. What was forgotten meanwhile is not told. */
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

  /** Before the dice fall the odds are seen, and whose dice they are throws them. */
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

  /** Nothing is waited for: by the person's setting, or as the rest is skipped. */
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
