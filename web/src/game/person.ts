/** The name under which the person here plays with others: asked for once, kept in the browser. */
import { keep, recall } from "../ui/store";
import { keptPlayer } from "./player";

/** The longest name, in characters. */
export const LONGEST_NAME = 24;

/** The name, a player's before a guest's; "" before it was told. */
export function personName(): string {
  return keptPlayer()?.name ?? recall<string>("name") ?? "";
}

/** Keeps the name for the next time. */
export function rememberName(name: string): void {
  keep("name", name.trim());
}
