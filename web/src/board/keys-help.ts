/** A dialog that explains the keys of the board; loaded on demand. */
import { html, render } from "lit-html";
import { type Key, t } from "../words/words";

/** The keys and their effects (implemented in `keys.ts`, and for the review in `transport.ts`). */
const KEYS: readonly [keys: readonly string[], words: Key][] = [
  [["←", "→", "↑", "↓"], "hints.keys.arrows"],
  [["Enter"], "hints.keys.enter"],
  [["R", "Shift + R"], "hints.keys.turn"],
  [["Esc"], "hints.keys.back"],
  [["I"], "hints.keys.look"],
  [["+", "−", "0"], "hints.keys.zoom"],
  [["Shift + ←"], "hints.keys.pan"],
  [["H", "D", "T"], "hints.keys.actions"],
  [["/"], "hints.keys.typed"],
  [["P"], "hints.keys.play"],
  [["?"], "hints.keys.help"],
];

/** Shows the dialog until the person closes it; the focus then returns to where it was. The style area "hints" must be
 * loaded. */
export function showKeys(): void {
  if (document.querySelector("dialog[open]")) return;
  const dialog = document.createElement("dialog");
  dialog.className = "dialog keys";
  dialog.setAttribute("aria-labelledby", "keys-title");
  render(
    html`<form method="dialog">
      <h2 id="keys-title">${t("board.keys")}</h2>
      <dl class="keys-list">
        ${KEYS.map(
          ([keys, words]) => html`<dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${t(words)}</dd>`,
        )}
      </dl>
      <div class="row row-end"><button class="button button-main">${t("hints.keys.close")}</button></div>
    </form>`,
    dialog,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
