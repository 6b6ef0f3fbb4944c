/**
 * The computer's look at each turn of a game: what was best, what the turn gave away, what was luck.
 * docs/understand/review.md tells how in words.
 */

import type { Advice, Candidate } from "../../../js/src/types";
import type { Reply } from "../engine/thinker";
import { diceDue, thrown } from "../game/chance";
import type { Step } from "../game/model";
import { average, minus, opposite, type TurnFigures, type Value } from "./judgement";

/** Asks an engine that keeps no game: the first lines set one up. */
export type Ask = (lines: string[]) => Promise<Reply[]>;

/** The game that is looked at. */
export interface AnalysedGame {
  newgame: string;
  /** `startpos` or a position line. */
  start: string;
  words: readonly string[];
  steps: readonly Step[];
  sides: number;
  sideOf(seat: number): number;
}

/** One turn with the computer's opinion. */
export interface TurnReview extends TurnFigures {
  /** The stop before the move: the tile is drawn. */
  stop: number;
  move: string;
  /** The best turns, the best first; the one played is among them or last. */
  candidates: Candidate[];
}

/** Playouts for each kind of tile when draws are compared: little, since all kinds together make the average. */
const DRAW_PLAYOUTS = 16;
const SEED = 1;
const SHOWN = 3;

/** A decision to look at: the index of the step that moves. */
export function decisions(game: Pick<AnalysedGame, "steps">): number[] {
  return game.steps.flatMap((step, index) => (step.events.some((event) => event.event === "placed") ? [index] : []));
}

interface DrawnValue {
  kind: string;
  weight: number;
  value: Value;
}

/** Looks at the turns of one game; what two turns need is asked once. */
export class Analyst {
  readonly #draws = new Map<string, Promise<DrawnValue[]>>();

  /** `playouts`: how much each decision is thought about. */
  constructor(
    private readonly ask: Ask,
    private readonly game: AnalysedGame,
    private readonly playouts: number,
  ) {}

  /** The opinion on the move of a step (one of `decisions`). Rejects when the engine refuses, which no record causes. */
  async turn(index: number): Promise<TurnReview> {
    const step = this.game.steps[index] as Step;
    const move = step.words[0] ?? "";
    const [advice, draw, dice] = await Promise.all([this.#advise(step), this.#drawLuck(index), this.#diceLuck(step)]);
    const best = advice.candidates[0] as Candidate;
    const played =
      advice.candidates.find((candidate) => candidate.move === move) ?? (await this.#unlisted(step, advice.candidates));
    const shown = advice.candidates.slice(0, SHOWN);
    return {
      stop: index,
      seat: step.seat,
      side: this.game.sideOf(step.seat),
      move,
      best,
      played,
      first: best.move === move,
      draw,
      dice,
      candidates: shown.includes(played) ? shown : [...shown, played],
    };
  }

  #position(words: readonly string[]): string[] {
    return [this.game.newgame, `position ${this.game.start}${words.length ? ` moves ${words.join(" ")}` : ""}`];
  }

  #before(step: Step): readonly string[] {
    return this.game.words.slice(0, step.from);
  }

  async #advise(step: Step): Promise<Advice> {
    const replies = await this.ask([...this.#position(this.#before(step)), `advise mcts ${this.playouts} ${SEED}`]);
    return adviceOf(replies[replies.length - 1]);
  }

  /**
   * A turn that the search did not look at: between two sides, the best one with the difference of what both leave;
   * else as good as the last that it did look at.
   */
  async #unlisted(step: Step, candidates: readonly Candidate[]): Promise<Candidate> {
    const move = step.words[0] ?? "";
    const looked = candidates.filter((candidate) => candidate.visits > 0);
    const told = { move, visits: 0, pv: [] };
    if (this.game.sides !== 2) return { ...looked[looked.length - 1], ...told };
    const [best] = candidates;
    const before = this.#before(step);
    const [left, better] = await Promise.all([
      this.#expected([...before, move]),
      this.#expected([...before, best.move]),
    ]);
    const less = left && better ? minus(better, left) : { win: 0, diff: 0 };
    return { ...best, ...told, ...minus(best, less) };
  }

  /** What the draw of a turn was worth to the one who drew; null at a beginning with the tile drawn. */
  async #drawLuck(index: number): Promise<Value | null> {
    const step = this.game.steps[index - 1];
    const tile = step?.words[step.words.length - 1];
    if (!step || step.events.some((event) => event.event === "placed")) return null;
    const values = await this.#drawValues(this.#before(step));
    const mean = average(values);
    const drawn = values.find((each) => each.kind === tile);
    return mean && drawn ? minus(drawn.value, mean) : null;
  }

  /** What the dice changed for the mover's side, against the average of all that could have won. */
  async #diceLuck(step: Step): Promise<Value | null> {
    if (this.game.sides !== 2 || step.words.length < 2) return null;
    const before = [...this.#before(step), step.words[0] ?? ""];
    const [expected, happened] = await Promise.all([
      this.#expected(before),
      this.#left([...before, ...step.words.slice(1)]),
    ]);
    return expected && happened ? minus(happened, expected) : null;
  }

  /** What a position in which a battle is due is worth to the one who moved: all winners by their chances. */
  async #expected(words: readonly string[]): Promise<Value | null> {
    const [phase, legal] = (await this.ask([...this.#position(words), "phase", "legal"]))
      .slice(-2)
      .map((reply) => reply.data);
    if (!phase?.[0]?.startsWith("phase throw")) return this.#left(words);
    const dice = diceDue(legal?.[0] ?? "");
    const [odds] = await this.ask([`odds ${dice.map(({ count }) => count).join(" ")}`]);
    const chances = JSON.parse(odds?.data[0] ?? "[]") as number[];
    // The winner throws sixes and the others ones, so that the battle is over at once.
    const ends = dice.map((_, winner) => thrown(dice, (side) => (side === winner ? 6 : 1)));
    const values = await Promise.all(ends.map((end) => this.#expected([...words, end])));
    return average(values.flatMap((value, i) => (value ? [{ value, weight: chances[i] ?? 0 }] : [])));
  }

  /** What a position between turns is worth to the side that has just moved, of two sides. */
  async #left(words: readonly string[]): Promise<Value | null> {
    const over = await this.#overValue(words);
    if (over) return over;
    const mean = average(await this.#drawValues(words));
    return mean && opposite(mean);
  }

  /** The result for the side that moved last, if the game is over. */
  async #overValue(words: readonly string[]): Promise<Value | null> {
    const reply = (await this.ask([...this.#position(words), "state json"])).pop();
    const state = JSON.parse(reply?.data[0] ?? "{}") as { phase: string; seat: number; scores: number[] };
    if (state.phase !== "over") return null;
    const last = [...this.game.steps].reverse().find((step) => step.events.some((event) => event.event === "placed"));
    const side = this.game.sideOf(last?.seat ?? 1);
    const diff = (state.scores[side - 1] ?? 0) - (state.scores[2 - side] ?? 0);
    return { win: diff > 0 ? 1 : diff < 0 ? 0 : 0.5, diff };
  }

  /** For each kind that can be drawn here what it is worth to the one who draws it. Kinds that fit nowhere are left
   * out. */
  #drawValues(words: readonly string[]): Promise<DrawnValue[]> {
    const key = words.join(" ");
    const known = this.#draws.get(key);
    if (known) return known;
    const asked = this.#askDraws(words);
    this.#draws.set(key, asked);
    return asked;
  }

  async #askDraws(words: readonly string[]): Promise<DrawnValue[]> {
    const position = this.#position(words);
    const legal = (await this.ask([...position, "legal"])).pop();
    const kinds = (legal?.data ?? []).map((line) => line.replace("draw ", "").split("*"));
    const lines = kinds.flatMap(([kind]) => [`draw ${kind}`, `advise mcts ${DRAW_PLAYOUTS} ${SEED}`, "undo"]);
    const replies = (await this.ask([...position, ...lines])).slice(position.length);
    return kinds.flatMap(([kind = "", count], i) => {
      const advice = replies[3 * i + 1];
      const best = advice && !advice.error ? adviceOf(advice).candidates[0] : undefined;
      return best ? [{ kind, weight: Number(count), value: { win: best.win, diff: best.diff } }] : [];
    });
  }
}

function adviceOf(reply: Reply | undefined): Advice {
  if (!reply || reply.error) throw new Error(reply?.error || "no advice");
  return JSON.parse(reply.data[0] ?? "") as Advice;
}
