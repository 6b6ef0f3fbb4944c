/** The drawings of a tournament: the bracket of a knock-out, and the cross table. */
import { html, nothing, svg, type TemplateResult } from "lit-html";
import {
  bracketOf,
  byGroup,
  crossTable,
  type Encounter,
  gamesText,
  roundTable,
  type Standing,
  type Standings,
  type Tournament,
} from "../game/tournament";
import { t } from "../words/words";

/** Sizes of the bracket, in its own units. */
const BOX = { width: 180, height: 44, gap: 40, row: 60, title: 24 };
const LONGEST = 15;
/** The most entrants of a group whose table has a column for each. */
const MOST_COLUMNS = 24;

function shortName({ entrants }: Tournament, entrant: number): string {
  const { name } = entrants[entrant - 1];
  return [...name].length > LONGEST ? `${[...name].slice(0, LONGEST - 1).join("")}…` : name;
}

/** The points of a side where they are one game's; otherwise the games that it has won. */
function scoreOf(encounter: Encounter, side: 0 | 1): string {
  const games = encounter.games ?? [];
  if (games.length === 1) return String(games[0][side]);
  if (games.length === 0) return "";
  const won = games.filter(([one, other, winner = one > other ? 1 : one < other ? 2 : 0]) => winner === side + 1);
  return String(won.length);
}

function box(tournament: Tournament, encounter: Encounter | null, x: number, y: number): TemplateResult {
  const line = (side: 0 | 1) => {
    const entrant = side === 0 ? encounter?.first : encounter?.second;
    if (!encounter || entrant === undefined) return nothing;
    const won = encounter.end === (side === 0 ? "first" : "second");
    const at = y + (side === 0 ? 17 : 37);
    return svg`<text x=${x + 8} y=${at} class=${won ? "bracket-won" : ""}>${shortName(tournament, entrant)}</text>
      <text x=${x + BOX.width - 8} y=${at} text-anchor="end" class=${won ? "bracket-won" : ""}
        >${scoreOf(encounter, side)}</text>`;
  };
  const words = encounter
    ? `${shortName(tournament, encounter.first)} – ${
        encounter.second === undefined ? t("tournament.bye") : shortName(tournament, encounter.second)
      } ${gamesText(encounter)}`
    : "";
  return svg`<g><title>${words}</title><rect x=${x} y=${y} width=${BOX.width} height=${BOX.height} rx="6"
    class="bracket-box"></rect>
    ${line(0)}${line(1)}</g>`;
}

/** What a round is called: the last three of a knock-out have names, and an arena has no rounds. */
export function roundName({ form, rounds, knockout }: Tournament, round: number): string {
  if (form === "arena") return t("tournament.pairings");
  const name = (["final", "semi", "quarter"] as const)[rounds - round];
  return knockout !== undefined && round >= knockout && name
    ? t(`tournament.${name}`)
    : t("tournament.roundN", { n: round });
}

/** The knock-out of a tournament as a tree, once it has begun. */
export function bracket(tournament: Tournament): TemplateResult | typeof nothing {
  const { columns, third } = bracketOf(tournament);
  if (columns.length === 0 || columns[0].every((encounter) => encounter === null)) return nothing;
  const width = columns.length * (BOX.width + BOX.gap) - BOX.gap;
  const extra = third && columns.length < 3 ? BOX.row + BOX.title : 0;
  const height = BOX.title + Math.max(columns[0].length * BOX.row, 2 * BOX.row) + extra;
  const left = (column: number) => column * (BOX.width + BOX.gap);
  const middle = (column: number, slot: number) => BOX.title + (slot + 0.5) * 2 ** column * BOX.row;
  const last = columns.length - 1;
  const place = (column: number, slot: number, encounter: Encounter | null) =>
    svg`${box(tournament, encounter, left(column), middle(column, slot) - BOX.height / 2)}
      ${
        column < last
          ? svg`<path class="bracket-line"
              d=${`M${left(column) + BOX.width} ${middle(column, slot)}h${BOX.gap / 2}
                V${middle(column + 1, slot >> 1)}h${BOX.gap / 2}`}></path>`
          : nothing
      }`;
  const below = height - BOX.height - 4;
  return html`<section class="panel stack" aria-labelledby="bracket"><h2 id="bracket">${t("tournament.bracket")}</h2>
    <div class="tournament-scroll" tabindex="0" role="group" aria-label=${t("tournament.bracket")}>
    <svg class="bracket" role="img" aria-label=${t("tournament.bracket.text")} width=${width} height=${height}
      viewBox=${`0 0 ${width} ${height}`}>
      ${columns.map(
        (encounters, column) => svg`<text x=${left(column)} y="14" class="bracket-title"
          >${roundName(tournament, (tournament.knockout ?? 1) + column)}</text>
        ${encounters.map((encounter, slot) => place(column, slot, encounter))}`,
      )}
      ${
        third
          ? svg`<text x=${left(last)} y=${below - 8} class="bracket-title">${t("tournament.third")}</text>
        ${box(tournament, third, left(last), below)}`
          : nothing
      }
    </svg></div></section>`;
}

function table(
  caption: string,
  heads: readonly string[],
  rows: readonly Standing[],
  cells: string[][],
): TemplateResult {
  return html`<div class="tournament-scroll" tabindex="0" role="group" aria-label=${caption}><table
    class="tournament-table tournament-cross">
    <caption>${caption}</caption>
    <thead><tr><th scope="col">${t("tournament.table")}</th><th scope="col">${t("tournament.name")}</th>
      ${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ({ name }, at) => html`<tr><td>${at + 1}</td><th scope="row">${name}</th>
        ${cells[at].map(
          (cell, column) => html`<td
          class=${heads.length === rows.length && column === at ? "tournament-self" : ""}>${cell}</td>`,
        )}</tr>`,
    )}</tbody></table></div>`;
}

/** The encounters of all entrants: a table of all against all for round robins, of all rounds for others. */
export function crossTables(
  { form, knockout, settings }: Tournament,
  { standings, round }: Standings,
): TemplateResult | typeof nothing {
  if (form === "knockout" || (settings.seats ?? 2) > 2) return nothing;
  const groups = form === "round-robin" ? byGroup(standings) : [[...standings]];
  const rounds = Math.min(round, (knockout ?? round + 1) - 1);
  return html`<details><summary>${t("tournament.cross")}</summary>${groups.map((rows) => {
    const caption =
      groups.length > 1 && rows[0].group ? t("tournament.group", { n: rows[0].group }) : t("tournament.cross");
    if (form === "round-robin" && rows.length <= MOST_COLUMNS)
      return table(
        caption,
        rows.map((_, at) => String(at + 1)),
        rows,
        crossTable(rows),
      );
    return table(
      caption,
      Array.from({ length: rounds }, (_, at) => String(at + 1)),
      rows,
      roundTable(rows, rounds),
    );
  })}<p class="soft small">${t("tournament.cross.text")}</p></details>`;
}
