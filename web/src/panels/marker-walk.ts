/** Animates the markers field by field along the score track to their new fields, all at the same pace. */
import type { GameEvent } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { reducedMotion } from "../ui/settings";
import { LAP, ringFor, way } from "./score-track";
import { markerSpot } from "./scoreboard";
import { scoresAfter } from "./sides";

const MS_A_FIELD = 70;
const LONGEST_MS = 1200;

/** Moves the markers from their fields before some events to the present ones; the scoreboard already shows the new
 * scores. */
export function walkMarkers(host: HTMLElement, view: TableView, events: readonly GameEvent[]): void {
  if (reducedMotion()) return;
  const gains = scoresAfter(
    view.state.scores.map(() => 0),
    events,
  );
  const ring = ringFor(view.seats.length);
  gains.forEach((gain, side) => {
    const marker = host.querySelector(`.track-marker[data-side="${side + 1}"]`);
    const score = view.state.scores[side];
    if (!marker || gain <= 0) return;
    const fields = [(score - gain) % LAP, ...way(score - gain, score)];
    const spots = fields.map((field) => markerSpot(ring, { field, place: 0, among: 1 }));
    const frames = spots.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    marker.animate(frames, { duration: Math.min(LONGEST_MS, MS_A_FIELD * gain), easing: "linear" });
  });
}
