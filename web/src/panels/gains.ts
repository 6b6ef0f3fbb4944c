/** The gains of a turn before it is sent: its immediate points, and the new values of held realms. */
import type { Engine } from "../../../js/src/engine";
import type { GameEvent, Realm, State } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { realmWord } from "../words/terms";
import { number, t } from "../words/words";
import type { Names } from "./log";
import { sideOf } from "./sides";

type Scored = Extract<GameEvent, { event: "scored" }>;

/** An incomplete realm whose value for its holders changes; `from` is 0 if it had no holder. */
export interface Growth {
  realm: Realm;
  from: number;
  to: number;
}

export interface Gains {
  /** The events of the turn without the final scoring, so that it does not reveal the winner. */
  events: readonly GameEvent[];
  /** The immediate scorings of all sides. */
  scored: readonly Scored[];
  battle: boolean;
  growth: readonly Growth[];
  /** The segments of each realm after the turn. */
  segments: TableView["segments"];
}

/** Maps each segment to its realm. */
function realmsBySegment(state: State, segments: readonly (readonly string[])[]): Map<string, Realm> {
  return new Map(segments.flatMap((names, index) => names.map((name) => [name, state.realms[index]] as const)));
}

function growthOf(view: TableView, after: State, segments: readonly (readonly string[])[]): Growth[] {
  const before = realmsBySegment(view.state, view.segments);
  return after.realms.flatMap((realm, index) => {
    if (realm.complete || realm.sides.length === 0) return [];
    const held = segments[index].map((name) => before.get(name)).filter((each) => each && each.sides.length > 0);
    const from = Math.max(0, ...held.map((each) => each!.worth));
    return from === realm.worth ? [] : [{ realm, from, to: realm.worth }];
  });
}

/** The gains of a move; `engine` is at the view's position, on entry and on return. */
export function gainsOf(move: string, view: TableView, engine: Engine): Gains {
  const events = engine.move(move).filter((event) => event.event !== "scored" || !event.final);
  try {
    const after = engine.state();
    const segments = engine.segments();
    const scored = events.filter((event) => event.event === "scored");
    const growth = after.phase === "over" ? [] : growthOf(view, after, segments);
    return { events, scored, battle: events.some(({ event }) => event === "battle"), growth, segments };
  } finally {
    engine.undo(2);
  }
}

/** Maximum number of changes of realms in a text. */
const TOLD = 3;

/** A text about changes of realms, those of the side to move first: "city 6 to 8, road worth 2, Ben: road 3 to 4"; ""
 * without changes. */
export function growthWords({ growth }: Gains, view: TableView, names: Names): string {
  const own = sideOf(view.state, view.state.seat);
  const rank = ({ realm, from, to }: Growth) => (realm.sides.includes(own) ? 1000 : 0) + Math.abs(to - from);
  const told = [...growth].sort((a, b) => rank(b) - rank(a)).slice(0, TOLD);
  const words = told.map(({ realm, from, to }) => {
    const words = { realm: realmWord(realm.realm), to: number(to) };
    const what = from > 0 ? t("board.gains.grows", { ...words, from: number(from) }) : t("board.gains.begins", words);
    if (realm.sides.includes(own)) return what;
    return t("board.gains.theirs", { name: realm.sides.map(names.side).join(" + "), what });
  });
  return words.join(", ");
}

/** The immediate points by side; `own` is the side to move. */
function pointsBySide({ scored, events }: Gains, own: number): Map<number, number> {
  const points = new Map<number, number>();
  for (const { sides, points: n } of scored) for (const side of sides) points.set(side, (points.get(side) ?? 0) + n);
  for (const event of events)
    if (event.event === "arrow" && event.points > 0) points.set(own, (points.get(own) ?? 0) + event.points);
  return points;
}

/** Whether the side to move scores at once, and no other side scores more. */
export function pays(gains: Gains, { state }: TableView): boolean {
  const own = sideOf(state, state.seat);
  const points = pointsBySide(gains, own);
  const mine = points.get(own) ?? 0;
  return mine > 0 && mine === Math.max(...points.values());
}

/** A short text for the label beside the tile: "+4 now, city 6 to 8". It includes growth only if the table allows
 * aids. */
export function gainsWords(gains: Gains, view: TableView, names: Names): string {
  const own = sideOf(view.state, view.state.seat);
  const points = pointsBySide(gains, own);
  const sides = [...points].sort(([a], [b]) => Number(b === own) - Number(a === own));
  const now = sides.map(([side, n]) =>
    side === own
      ? t("board.gains.now", { n: number(n) })
      : t("board.gains.theirs", { name: names.side(side), what: t("board.gains.now", { n: number(n) }) }),
  );
  const words = [
    ...now,
    gains.battle ? t("board.gains.battle") : "",
    view.setup.aids ? growthWords(gains, view, names) : "",
  ].filter(Boolean);
  return words.length > 0 ? words.join(", ") : t("board.nothing");
}
