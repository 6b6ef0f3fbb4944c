/** The name under which the person plays with others; the page asks for it once and stores it in the browser. */
import { keep, recall } from "../ui/store";
import { keptPlayer } from "./player";

/** Maximum length of a name, in characters. */
export const LONGEST_NAME = 24;

/** The stored name: the player's if there is one, otherwise the guest's; "" if there is none yet. */
export function personName(): string {
  return keptPlayer()?.name ?? recall<string>("name") ?? "";
}

/** Stores the name. */
export function rememberName(name: string): void {
  keep("name", name.trim());
}
