/**
 * The computer's analysis of single turns: the best turn, what the played turn gave away, and the luck.
 * docs/understand/review.md explains the method.
 */

import type { Advice, Candidate } from "../../../js/src/types";
import type { Reply } from "../engine/thinker";
import { diceDue, thrown } from "../game/chance";
import type { Step } from "../game/model";
import { average, minus, opposite, type TurnFigures, type Value } from "./judgement";

/** Sends lines to an engine that keeps no game between questions: the first lines set one up. */
export type Ask = (lines: string[]) => Promise<Reply[]>;

/** The analysed game. */
export interface AnalysedGame {
  newgame: string;
  /** `startpos` or a position line. */
  start: string;
  words: readonly string[];
  steps: readonly Step[];
  sides: number;
  sideOf(seat: number): number;
}

/** The analysis of one turn. */
export interface TurnReview extends TurnFigures {
  /** The stop after the draw and before the move. */
  stop: number;
  move: string;
  /** The best turns, the best first. If the played turn is not among them, it is the last element. */
  candidates: Candidate[];
}

/** Playouts for each kind of tile when draws are compared. Few are enough, because the average is over all kinds. */
const DRAW_PLAYOUTS = 16;
const SEED = 1;
const SHOWN = 3;

/** The decisions to be analysed: the indices of the steps with a move. */
export function decisions(game: Pick<AnalysedGame, "steps">): number[] {
  return game.steps.flatMap((step, index) => (step.events.some((event) => event.event === "placed") ? [index] : []));
}

interface DrawnValue {
  kind: string;
  weight: number;
  value: Value;
}

/** Analyses the turns of one game; a value that two turns need is computed once. */
export class Analyst {
  readonly #draws = new Map<string, Promise<DrawnValue[]>>();

  /** `playouts`: the playouts for each decision. */
  constructor(
    private readonly ask: Ask,
    private readonly game: AnalysedGame,
    private readonly playouts: number,
  ) {}

  /** Analyses the move of a step (one of decisions()). Rejects if the engine refuses, which no valid record causes. */
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
   * The value of a played turn that the search did not examine. With two sides: the best turn's value, changed by the
   * difference between the positions after both turns. Otherwise: the value of the worst examined turn.
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

  /** The luck of a turn's draw for the player who drew; null if the game begins with the tile already drawn. */
  async #drawLuck(index: number): Promise<Value | null> {
    const step = this.game.steps[index - 1];
    const tile = step?.words[step.words.length - 1];
    if (!step || step.events.some((event) => event.event === "placed")) return null;
    const values = await this.#drawValues(this.#before(step));
    const mean = average(values);
    const drawn = values.find((each) => each.kind === tile);
    return mean && drawn ? minus(drawn.value, mean) : null;
  }

  /** How the dice changed the mover's value, compared with the average over all possible winners. */
  async #diceLuck(step: Step): Promise<Value | null> {
    if (this.game.sides !== 2 || step.words.length < 2) return null;
    const before = [...this.#before(step), step.words[0] ?? ""];
    const [expected, happened] = await Promise.all([
      this.#expected(before),
      this.#left([...before, ...step.words.slice(1)]),
    ]);
    return expected && happened ? minus(happened, expected) : null;
  }

  /** The value of a position before a battle for the mover: the average over all possible winners, weighted by their
   * odds. */
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

  /** With two sides: the value of a position between turns for the side that has just moved. */
  async #left(words: readonly string[]): Promise<Value | null> {
    const over = await this.#overValue(words);
    if (over) return over;
    const mean = average(await this.#drawValues(words));
    return mean && opposite(mean);
  }

  /** The result as a value for the side that moved last; null if the game is not over. */
  async #overValue(words: readonly string[]): Promise<Value | null> {
    const reply = (await this.ask([...this.#position(words), "state json"])).pop();
    const state = JSON.parse(reply?.data[0] ?? "{}") as { phase: string; seat: number; scores: number[] };
    if (state.phase !== "over") return null;
    const last = [...this.game.steps].reverse().find((step) => step.events.some((event) => event.event === "placed"));
    const side = this.game.sideOf(last?.seat ?? 1);
    const diff = (state.scores[side - 1] ?? 0) - (state.scores[2 - side] ?? 0);
    return { win: diff > 0 ? 1 : diff < 0 ? 0 : 0.5, diff };
  }

  /** For each kind of tile that can be drawn here, its value for the player who draws it. Kinds that fit nowhere are
   * left out. */
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
