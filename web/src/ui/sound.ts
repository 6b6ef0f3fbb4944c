/** Sounds and vibrations of what happens. They are made by a synthesizer that comes with the first of them. */
import { soundWanted } from "./settings";

/** A tile is laid or turned, a meeple set, points scored, dice thrown, a battle won or lost; it is the person's turn,
 * or its time runs out soon; the game is over. */
export type Sound = "lay" | "turn" | "meeple" | "score" | "dice" | "won" | "lost" | "yours" | "late" | "end";

/** Milliseconds of vibration and pauses, where the device can. */
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

/** Whether anything is to be heard: by wish, and once the person has touched the page. */
function audible(): boolean {
  return soundWanted() && navigator.userActivation?.hasBeenActive !== false;
}

/** Felt where the device can, then heard. */
async function perform(name: Sound): Promise<void> {
  try {
    navigator.vibrate?.(VIBRATIONS[name]);
  } finally {
    const { sing } = await import("./synth");
    await sing(name);
  }
}

/** Lets a sound be heard and felt. What cannot be loaded, or is refused by the browser, is left out. */
export function sound(name: Sound): void {
  if (!audible()) return;
  void perform(name).catch(() => {});
}
