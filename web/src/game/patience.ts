/** Milliseconds before trouble is reported: if a server does not answer, another one may take over within seconds. */
const QUIET_MS = 3000;

/** Reports when the server has not answered for a while, and when it answers again. */
export class Patience {
  readonly #tell: (lost: boolean) => void;
  #timer: number | null = null;
  #lost = false;

  constructor(tell: (lost: boolean) => void) {
    this.#tell = tell;
  }

  /** Call this when the server did not answer (`lost`), and when it did. */
  readonly note = (lost: boolean): void => {
    if (lost) {
      this.#timer ??= window.setTimeout(() => this.#become(true), QUIET_MS);
      return;
    }
    this.close();
    this.#become(false);
  };

  /** Cancels a pending report. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #become(lost: boolean): void {
    if (lost === this.#lost) return;
    this.#lost = lost;
    this.#tell(lost);
  }
}
