/** The frame of the page: the header and the current screen. It handles a failed screen and a change of language. */
import { html, render } from "lit-html";
import { focusHeading } from "../ui/focus";
import { DeadEnd, type OpenScreen } from "../ui/screen";
import { onSettings } from "../ui/settings";
import { applySettings, onDeviceTheme } from "../ui/theme";
import { setTitle } from "../ui/title";
import { chooseLanguage, type Language, t } from "../words/words";
import { showFault, showNowhere } from "./fault";
import { header } from "./header";
import { routeOf, screenOf } from "./routes";

/** Runs the page inside an element; there is one instance. */
export class Shell {
  readonly #page: HTMLElement;
  #open: OpenScreen | null = null;
  /** Counts the requested screens: a screen that finishes loading after a later request is closed at once. */
  #visit = 0;
  /** The address of the current screen. */
  #shown = "";

  constructor(page: HTMLElement) {
    this.#page = page;
    onSettings(() => {
      applySettings();
      this.#refresh();
    });
    onDeviceTheme(() => this.#refresh());
    window.addEventListener("hashchange", () => void this.#go());
    window.addEventListener("unhandledrejection", (event) => this.#fail(event.reason));
    // A message without an error comes from the browser itself, for example about a ResizeObserver.
    window.addEventListener("error", (event) => event.error && this.#fail(event.error));
  }

  /** Paints the header and opens the screen of the address. */
  async start(): Promise<void> {
    this.#paintHeader();
    await this.#go();
  }

  #paintHeader(): void {
    const choose = (language: Language) => void this.#speak(language);
    render(
      html`<div class="page">${header(choose)}<main id="screen" class="screen" tabindex="-1"></main></div>`,
      this.#page,
    );
  }

  /** Makes a new host element for each screen, so that lit-html never finds content of an earlier one. The host has the
   * focus while the screen loads. A dialog goes with the screen that opened it. */
  #host(): HTMLElement {
    const main = document.getElementById("screen")!;
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    const host = document.createElement("div");
    host.className = "screen";
    main.replaceChildren(host);
    main.ariaBusy = "true";
    if (this.#visit > 1) main.focus({ preventScroll: true });
    return host;
  }

  async #go(): Promise<void> {
    const visit = ++this.#visit;
    const route = routeOf(location.hash, this.#shown);
    this.#shown = location.hash;
    this.#close();
    const host = this.#host();
    try {
      const screen = await screenOf(route);
      if (!screen) throw new DeadEnd(t("app.nowhere.text"));
      const opened = await screen(host, route);
      if (visit !== this.#visit) return opened.close();
      this.#open = opened;
      this.#arrive();
    } catch (error) {
      if (!(error instanceof DeadEnd)) console.error(error);
      if (visit !== this.#visit) return;
      if (error instanceof DeadEnd) showNowhere(host, error.message);
      else showFault(host, error);
      this.#arrive();
    }
  }

  /** Moves the focus and the scroll position to the top of the new screen. */
  #arrive(): void {
    const title = this.#open?.title;
    setTitle(title ? `${title} · ${t("app.name")}` : t("app.name"));
    const main = document.getElementById("screen")!;
    main.ariaBusy = "false";
    if (this.#visit > 1) focusHeading(main);
    window.scrollTo(0, 0);
  }

  async #speak(language: Language): Promise<void> {
    await chooseLanguage(language);
    if (this.#open?.refresh) this.#refresh();
    else {
      this.#paintHeader();
      await this.#go();
    }
  }

  /** Repaints header and screen in the current language and theme. */
  #refresh(): void {
    this.#paintHeader();
    this.#open?.refresh?.();
  }

  #close(): void {
    this.#open?.close();
    this.#open = null;
  }

  /** An unexpected error ends the screen, but not the page. No move is lost, because each step is stored when it is
   * played. */
  #fail(error: unknown): void {
    console.error(error);
    this.#close();
    showFault(this.#host(), error);
  }
}
