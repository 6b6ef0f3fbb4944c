/** Keeps the screen of the device on while it is somebody's turn here, where the browser can. */

/** Nothing happened for so long: whoever it was is not thinking any more. */
const PATIENCE_MS = 600_000;

/** One for each screen that needs it; to be released when the screen is closed. */
export class WakeLock {
  #sentinel: WakeLockSentinel | null = null;
  #wanted = false;
  #timer = 0;

  constructor() {
    document.addEventListener("visibilitychange", this.#follow);
  }

  /** Holds the screen from now on, or lets it go. Each call begins the time anew after which it goes by itself. */
  want(wanted: boolean): void {
    this.#wanted = wanted;
    window.clearTimeout(this.#timer);
    if (wanted) this.#timer = window.setTimeout(() => this.want(false), PATIENCE_MS);
    this.#follow();
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#follow);
    this.want(false);
  }

  /** The browser lets the screen go by itself when the page is hidden. */
  readonly #follow = (): void => {
    if (this.#wanted && !document.hidden) void this.#hold();
    else void this.#release();
  };

  async #hold(): Promise<void> {
    if (this.#sentinel && !this.#sentinel.released) return;
    try {
      if (!navigator.wakeLock) return;
      const sentinel = await navigator.wakeLock.request("screen");
      if (this.#sentinel && !this.#sentinel.released) return await sentinel.release();
      this.#sentinel = sentinel;
      if (!this.#wanted) await this.#release();
    } catch {
      // The browser or the device refuses: its battery is low.
    }
  }

  async #release(): Promise<void> {
    const sentinel = this.#sentinel;
    this.#sentinel = null;
    try {
      await sentinel?.release();
    } catch {
      // The browser has let it go by itself.
    }
  }
}
