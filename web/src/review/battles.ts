/** Battle statistics of a game: how many battles a side fought and won, and how many wins were expected. */
import type { GameEvent } from "../../../js/src/types";
import type { Step } from "../game/model";

export interface BattleRecord {
  fought: number;
  won: number;
  expected: number;
}

type Battle = Extract<GameEvent, { event: "battle" }>;

/** Returns each side's probability of winning a battle, given the numbers of dice. */
export type Odds = (dice: readonly number[]) => readonly number[];

/** The statistics of all sides, in order. */
export function battlesOf(steps: readonly Step[], sides: number, odds: Odds): BattleRecord[] {
  const records = Array.from({ length: sides }, () => ({ fought: 0, won: 0, expected: 0 }));
  let battle: Battle | null = null;
  let left: number[] = [];
  for (const event of steps.flatMap((step) => step.events)) {
    if (event.event === "battle") {
      battle = event;
      left = Object.keys(event.dice).map(Number);
      addExpected(records, event, odds);
    }
    if (event.event !== "lost" || !battle) continue;
    left = left.filter((side) => side !== event.side);
    if (left.length > 1) continue;
    records[left[0] - 1].won++;
    battle = null;
  }
  return records;
}

function addExpected(records: BattleRecord[], battle: Battle, odds: Odds): void {
  const dice = Object.entries(battle.dice);
  const chances = odds(dice.map(([, count]) => count));
  dice.forEach(([side], i) => {
    const record = records[Number(side) - 1];
    record.fought++;
    record.expected += chances[i];
  });
}
