/**
 * The computer's analysis of single turns, by the commands of review.wasm: the best turn, what the played turn gave
 * away, and the luck. docs/understand/review.md explains the method.
 */

import type { Candidate, GameLuck, JudgedTurn } from "../../../js/src/types";
import type { Reply } from "../engine/thinker";
import type { Step } from "../game/model";
import type { TurnFigures, Value } from "./judgement";

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
  best: Candidate;
  played: Candidate;
  /** The best turns, the best first. If the played turn is not among them, it is the last element. */
  candidates: Candidate[];
}

const SEED = 1;
const SHOWN = 3;

/** The decisions to be analysed: the indices of the steps with a move. */
export function decisions(game: Pick<AnalysedGame, "steps">): number[] {
  return game.steps.flatMap((step, index) => (step.events.some((event) => event.event === "placed") ? [index] : []));
}

/** The lines that set up a game after some of its words. */
export function setUp(game: Pick<AnalysedGame, "newgame" | "start">, words: readonly string[]): string[] {
  return [game.newgame, `position ${game.start}${words.length ? ` moves ${words.join(" ")}` : ""}`];
}

/** The data of the last of some replies. Throws if the engine has refused its line, which no valid record causes. */
export function lastData<T>(replies: readonly Reply[]): T {
  const reply = replies[replies.length - 1];
  if (!reply || reply.error) throw new Error(reply?.error || "no reply");
  return JSON.parse(reply.data[0] ?? "") as T;
}

/** The luck of a whole game. */
export async function luckOf(ask: Ask, game: AnalysedGame): Promise<GameLuck> {
  return lastData(await ask([...setUp(game, game.words), "luck"]));
}

const none = ({ win, diff }: Value) => win === 0 && diff === 0;

/** Analyses the move of a step (one of decisions()) with so many playouts; `luck` is that of the game. */
export async function reviewTurn(
  ask: Ask,
  game: AnalysedGame,
  index: number,
  playouts: number,
  luck: GameLuck,
): Promise<TurnReview> {
  const step = game.steps[index] as Step;
  const move = step.words[0] ?? "";
  const whole = move.includes("=") ? move : `${move}=none`; // the last turn may lack its decision
  const judged = lastData<JudgedTurn>(
    await ask([...setUp(game, game.words.slice(0, step.from)), `judge ${whole} ${playouts} ${SEED}`]),
  );
  const played = judged.candidates[judged.rank - 1] as Candidate;
  const shown = judged.candidates.slice(0, SHOWN);
  const before = game.steps[index - 1];
  const drawn = before !== undefined && !before.events.some((event) => event.event === "placed");
  const fate = luck.turns[decisions(game).indexOf(index)];
  return {
    stop: index,
    seat: step.seat,
    side: game.sideOf(step.seat),
    move,
    best: judged.candidates[0] as Candidate,
    played,
    first: judged.rank === 1,
    counted: judged.counted,
    draw: drawn ? fate.draw : null,
    dice: none(fate.dice) ? null : fate.dice,
    candidates: shown.includes(played) ? shown : [...shown, played],
  };
}
