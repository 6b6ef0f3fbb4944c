/** Ratings in words, and the pools in which they are kept apart: docs/understand/ratings.md. */
import type { GameName } from "./model";
import type { Ladder } from "./server";

/** A rating as it is shown, such as `1532`, or `1532?` while it is uncertain; undefined without points. */
export function ratingText(points: number | undefined, provisional = false): string | undefined {
  return points === undefined ? undefined : `${points}${provisional ? "?" : ""}`;
}

export const POOL_SPEEDS = ["live", "days"] as const;
export const POOL_FORMS = ["duel", "group"] as const;

/** What ratings are kept apart by. */
export interface Pool {
  game: GameName;
  speed: (typeof POOL_SPEEDS)[number];
  form: (typeof POOL_FORMS)[number];
}

/** The name of a pool, such as `classic-live-duel`. */
export function poolName({ game, speed, form }: Pool): string {
  return `${game}-${speed}-${form}`;
}

/** Whether a text is the name of a pool. */
export function inPool(name: string): boolean {
  return /^(star-wars|classic)-(live|days)-(duel|group)$/.test(name);
}

/** The pool of a name. */
export function poolOf(name: string): Pool {
  const words = name.split("-");
  const [speed, form] = words.slice(-2);
  return { game: words.slice(0, -2).join("-"), speed, form } as Pool;
}

/** A line of a ladder: a player with a rank, or a computer between the players. */
export type LadderLine = Ladder["players"][number] | Ladder["computers"][number];

/** The players, with the computers between them. While more players follow, weaker computers are not shown yet. */
export function linesOf({ players, computers, next }: Pick<Ladder, "players" | "computers" | "next">): LadderLine[] {
  const last = players.at(-1)?.rating ?? 0;
  const shown = computers.filter(({ rating }) => next === undefined || rating >= last);
  return [...players, ...shown].sort((one, other) => other.rating - one.rating);
}

/** The season so many seasons later, such as `2026-4`. */
export function seasonAfter(season: string, by: number): string {
  const [year, quarter] = season.split("-").map(Number);
  const at = 4 * year + quarter - 1 + by;
  return `${Math.floor(at / 4)}-${(at % 4) + 1}`;
}
