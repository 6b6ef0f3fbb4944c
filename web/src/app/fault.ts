/** What is shown in the place of a screen that failed or does not exist. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { t } from "../words/words";

/** Whether the host has another build of the page than the one that runs here, whose files may be gone there. */
async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[type="module"]')?.getAttribute("src");
  if (!own) return false; // the page is one file
  const answer = await fetch(document.baseURI, { cache: "no-store" });
  return answer.ok && !(await answer.text()).includes(own);
}

function fault(title: string, text: string, reason: string): TemplateResult {
  return html`<section class="panel fault stack" role="alert">
    <h1>${title}</h1>
    <p>${text}</p>
    ${reason ? html`<p class="soft small">${reason}</p>` : nothing}
    <div class="row">
      <button class="button button-main" @click=${() => location.reload()}>${t("app.reload")}</button>
      <a class="button" href="#/">${t("app.home")}</a>
    </div>
  </section>`;
}

/**
 * Says that something went wrong, with the reason for who reports it; or that the page is out of date, once that is
 * known to be the reason.
 */
export function showFault(host: HTMLElement, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  render(fault(t("app.fault"), t("app.fault.text"), reason), host);
  const tell = (outdated: boolean) => {
    if (outdated) render(fault(t("app.outdated"), t("app.outdated.text"), ""), host);
  };
  // A host that cannot be reached has nothing newer.
  void isOutdated().then(tell, () => {});
}

/** Says that the address leads nowhere, and why. */
export function showNowhere(host: HTMLElement, why: string): void {
  render(
    html`<section class="panel fault stack">
      <h1>${t("app.nowhere")}</h1>
      <p>${why}</p>
      <a class="button button-main" href="#/">${t("app.home")}</a>
    </section>`,
    host,
  );
}
