/** A person throws their dice: by Space wherever the focus is but at something that takes it, or by a shake of the
 * device. */

/** A device is shaken when it is moved faster and faster by so much, in metres per second squared. */
const SHAKE = 14;

/** Throws dice by Space while there are any to throw. Returns how to stop. */
export function throwBySpace(roll: () => boolean): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).matches("input, textarea, select, button, summary, a")) return;
    if (!roll()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", pressed, true);
  return () => document.removeEventListener("keydown", pressed, true);
}

/** Listens for a shake from `start` to `stop`, as the device's sensors take power. A browser may withhold it. */
export class ShakeWatch {
  constructor(private readonly shaken: () => void) {}

  start(): void {
    addEventListener("devicemotion", this.#moved);
  }

  stop(): void {
    removeEventListener("devicemotion", this.#moved);
  }

  readonly #moved = ({ acceleration }: DeviceMotionEvent): void => {
    const { x, y, z } = acceleration ?? { x: 0, y: 0, z: 0 };
    if (Math.hypot(x ?? 0, y ?? 0, z ?? 0) > SHAKE) this.shaken();
  };
}
