/** Times on the clock. */

const URGENT_MS = 20_000;

/** What is left for a seat now, in ms: the clock of the one who moves runs since `clockAt`. Never below 0. */
export function timeLeft(left: number, running: boolean, clockAt: number, now: number): number {
  return Math.max(0, running ? left - (now - clockAt) : left);
}

/** A time as `4:05`, or `1:04:05` from an hour on. Started seconds count as whole ones. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = String(rest).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** Whether so little is left that it is to be seen. */
export function isUrgent(ms: number): boolean {
  return ms < URGENT_MS;
}
