/** What everybody sees of a tournament: the pairings of a round, and the standings with their tie-breaks. */
import { html, nothing, type TemplateResult } from "lit-html";
import {
  type Encounter,
  gamesText,
  type Standings,
  type Tournament,
  type TournamentItem,
  tieValue,
} from "../game/tournament";
import { list, number, t } from "../words/words";

export function nameOf({ entrants }: Tournament, entrant: number): string {
  return entrants[entrant - 1].name;
}

/** Form, rounds and state, as a line. */
export function formWords({ form, state, round, rounds, entrant_count: n }: TournamentItem): string {
  const at = state === "open" ? t("tournament.entered", { n }) : t("tournament.round", { round, rounds });
  return [t(`tournament.form.${form}`), at, t(`tournament.state.${state}`)].join(" · ");
}

/** What a player says of their encounter. */
function reportWords(
  tournament: Tournament,
  { first, second = first }: Encounter,
  report: NonNullable<Encounter["reports"]>[number],
): string {
  const name = nameOf(tournament, report.side === 1 ? first : second);
  return t("tournament.says", {
    name,
    result: gamesText(report) || t(`tournament.forfeit.${report.forfeit ?? "both"}`),
  });
}

/** The result of an encounter, or what there is of it. */
function resultWords(tournament: Tournament, encounter: Encounter): string {
  if (encounter.second === undefined) return t("tournament.bye");
  if (encounter.forfeit) return t(`tournament.forfeit.${encounter.forfeit}`);
  if (encounter.end !== "open") return gamesText(encounter);
  if (encounter.reports)
    return encounter.reports.map((report) => reportWords(tournament, encounter, report)).join(" · ");
  const games = gamesText(encounter);
  return games || (encounter.waits ? t("tournament.waits") : "–");
}

/** The encounters of a round as a table; `more` is what stands below an encounter. */
export function roundTable(
  tournament: Tournament,
  round: number,
  encounters: readonly Encounter[],
  more: (encounter: Encounter) => TemplateResult | typeof nothing,
): TemplateResult {
  const side = (encounter: Encounter, entrant: number, end: Encounter["end"]) =>
    html`<td class=${encounter.end === end ? "tournament-won" : ""}>${nameOf(tournament, entrant)}</td>`;
  const watch = ({ table }: Encounter) =>
    table ? html` <a href=${`#/t/${table}`}>${t("tournament.watch")}</a>` : nothing;
  return html`<div class="tournament-scroll" tabindex="0" role="group" aria-label=${t("tournament.roundN", { n: round })}><table class="tournament-table">
    <caption>${t("tournament.roundN", { n: round })}</caption>
    <thead><tr><th scope="col">${t("tournament.table")}</th><th scope="col">${t("tournament.first")}</th>
      <th scope="col">${t("tournament.second")}</th><th scope="col">${t("tournament.result")}</th></tr></thead>
    <tbody>${encounters.map(
      (encounter, at) => html`<tr><th scope="row">${at + 1}</th>
        ${side(encounter, encounter.first, "first")}
        ${encounter.second === undefined ? html`<td>–</td>` : side(encounter, encounter.second, "second")}
        <td>${resultWords(tournament, encounter)}${watch(encounter)}${more(encounter)}</td></tr>`,
    )}</tbody></table></div>`;
}

/** The winners of a tournament that is closed. */
export function winnersLine({ state }: Tournament, { standings }: Standings): TemplateResult | typeof nothing {
  const names = standings.filter(({ place }) => place === 1).map(({ name }) => name);
  if (state !== "closed" || names.length === 0) return nothing;
  return html`<p class="tournament-winners">${t("tournament.winners", { n: names.length, names: list(names) })}</p>`;
}

/** The standings; the tie-breaks are explained below them. */
export function standingsTable({ standings, tie_breaks: breaks, cap }: Standings): TemplateResult {
  const shown = breaks.map(({ word }, at) => ({ word, at })).filter(({ word }) => word !== "lot");
  return html`<div class="tournament-scroll" tabindex="0" role="group" aria-label=${t("tournament.standings")}><table class="tournament-table">
      <caption>${t("tournament.standings")}</caption>
      <thead><tr><th scope="col">${t("tournament.place")}</th><th scope="col">${t("tournament.name")}</th>
        <th scope="col" class="number">${t("tournament.score")}</th>
        ${shown.map(({ word }) => html`<th scope="col" class="number">${t(`tournament.short.${word}`)}</th>`)}</tr></thead>
      <tbody>${standings.map(
        (row) => html`<tr><td>${row.place}</td><th scope="row">${row.name}</th>
          <td class="number">${number(row.score / 2)}</td>
          ${shown.map(({ word, at }) => html`<td class="number">${number(tieValue(word, row.values[at]) ?? 0)}</td>`)}</tr>`,
      )}</tbody></table></div>
    <details><summary>${t("tournament.ties")}</summary><dl>
      <dt>${t("tournament.score")}</dt><dd>${t("tournament.score.text")}</dd>
      ${breaks.map(({ word }) => html`<dt>${t(`tournament.short.${word}`)}</dt><dd>${t(`tournament.tie.${word}`, { cap })}</dd>`)}
    </dl></details>`;
}
