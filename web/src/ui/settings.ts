/** What a person sets for himself on this device; kept in the browser, told to those who subscribed. */
import { keep, recall } from "./store";

export interface Settings {
  theme: "system" | "light" | "dark";
  /** How tiles are drawn, whatever the theme: with all their colours, or with the lines of a chart. */
  tiles: "painted" | "chart";
  /** `system` follows the device's wish for reduced motion. */
  motion: "system" | "full" | "reduced";
  /** What happens is heard, and felt on a phone; null, until the person has chosen: not with reduced motion. */
  sound: boolean | null;
  /** How long a computer on this device waits before each step; with `once` all that happens is shown at once. */
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
  /** How good places are. */
  ratings: boolean;
}

const DEFAULTS: Settings = {
  theme: "system",
  tiles: "painted",
  motion: "system",
  sound: null,
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

/** The settings now. */
export function settings(): Settings {
  store.current ??= { ...DEFAULTS, ...recall<Partial<Settings>>("settings") };
  return store.current;
}

/** Changes some of the settings, keeps them and tells everybody. */
export function changeSettings(change: Partial<Settings>): void {
  const next = { ...settings(), ...change };
  store.current = next;
  keep("settings", next);
  for (const listener of listeners) listener(next);
}

/** Calls the listener after each change; returns how to stop. */
export function onSettings(listener: (settings: Settings) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether motion is to be left out: by the setting, else as the device wishes. */
export function reducedMotion(): boolean {
  const wish = settings().motion;
  return wish === "reduced" || (wish === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}

/** Whether sounds are to be heard: by wish, else as motion is to be seen. */
export function soundWanted(): boolean {
  return settings().sound ?? !reducedMotion();
}
