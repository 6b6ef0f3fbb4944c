/** What is shown in the place of a screen that failed or does not exist. */
import { html, render } from "lit-html";
import { t } from "../words/words";

/** Says that something went wrong, with the reason for who reports it. */
export function showFault(host: HTMLElement, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  render(
    html`<section class="panel fault stack" role="alert">
      <h1>${t("app.fault")}</h1>
      <p>${t("app.fault.text")}</p>
      <p class="soft small">${reason}</p>
      <div class="row">
        <button class="button button-main" @click=${() => location.reload()}>${t("app.reload")}</button>
        <a class="button" href="#/">${t("app.home")}</a>
      </div>
    </section>`,
    host,
  );
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
