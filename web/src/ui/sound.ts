/** Sounds and vibrations for events. The synthesizer is loaded with the first sound. */
import type { GameName } from "../../../js/src/types";
import { onSettings, type Settings, settings, soundWanted } from "./settings";

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
    await sing(name, settings());
  }
}

/** Plays a sample of a set of sounds, also where sounds are off. */
export async function sample(sounds: Settings["sounds"]): Promise<void> {
  const { sing } = await import("./synth");
  for (const [n, name] of (["lay", "meeple", "score"] as const).entries())
    await sing(name, { sounds, volume: settings().volume }, n * 0.35);
}

/** Lets the place of a game be heard as long as the settings want that; returns a function that ends it. */
export function ambience(game: GameName): () => void {
  const state = { on: false, closed: false };
  const follow = () => {
    const on = settings().ambience && audible() && !document.hidden && !state.closed;
    if (on === state.on && !on) return;
    state.on = on;
    void import("./synth").then(({ surround }) => surround(on ? game : null, settings().volume)).catch(() => {});
  };
  const stop = onSettings(follow);
  document.addEventListener("visibilitychange", follow);
  // A browser allows sound only after the person has touched the page or pressed a key.
  for (const use of ["pointerup", "keyup"]) document.addEventListener(use, follow, { once: true });
  follow();
  return () => {
    state.closed = true;
    stop();
    document.removeEventListener("visibilitychange", follow);
    follow();
  };
}

/** Plays a sound and vibrates. Failures to load and refusals by the browser are ignored. */
export function sound(name: Sound): void {
  if (!audible()) return;
  void perform(name).catch(() => {});
}
