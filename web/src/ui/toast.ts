/** Short notices at the edge of the page, also told by the live region. */
import { announce } from "./announce";

const STAY_MS = 5000;

/** Shows a notice for some seconds; a `trouble` stays twice as long. */
export function toast(text: string, kind: "note" | "trouble" = "note"): void {
  const item = document.createElement("p");
  item.className = `toast toast-${kind}`;
  item.textContent = text;
  document.getElementById("toasts")?.append(item);
  announce(text);
  window.setTimeout(() => item.remove(), kind === "trouble" ? 2 * STAY_MS : STAY_MS);
}

/** Shows what went wrong, as a notice. */
export function toastError(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), "trouble");
}
