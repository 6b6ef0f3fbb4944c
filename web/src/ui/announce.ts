/** The live region: what a screen reader tells of moves, scores and other news. */

const GAP_MS = 150;
const queue: string[] = [];
const running: { timer: number } = { timer: 0 };

/** Tells a sentence politely, after those before it. The page has one element with the id `live`. */
export function announce(text: string): void {
  queue.push(text);
  if (!running.timer) running.timer = window.setTimeout(tell, GAP_MS);
}

/** Several sentences that came at once are told as one, so that none replaces another before it is read. */
function tell(): void {
  running.timer = 0;
  const live = document.getElementById("live");
  if (live) live.textContent = queue.join(" ");
  queue.length = 0;
}
