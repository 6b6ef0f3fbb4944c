/** Explains in a sentence for each person at this device what decided the game. The message area "end" must be
 * loaded. */
import type { Cell, GameEvent } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { type Key, t } from "../words/words";
import { type Names, realmType } from "./log";
import { finalEvents, ranking, scoreHistory, seatsOfSides, segmentsOf } from "./sides";

type Scored = Extract<GameEvent, { event: "scored" }>;

/** A cell within this part of the board's width and height around its middle counts as in the middle. */
const MIDDLE_PART = 1 / 6;

/** The sides that have a person at this device. */
export function ownSides({ seats, state }: Pick<TableView, "seats" | "state">): number[] {
  return seatsOfSides(state).flatMap((members, index) =>
    members.some((seat) => seats[seat - 1].mine) ? [index + 1] : [],
  );
}

/** The part of the board in which a cell lies. */
export function partOf({ x, y }: Cell, board: readonly Cell[]): "left" | "right" | "top" | "bottom" | "middle" {
  const off = (at: number, all: readonly number[]) => {
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return (at - (least + most) / 2) / (most - least + 1);
  };
  const across = off(
    x,
    board.map((cell) => cell.x),
  );
  const along = off(
    y,
    board.map((cell) => cell.y),
  );
  if (Math.max(Math.abs(across), Math.abs(along)) < MIDDLE_PART) return "middle";
  if (Math.abs(across) >= Math.abs(along)) return across < 0 ? "left" : "right";
  return along < 0 ? "top" : "bottom";
}

/** The realm that decided between `winner` and `other`: without its points `winner` would not be ahead. If there are
 * several, the one with the most points. */
function decisive(view: TableView, winner: number, other: number, margin: number): Scored | null {
  const events = view.steps.flatMap((step) => step.events);
  const scored = events.filter((event): event is Scored => event.event === "scored" && event.points >= margin);
  const apart = scored.filter(({ sides }) => sides.includes(winner) && !sides.includes(other));
  return apart.reduce<Scored | null>((most, each) => (each.points >= (most?.points ?? 0) ? each : most), null);
}

/** Whether both sides fought a battle for a realm. */
function fought(view: TableView, scored: Scored, winner: number, other: number): boolean {
  const segments = segmentsOf(view, scored);
  return view.steps
    .flatMap((step) => step.events)
    .some(
      (event) =>
        event.event === "battle" &&
        segments.includes(`${event.realm}@${event.x},${event.y}`) &&
        [winner, other].every((side) => Object.keys(event.dice).includes(String(side))),
    );
}

/** The number of the turn since which a side was ahead of another one until the end; null if it got ahead only in the
 * final scoring. */
function leadsFrom(view: TableView, winner: number, other: number): number | null {
  const history = scoreHistory(
    view.steps,
    view.state.scores.map(() => 0),
  );
  if (finalEvents(view.steps).length > 0) history.pop();
  const behind = history.findLastIndex(({ scores }) => scores[winner - 1] <= scores[other - 1]);
  return behind + 1 < history.length ? history[behind + 1].turn : null;
}

/** A realm, with the part of the board in which it lies. */
function realmWords(view: TableView, realm: Scored): string {
  const where = t(`end.part.${partOf(realm, view.state.board)}`);
  return t(`end.realm.${realmType(realm.realm)}` as Key, { where });
}

/** Why one side finished ahead of another one. */
function reason(view: TableView, names: Names, winner: number, other: number, you: boolean): string {
  const { scores } = view.state;
  const realm = decisive(view, winner, other, scores[winner - 1] - scores[other - 1]);
  if (realm) {
    const what = realmWords(view, realm);
    return t(fought(view, realm, winner, other) ? "end.why.battle" : "end.why.realm", { what });
  }
  const turn = leadsFrom(view, winner, other);
  if (turn === null) return t("end.why.final");
  return you ? t("end.why.lead.you", { n: turn }) : t("end.why.lead", { name: names.side(winner), n: turn });
}

/** Which realm brought a side the most points; "" if none brought it any. */
function best(view: TableView, side: number): string {
  const events = view.steps.flatMap((step) => step.events);
  const own = events.filter((event): event is Scored => event.event === "scored" && event.sides.includes(side));
  const [most] = own.sort((a, b) => b.points - a.points);
  return most
    ? t("end.why.best", { what: realmWords(view, most), points: t("panels.points", { n: most.points }) })
    : "";
}

/**
 * A sentence for each side with a person at this device, by rank: by how much it won or lost, and why. Where the
 * sentences before have said why, it names the realm that brought the side the most. A single person is addressed as
 * "you"; several are named.
 */
export function verdicts(view: TableView, names: Names): string[] {
  const own = ownSides(view);
  const ranks = ranking(view.state.scores);
  const [first, second] = ranks;
  if (view.lost || view.seats.some(({ out }) => out) || !second) return [];
  const said = new Set<string>();
  const here = ranks.filter(({ side }) => own.includes(side));
  return here.map(({ side, score }) => {
    const won = score === first.score;
    const other = won ? (side === first.side ? second : first) : first;
    const you = own.length === 1;
    const name = names.side(side);
    if (won && other.score === score) return you ? t("end.shared.you") : t("end.shared", { name });
    const points = t("panels.points", { n: Math.abs(score - other.score) });
    const decided = won ? reason(view, names, side, other.side, you) : reason(view, names, other.side, side, false);
    const why = (said.has(decided) && best(view, side)) || decided;
    said.add(decided);
    if (won) return you ? t("end.won.you", { points, why }) : t("end.won", { name, points, why });
    return you ? t("end.lost.you", { points, why }) : t("end.lost", { name, points, why });
  });
}
