/** Links that people take away: by the clipboard, or by hand where the browser does not let a page write there. */
import { html, render } from "lit-html";
import { loadArea, t } from "../words/words";
import { toast } from "./toast";

/** Copies as a key would, which browsers allow a page by plain HTTP, too, right after a tap. Returns whether they did. */
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

/** Browsers have no clipboard for pages by plain HTTP, and may ask or refuse for all others. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return isCopiedByCommand(text);
  }
}

/** Shows the address, selected, in a dialog. */
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

/** Copies an address and says so; where the browser refuses that, shows it to be copied by hand. */
export async function copyAddress(address: string): Promise<void> {
  const copied = await isCopied(address);
  await loadArea("lobby");
  if (copied) toast(t("lobby.copied"));
  else showSelected(address);
}
