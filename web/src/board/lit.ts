/** Recently completed realms stay lit for one round: as a reward, and as news for a player who looks away while others
 * move. */
import type { GameEvent } from "../../../js/src/types";
import type { Step } from "../game/model";

type Scored = Extract<GameEvent, { event: "scored" }>;

/** The realms completed in the last `turns` turns, the oldest first. */
export function litRealms(steps: readonly Step[], turns: number): Scored[] {
  const lit: Scored[] = [];
  let left = turns;
  for (const step of [...steps].reverse()) {
    if (left === 0) break;
    if (!step.events.some(({ event }) => event === "placed")) continue;
    left--;
    const done = step.events.filter((event): event is Scored => event.event === "scored" && event.complete);
    lit.unshift(...done);
  }
  return lit;
}
