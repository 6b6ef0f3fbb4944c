/** A puzzle as a table: the person plays one turn for the seat to act, right or wrong. */
import type { Engine } from "../../../js/src/engine";
import type { GameEvent } from "../../../js/src/types";
import { takeWord } from "../game/replay";
import { TurnTable } from "../game/turn-table";
import { type Puzzle, turnOf } from "./puzzles";

type Battle = Extract<GameEvent, { event: "battle" }>;

/** Dice with which the side that has most of them wins the battle. */
function favourite({ dice }: Battle): string {
  const sides = Object.entries(dice).sort((a, b) => Number(a[0]) - Number(b[0]));
  const most = Math.max(...sides.map(([, count]) => count));
  const winner = sides.find(([, count]) => count === most)![0];
  return `[${sides.map(([side, count]) => `${side}:${Array(count).fill(side === winner ? 6 : 1)}`).join(";")}]`;
}

function setUp(engine: Engine, { position }: Puzzle): number {
  engine.position(position);
  return engine.phase().seat;
}

export class PuzzleTable extends TurnTable {
  /** The person's turn; null before it. */
  played: string | null = null;

  /** The table owns the engine. */
  constructor(
    engine: Engine,
    readonly puzzle: Puzzle,
  ) {
    const seat = setUp(engine, puzzle);
    super(engine, [], seat);
  }

  /** Whether the person's turn is the best one. */
  get right(): boolean {
    return this.played === turnOf(this.puzzle);
  }

  /** Plays any legal turn; in its battles the likelier side wins. */
  async play(move: string): Promise<void> {
    const words = [move];
    let events = takeWord(this.engine, move);
    while (this.engine.phase().phase === "throw") {
      const dice = favourite(events.findLast((event): event is Battle => event.event === "battle")!);
      events = takeWord(this.engine, dice);
      words.push(dice);
    }
    this.engine.undo(words.length + 1); // a move is two steps, a throw is one
    this.played = move;
    this.take(words);
  }

  /** Plays an answer and what follows. */
  follow(line: string): void {
    this.take(line.split(" "));
  }
}
