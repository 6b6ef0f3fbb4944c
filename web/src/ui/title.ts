/** The title of the tab: the number of tables that wait for the person, and the screen's title. */

const shown = { words: "", waiting: 0 };

function paint(): void {
  document.title = shown.waiting > 0 ? `(${shown.waiting}) ${shown.words}` : shown.words;
}

/** Sets the screen's title. */
export function setTitle(words: string): void {
  shown.words = words;
  paint();
}

/** Sets the number of waiting tables, without the visible one. */
export function setWaiting(waiting: number): void {
  shown.waiting = waiting;
  paint();
}
