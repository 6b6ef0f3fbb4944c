/** The frame around the screens: header, the screen of the address, what happens when it fails or language changes. */
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

/** Runs the page below an element. Made once. */
export class Shell {
  readonly #page: HTMLElement;
  #open: OpenScreen | null = null;
  /** Counts the screens asked for: one that is overtaken while it loads is closed at once. */
  #visit = 0;
  /** The address of the screen that is shown. */
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
    // A message without an error is the browser's own, as of an observer that comes round later.
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

  /** A fresh host for each screen, so that lit-html never meets what another one left; it has the focus while it is
   * filled. */
  #host(): HTMLElement {
    const main = document.getElementById("screen")!;
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

  /** A reader of the page begins at the top of the new screen. */
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

  /** Header and screen in the language and theme of now. */
  #refresh(): void {
    this.#paintHeader();
    this.#open?.refresh?.();
  }

  #close(): void {
    this.#open?.close();
    this.#open = null;
  }

  /** An error that nobody expected ends the screen, not the page; what was played is kept step by step. */
  #fail(error: unknown): void {
    console.error(error);
    this.#close();
    showFault(this.#host(), error);
  }
}
