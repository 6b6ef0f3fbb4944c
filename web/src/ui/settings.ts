/** The person's settings on this device: stored in the browser, and reported to subscribers. */
import { keep, recall } from "./store";

export interface Settings {
  theme: "system" | "light" | "dark";
  /** The look of tiles in every theme: painted in colours, or drawn with lines. */
  tiles: "painted" | "chart";
  /** `system` follows the device's preference for reduced motion. */
  motion: "system" | "full" | "reduced";
  /** Sounds, and vibrations on a phone; null: the person has not chosen, and sounds are off with reduced motion. */
  sound: boolean | null;
  /** From 0 to 1. */
  volume: number;
  /** The set of sounds. */
  sounds: "synth" | "wood" | "quiet";
  /** A sound of the place in the background of a table. */
  ambience: boolean;
  /** The pause of a computer on this device before each step; with `once`, everything is shown at once. */
  pace: "slow" | "normal" | "fast" | "once";
  /** Draw the next tile without a tap. */
  autoDraw: boolean;
  /** A turn is shown and confirmed before it is played. */
  confirm: boolean;
  /** Aids shown at a table that allows them. */
  owners: boolean;
  worth: boolean;
  holes: boolean;
  fits: boolean;
  /** The aid that rates the cells. */
  ratings: boolean;
}

const DEFAULTS: Settings = {
  theme: "system",
  tiles: "painted",
  motion: "system",
  sound: null,
  volume: 0.5,
  sounds: "synth",
  ambience: false,
  pace: "normal",
  autoDraw: true,
  confirm: true,
  owners: false,
  worth: false,
  holes: false,
  fits: false,
  ratings: false,
};

const listeners = new Set<(settings: Settings) => void>();
const store: { current: Settings | null } = { current: null };

/** The present settings. */
export function settings(): Settings {
  store.current ??= { ...DEFAULTS, ...recall<Partial<Settings>>("settings") };
  return store.current;
}

/** Changes some settings, stores them and calls all listeners. */
export function changeSettings(change: Partial<Settings>): void {
  const next = { ...settings(), ...change };
  store.current = next;
  keep("settings", next);
  for (const listener of listeners) listener(next);
}

/** Calls the listener after each change; returns a function that unsubscribes. */
export function onSettings(listener: (settings: Settings) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether to avoid motion, by the setting or else the device's preference. */
export function reducedMotion(): boolean {
  const wish = settings().motion;
  return wish === "reduced" || (wish === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}

/** Whether to play sounds, by the setting or else as for motion. */
export function soundWanted(): boolean {
  return settings().sound ?? !reducedMotion();
}
