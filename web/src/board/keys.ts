/**
 * The keys of the board, which `keys-help.ts` explains to the person. + - 0 and Shift with arrows move the camera,
 * arrows step through the choices. R rotates the tile, Enter chooses, Escape takes back, I switches to the realms.
 */
import type { Chooser } from "./chooser";
import type { Point } from "./geometry";

export interface KeyActions {
  chooser: Chooser;
  zoom(factor: number): void;
  pan(by: Point): void;
  fit(): void;
}

const ZOOM = 1.4;
const PAN_PX = 120;

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** Keys that have the same effect wherever the focus is on the board. */
function everywhere(event: KeyboardEvent, { chooser, zoom, fit }: KeyActions): boolean {
  switch (event.key) {
    case "+":
    case "=":
      zoom(ZOOM);
      return true;
    case "-":
      zoom(1 / ZOOM);
      return true;
    case "0":
      fit();
      return true;
    case "r":
    case "R":
      return chooser.rotate(event.shiftKey ? -1 : 1);
    case "i":
    case "I":
      chooser.look();
      return true;
    case "Escape":
      return chooser.back();
    default:
      return false;
  }
}

/** Keys in the list of choices; without choices the arrows move the board. */
function inList(event: KeyboardEvent, { chooser, pan }: KeyActions): boolean {
  const arrow = ARROWS[event.key];
  if (arrow && (event.shiftKey || chooser.entries.length === 0)) {
    pan({ x: arrow.x * PAN_PX, y: arrow.y * PAN_PX });
    return true;
  }
  if (arrow) chooser.step(-(arrow.x + arrow.y));
  else if (event.key === "Home") chooser.step(-chooser.at);
  else if (event.key === "End") chooser.step(-chooser.at - 1);
  else if (event.key === "Enter" || event.key === " ") chooser.enter();
  else return false;
  return true;
}

/** Listens for the keys that work wherever the focus is at a table, except in text fields: the question mark, the
 * slash, and the letters of buttons (`aria-keyshortcuts`). Returns a function that ends this. */
export function onTableKeys({ help, type }: { help: () => void; type: () => void }): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if ((event.target as Element).matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    const button = () => document.querySelector<HTMLElement>(`button[aria-keyshortcuts="${event.key.toUpperCase()}"]`);
    if (event.key === "?") help();
    else if (event.key === "/") type();
    else if (/^[a-z]$/i.test(event.key) && button()) button()!.click();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** Handles a key if it has an effect. */
export function boardKey(event: KeyboardEvent, actions: KeyActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  if (target.matches("input")) return;
  const taken = everywhere(event, actions) || (target.matches(".board-list") && inList(event, actions));
  if (taken) event.preventDefault();
}
