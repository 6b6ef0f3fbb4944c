/** Short notices at the edge of the page, which the live region also announces. */
import { announce } from "./announce";

const STAY_MS = 5000;

/** Shows a notice for some seconds; one of kind `trouble` stays twice as long. */
export function toast(text: string, kind: "note" | "trouble" = "note"): void {
  const item = document.createElement("p");
  item.className = `toast toast-${kind}`;
  item.textContent = text;
  document.getElementById("toasts")?.append(item);
  announce(text);
  window.setTimeout(() => item.remove(), kind === "trouble" ? 2 * STAY_MS : STAY_MS);
}

/** Shows an error as a notice. */
export function toastError(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), "trouble");
}
