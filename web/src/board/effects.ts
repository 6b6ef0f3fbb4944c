/** Short animations of pieces that come and go. */
import { reducedMotion } from "../ui/settings";
import { type Point, UNIT } from "./geometry";

const COME_MS = 360;
const GO_MS = 420;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

function shift({ x, y }: Point): string {
  return `translate(${Math.round(x * UNIT)}px, ${Math.round(y * UNIT)}px)`;
}

/** Lets a tile fly in from a place `from` away, in tiles. */
export function flyIn(tile: Element | null, from: Point): void {
  if (!tile || reducedMotion()) return;
  tile.animate(
    [
      { transform: `${shift(from)} scale(1.15)`, opacity: 0.4 },
      { transform: "none", opacity: 1 },
    ],
    {
      duration: COME_MS,
      easing: EASE,
    },
  );
}

/** Lets a meeple drop onto its spot. */
export function dropIn(meeple: Element | null): void {
  if (!meeple || reducedMotion()) return;
  const above = { transform: `${shift({ x: 0, y: -0.5 })} scale(1.2)`, opacity: 0 };
  meeple.animate([above, { transform: "none", opacity: 1 }], {
    duration: COME_MS,
    easing: "cubic-bezier(0.4, 0, 0.7, 1.3)",
  });
}

/** Lets a copy of a meeple rise and fade; the caller removes the meeple itself. */
export function flyOut(meeple: Element | null): void {
  if (!meeple?.parentNode || reducedMotion()) return;
  const copy = meeple.cloneNode(true) as Element;
  copy.removeAttribute("data-meeple");
  meeple.ownerDocument.querySelector(".board-effects")?.append(copy);
  const gone = { transform: `${shift({ x: 0, y: -0.6 })} scale(1.25)`, opacity: 0 };
  const going = copy.animate([{ transform: "none", opacity: 1 }, gone], { duration: GO_MS, easing: EASE });
  going.finished.then(
    () => copy.remove(),
    () => copy.remove(),
  );
}
