/** The arrows that the turn being chosen can activate (CL-10.3): their cells, and what each allows. */
import type { Engine } from "../../../js/src/engine";
import type { ArrowAction, Cell, GameEvent } from "../../../js/src/types";
import { t } from "../words/words";
import { keyOf } from "./geometry";
import type { Turn } from "./turn";

/** An arrow by the cell of its tile. */
export interface Arrow extends Cell {
  did: ArrowAction;
}

/** The arrows that these events activate; the 2 points for an empty cell are no activation. */
export function activated(events: readonly GameEvent[]): Arrow[] {
  return events.flatMap((event) =>
    event.event === "arrow" && event.did !== "points" ? [{ x: event.x, y: event.y, did: event.did }] : [],
  );
}

/** The arrows that any decision of the turn would activate with the tile as it lies. `engine` is before the turn, on
 * entry and on return. */
export function arrowsOf(turn: Turn, engine: Pick<Engine, "move" | "undo">): Arrow[] {
  const { placement } = turn;
  if (!placement) return [];
  const found = turn.decisions.flatMap((decision) => {
    const events = engine.move(turn.moveAt(placement, decision));
    engine.undo(2);
    return activated(events);
  });
  return [...new Map(found.map((arrow) => [`${keyOf(arrow)} ${arrow.did}`, arrow])).values()];
}

/** A text about what arrows allow: "An arrow allows: extra turn / meeple elsewhere."; "" without arrows. */
export function arrowsWords(arrows: readonly Arrow[]): string {
  const actions = [...new Set(arrows.map(({ did }) => t(`board.arrow.${did}`)))];
  return actions.length > 0 ? t("board.arrows", { actions: actions.join(" / ") }) : "";
}
