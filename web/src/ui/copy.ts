/** Copies links: by the clipboard, or by hand if the browser does not let the page use the clipboard. */
import { html, render } from "lit-html";
import { loadArea, t } from "../words/words";
import { toast } from "./toast";

/** Copies by the old copy command, which browsers allow over plain HTTP, too, directly after a tap. Returns whether it
 * worked. */
function isCopiedByCommand(text: string): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", fill);
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", fill);
  }
}

/** Copies by the clipboard API. Browsers do not offer it over plain HTTP, and may ask the person or refuse
 * otherwise. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return isCopiedByCommand(text);
  }
}

/** Shows the selected URL in a dialog. */
function showSelected(address: string): void {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "copy-title");
  dialog.addEventListener("close", () => dialog.remove());
  render(
    html`<form method="dialog" class="stack">
      <h2 id="copy-title">${t("lobby.copy.title")}</h2>
      <label for="copy-self">${t("lobby.copy.self")}</label>
      <input class="input" id="copy-self" readonly .value=${address} />
      <div class="row row-end"><button class="button button-main">${t("lobby.menu.close")}</button></div>
    </form>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  const field = dialog.querySelector("input")!;
  field.focus();
  field.select();
}

/** Copies a URL and shows a notice; if the browser refuses, shows the URL so that the person can copy it. */
export async function copyAddress(address: string): Promise<void> {
  const copied = await isCopied(address);
  await loadArea("lobby");
  if (copied) toast(t("lobby.copied"));
  else showSelected(address);
}
