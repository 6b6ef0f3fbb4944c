/** A server that does not answer may be one of several, and another one takes over within seconds: so it is told late. */
const QUIET_MS = 3000;

/** Tells when the server has not answered for a while, and when it answers again. */
export class Patience {
  readonly #tell: (lost: boolean) => void;
  #timer: number | null = null;
  #lost = false;

  constructor(tell: (lost: boolean) => void) {
    this.#tell = tell;
  }

  /** The server did not answer, or it did. */
  readonly note = (lost: boolean): void => {
    if (lost) {
      this.#timer ??= window.setTimeout(() => this.#become(true), QUIET_MS);
      return;
    }
    this.close();
    this.#become(false);
  };

  /** Tells nothing any more of what it has waited for. */
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
