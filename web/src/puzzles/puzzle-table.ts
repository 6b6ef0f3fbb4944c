/** A puzzle as a table: the person plays one turn for the seat to act, right or wrong. */
import type { Engine } from "../../../js/src/engine";
import type { GameEvent } from "../../../js/src/types";
import { takeWord } from "../game/replay";
import { TurnTable } from "../game/turn-table";
import type { Mistake } from "./mistakes";
import { type Puzzle, turnOf } from "./puzzles";

type Battle = Extract<GameEvent, { event: "battle" }>;

/** Dice with which the side that has most of them wins the battle. */
function favourite({ dice }: Battle): string {
  const sides = Object.entries(dice).sort((a, b) => Number(a[0]) - Number(b[0]));
  const most = Math.max(...sides.map(([, count]) => count));
  const winner = sides.find(([, count]) => count === most)![0];
  return `[${sides.map(([side, count]) => `${side}:${Array(count).fill(side === winner ? 6 : 1)}`).join(";")}]`;
}

function setUp(engine: Engine, puzzle: Puzzle | Mistake): number {
  if ("newgame" in puzzle) engine.command(puzzle.newgame);
  engine.position(puzzle.position);
  return engine.phase().seat;
}

/** Whether the engine can set up the position; one of another version may lack its tiles. */
export function canSetUp(engine: Engine, puzzle: Mistake): boolean {
  try {
    setUp(engine, puzzle);
    return true;
  } catch {
    return false;
  }
}

export class PuzzleTable extends TurnTable {
  /** The person's turn; null before it. */
  played: string | null = null;

  /** The table owns the engine. */
  constructor(
    engine: Engine,
    readonly puzzle: Puzzle | Mistake,
  ) {
    const seat = setUp(engine, puzzle);
    super(engine, [], seat);
  }

  /** Whether the person's turn is the best one, or nearly as good in a mistake of theirs. */
  get right(): boolean {
    const { played, puzzle } = this;
    return played === turnOf(puzzle) || ("good" in puzzle && puzzle.good.includes(played ?? ""));
  }

  /** Plays any legal turn. */
  async play(move: string): Promise<void> {
    const words = this.#withDice([move]);
    this.played = move;
    this.take(words);
  }

  /** Plays an answer and what follows. */
  follow(line: string): void {
    this.take(this.#withDice(line.split(" ")));
  }

  /** The words with dice for the battles that lack them: the likelier side wins. They end before a turn that the dice
   * have made impossible. */
  #withDice(line: readonly string[]): string[] {
    const words: string[] = [];
    for (const [at, word] of line.entries()) {
      let events: GameEvent[];
      try {
        events = takeWord(this.engine, word);
      } catch (error) {
        if (at === 0) throw error;
        break;
      }
      words.push(word);
      while (this.engine.phase().phase === "throw" && !line[at + 1]?.startsWith("[")) {
        const dice = favourite(events.findLast((event): event is Battle => event.event === "battle")!);
        events = takeWord(this.engine, dice);
        words.push(dice);
      }
    }
    setUp(this.engine, this.puzzle);
    return words;
  }
}
