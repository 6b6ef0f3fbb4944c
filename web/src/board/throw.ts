/** Lets a person throw dice: by the Space key, unless the focused element uses it, or by shaking the device. */

/** The acceleration that counts as a shake, in metres per second squared. */
const SHAKE = 14;

/** Throws waiting dice when Space is pressed. Returns a function that stops listening. */
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

/** Listens for a shake between `start` and `stop` only, because the sensors need power. The browser may deny access. */
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
