/** The title of the page's tab: how many tables wait for the person here, and the words of the screen. */

const shown = { words: "", waiting: 0 };

function paint(): void {
  document.title = shown.waiting > 0 ? `(${shown.waiting}) ${shown.words}` : shown.words;
}

/** The words of the screen. */
export function setTitle(words: string): void {
  shown.words = words;
  paint();
}

/** How many tables wait, besides the one that is seen. */
export function setWaiting(waiting: number): void {
  shown.waiting = waiting;
  paint();
}
