/** Sounds and vibrations for events. The synthesizer is loaded with the first sound. */
import { soundWanted } from "./settings";

/** The events: a tile is laid or rotated, a meeple placed, points scored, dice thrown, a battle won or lost; the
 * person's turn begins, or its time runs out soon; the game ends. */
export type Sound = "lay" | "turn" | "meeple" | "score" | "dice" | "won" | "lost" | "yours" | "late" | "end";

/** Milliseconds of vibration and pauses, for devices that can vibrate. */
const VIBRATIONS: Record<Sound, number[]> = {
  lay: [12],
  turn: [6],
  meeple: [8],
  score: [18, 40, 18],
  dice: [8, 50, 8, 50, 8],
  won: [20, 40, 20, 40, 90],
  lost: [160],
  yours: [50],
  late: [80, 60, 80],
  end: [60, 60, 60, 60, 120],
};

/** Whether sounds are on, and allowed by the browser because the person has touched the page. */
function audible(): boolean {
  return soundWanted() && navigator.userActivation?.hasBeenActive !== false;
}

/** Vibrates if the device can, then plays the sound. */
async function perform(name: Sound): Promise<void> {
  try {
    navigator.vibrate?.(VIBRATIONS[name]);
  } finally {
    const { sing } = await import("./synth");
    await sing(name);
  }
}

/** Plays a sound and vibrates. Failures to load and refusals by the browser are ignored. */
export function sound(name: Sound): void {
  if (!audible()) return;
  void perform(name).catch(() => {});
}
