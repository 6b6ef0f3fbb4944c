/** Who has won, in words. */
import type { TableView } from "../game/model";
import { list, t } from "../words/words";
import type { Names } from "./log";
import { ranking, seatsOfSides } from "./sides";

/** At a table of two: who has won because the other one has lost before the last tile. */
function lostText(lost: NonNullable<TableView["lost"]>, names: Names): string {
  const values = { winner: names.seat(3 - lost.seat), loser: names.seat(lost.seat) };
  return lost.why === "clock" ? t("panels.winner.clock", values) : t("panels.winner.left", values);
}

/** Who has won, in a sentence: one, a team, or several who share the first place. */
export function winnersText(view: TableView, names: Names): string {
  if (view.lost) return lostText(view.lost, names);
  const first = ranking(view.state.scores).filter(({ rank }) => rank === 1);
  const team = seatsOfSides(view.state)[first[0].side - 1].length > 1;
  const values = {
    names: list(first.map(({ side }) => names.side(side))),
    points: t("panels.points", { n: first[0].score }),
  };
  if (first.length > 1) return t("panels.winner.shared", values);
  return team ? t("panels.winner.team", values) : t("panels.winner.one", values);
}
