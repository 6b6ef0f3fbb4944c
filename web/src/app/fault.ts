/** The message in place of a screen that failed or does not exist. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { t } from "../words/words";

/** Whether the host serves a different build of the page than the running one. The host may no longer have the files of
 * the running one. */
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
 * Shows that something went wrong, with the error text for a report. If the page turns out to be outdated, it shows
 * that instead.
 */
export function showFault(host: HTMLElement, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  render(fault(t("app.fault"), t("app.fault.text"), reason), host);
  const tell = (outdated: boolean) => {
    if (outdated) render(fault(t("app.outdated"), t("app.outdated.text"), ""), host);
  };
  // If the host cannot be reached, the page does not count as outdated.
  void isOutdated().then(tell, () => {});
}

/** Shows that the address leads to no screen, and why. */
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
