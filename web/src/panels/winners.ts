/** Texts about the winners. */
import type { State } from "../../../js/src/types";
import type { Seat, TableView } from "../game/model";
import { turnsInstead } from "../game/series";
import { list, t } from "../words/words";
import type { Names } from "./log";
import { type Rank, ranking, seatsOfSides } from "./sides";

/** The end of a game; `colours` has one element for each seat. */
export type Result = Pick<TableView, "lost" | "undecided"> & {
  state: Pick<State, "options" | "scores"> & { colours: readonly unknown[] };
  seats?: readonly Partial<Pick<Seat, "mine" | "out">>[];
};

/** The sides in the final order. */
export function placesOf({ state, seats = [] }: Pick<Result, "state" | "seats">): Rank[] {
  const out = seatsOfSides(state).flatMap((own, at) => (own.some((seat) => seats[seat - 1]?.out) ? [at + 1] : []));
  return ranking(state.scores, out);
}

/** The sentence for a table of two at which one player lost before the last tile. */
function lostText(lost: NonNullable<TableView["lost"]>, names: Names): string {
  const values = { winner: names.seat(3 - lost.seat), loser: names.seat(lost.seat) };
  return lost.why === "clock" ? t("panels.winner.clock", values) : t("panels.winner.left", values);
}

/** The result for screen readers: the winners, then the results of the people at this device. */
export function resultText(view: Result & { seats: readonly Pick<Seat, "mine">[] }, names: Names): string {
  const sides = seatsOfSides(view.state);
  const mine = (seats: readonly number[]) => seats.some((seat) => view.seats[seat - 1].mine);
  const own = sides.filter(mine).length;
  const places = placesOf(view).filter(({ side }) => own > 0 && mine(sides[side - 1]));
  const told = places.map(({ rank, side, score }) => {
    const points = t("panels.points", { n: score });
    if (own > 1) return t("panels.total", { names: names.side(side), points });
    return t("panels.final.own", { rank, n: sides.length, points });
  });
  return [winnersText(view, names), ...(isCutShort(view) ? [] : told)].join(" ");
}

/** Whether the game ended before its last tile. */
export function isCutShort({ lost, undecided }: Pick<TableView, "lost" | "undecided">): boolean {
  return lost !== undefined || undecided === true;
}

/** A sentence for each player for whom the computer made turns, with their number. */
export function insteadTexts({ seats, steps }: Pick<TableView, "seats" | "steps">, names: Names): string[] {
  return seats.flatMap(({ number }) => {
    const n = turnsInstead(steps, number);
    return n > 0 ? [t("panels.winner.instead", { name: names.seat(number), n })] : [];
  });
}

/** The seats of the winners. */
export function winnerSeats(view: TableView): number[] {
  if (view.undecided) return [];
  if (view.lost) return [3 - view.lost.seat];
  const sides = seatsOfSides(view.state);
  return placesOf(view).flatMap(({ rank, side }) => (rank === 1 ? sides[side - 1] : []));
}

/** A sentence that names the winner: one player, a team, or several who share the first place. */
export function winnersText(view: Result, names: Names): string {
  if (view.undecided) return t("panels.winner.nobody");
  if (view.lost) return lostText(view.lost, names);
  const first = placesOf(view).filter(({ rank }) => rank === 1);
  const team = seatsOfSides(view.state)[first[0].side - 1].length > 1;
  const values = {
    names: list(first.map(({ side }) => names.side(side))),
    points: t("panels.points", { n: first[0].score }),
  };
  if (first.length > 1) return t("panels.winner.shared", values);
  return team ? t("panels.winner.team", values) : t("panels.winner.one", values);
}
