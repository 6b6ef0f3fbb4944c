/** Keeps the device's screen on during the turn of a person at this device, if the browser supports it. */

/** After this time without any event the person is assumed to have left. */
const PATIENCE_MS = 600_000;

/** A lock for one page screen; the screen must release it when it closes. */
export class WakeLock {
  #sentinel: WakeLockSentinel | null = null;
  #wanted = false;
  #timer = 0;

  constructor() {
    document.addEventListener("visibilitychange", this.#follow);
  }

  /** Requests or releases the lock. Each call restarts the time after which the lock is released automatically. */
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

  /** Requests the lock again when the page becomes visible, because the browser releases it when the page is hidden. */
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
      // The browser or the device refuses, for example because the battery is low.
    }
  }

  async #release(): Promise<void> {
    const sentinel = this.#sentinel;
    this.#sentinel = null;
    try {
      await sentinel?.release();
    } catch {
      // The browser has released it already.
    }
  }
}
