/** The live region, by which screen readers announce moves, scores and other news. */

const GAP_MS = 150;
const queue: string[] = [];
const running: { timer: number } = { timer: 0 };

/** Announces a sentence after the previous ones, without interrupting. The page must have an element with the id
 * `live`. */
export function announce(text: string): void {
  queue.push(text);
  if (!running.timer) running.timer = window.setTimeout(tell, GAP_MS);
}

/** Announces sentences that came together as one text, so that none replaces another before it is read. */
function tell(): void {
  running.timer = 0;
  const live = document.getElementById("live");
  if (live) live.textContent = queue.join(" ");
  queue.length = 0;
}
