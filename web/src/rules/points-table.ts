/** The table of all points. */
import { html, type TemplateResult } from "lit-html";
import type { GameName } from "../../../js/src/types";
import { type Key, number, t } from "../words/words";

/** A row: the realm or event, its points when it is complete or happens, and its points at the end of the game. */
type Row = readonly [what: Key, complete: string, end: string];

function starWars(): Row[] {
  const none = t("rules.points.none");
  const perTile = (n: number) => t("rules.points.perTile", { n });
  const symbol = t("rules.points.each", { n: 2 });
  return [
    ["rules.points.route", perTile(1), perTile(1)],
    ["rules.points.asteroids", perTile(2), perTile(1)],
    ["rules.points.planet", number(9), t("rules.points.around")],
    ["rules.points.symbol", symbol, symbol],
    ["rules.points.tie", t("rules.points.atOnce", { n: 1 }), none],
    ["rules.points.lost", t("rules.points.perDie"), none],
  ];
}

function classic(): Row[] {
  const none = t("rules.points.none");
  const perTile = (n: number) => t("rules.points.perTile", { n });
  const each = (n: number) => t("rules.points.each", { n });
  return [
    ["rules.points.road", perTile(1), perTile(1)],
    ["rules.points.city", perTile(2), perTile(1)],
    ["rules.points.arms", each(2), each(1)],
    ["rules.points.monastery", number(9), t("rules.points.around")],
    ["rules.points.garden", number(9), t("rules.points.around")],
    ["rules.points.field", none, t("rules.points.perCity")],
  ];
}

/** The table of a game. */
export function pointsTable(game: GameName): TemplateResult {
  const rows = game === "star-wars" ? starWars() : classic();
  return html`<table class="rules-table">
    <thead>
      <tr>
        <th scope="col">${t("rules.points.what")}</th>
        <th scope="col">${t("rules.points.complete")}</th>
        <th scope="col">${t("rules.points.end")}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([what, complete, end]) => html`<tr>
          <th scope="row">${t(what)}</th>
          <td>${complete}</td>
          <td>${end}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
