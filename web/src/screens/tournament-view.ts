/** What everybody sees of a tournament: the pairings of a round, and the standings with their tie-breaks. */
import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import {
  bracketOf,
  byGroup,
  type Encounter,
  type EncounterResult,
  gamesText,
  type Standing,
  type Standings,
  seatsOf,
  type Tournament,
  type TournamentItem,
  tieValue,
} from "../game/tournament";
import { list, number, t } from "../words/words";
import { dateWords } from "./play-date";
import { shareLine } from "./share-line";
import { roundName } from "./tournament-drawing";

export function nameOf({ entrants }: Tournament, entrant: number): string {
  return entrants[entrant - 1].name;
}

/** Form, rounds and state, as a line. An arena has no rounds. */
export function formWords({ form, state, round, rounds, season, entrant_count: n }: TournamentItem): string {
  const at =
    state === "open" || form === "arena" ? t("tournament.entered", { n }) : t("tournament.round", { round, rounds });
  const part = season ? [t("tournament.season", { n: season })] : [];
  return [t(`tournament.form.${form}`), ...part, at, t(`tournament.state.${state}`)].join(" · ");
}

/** A result that does not count yet: the points, or the players that did not play. */
export function reportedWords(result: EncounterResult): string {
  return gamesText(result) || t(`tournament.forfeit.${result.forfeit ?? "both"}`);
}

/** What a player says of their encounter. */
function reportWords(
  tournament: Tournament,
  encounter: Encounter,
  report: NonNullable<Encounter["reports"]>[number],
): string {
  const name = nameOf(tournament, seatsOf(encounter)[report.side - 1]);
  return t("tournament.says", { name, result: reportedWords(report) });
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

/** What is said of the times of an encounter: one line, for everybody. */
function timesLine(tournament: Tournament, encounter: Encounter): TemplateResult | typeof nothing {
  const { first, second, first_date: one, second_date: other, date: agreed, until, end, why } = encounter;
  if (why) return html` <small class="soft">${t(`tournament.why.${why}`)}</small>`;
  if (end !== "open" || second === undefined) return nothing;
  const wish = (entrant: number, date?: number) =>
    date && date !== agreed ? [t("tournament.wish", { name: nameOf(tournament, entrant), date: dateWords(date) })] : [];
  const lines = [
    ...(agreed ? [t("tournament.date", { date: dateWords(agreed) })] : []),
    ...wish(first, one),
    ...wish(second, other),
    ...(until ? [t("tournament.until", { date: dateWords(until) })] : []),
  ];
  return lines.length > 0 ? html` <small class="soft">${lines.join(" · ")}</small>` : nothing;
}

/** The class of a row, which is marked where it is about the entrant here. */
function rowClass(own: boolean): string {
  return own ? "tournament-own" : "";
}

/** The encounters of a round as a table; `more` is what stands below an encounter, and `own` the entrant here. A row
 * stays as long as its encounter and the end of it, so that points typed there are never sent for others. */
export function roundTable(
  tournament: Tournament,
  round: number,
  encounters: readonly Encounter[],
  more: (encounter: Encounter) => TemplateResult | typeof nothing,
  own?: number,
): TemplateResult {
  const { third } = bracketOf(tournament);
  const side = (encounter: Encounter, entrant: number, end: Encounter["end"]) =>
    html`<td class=${encounter.end === end ? "tournament-won" : ""}>${nameOf(tournament, entrant)}</td>`;
  const watch = ({ table }: Encounter) =>
    table ? html` <a href=${`#/t/${table}`}>${t("tournament.watch")}</a>` : nothing;
  return html`<div class="tournament-scroll" tabindex="0" role="group"
    aria-label=${roundName(tournament, round)}><table class="tournament-table">
    <caption>${roundName(tournament, round)}</caption>
    <thead><tr><th scope="col">${t("tournament.table")}</th><th scope="col">${t("tournament.first")}</th>
      <th scope="col">${t("tournament.second")}</th><th scope="col">${t("tournament.result")}</th></tr></thead>
    <tbody>${repeat(
      encounters,
      ({ encounter, end }) => `${encounter} ${end}`,
      (encounter, at) => html`<tr
        class=${rowClass(seatsOf(encounter).some((entrant) => entrant === own))}><th scope="row">${at + 1}</th>
        ${
          encounter.more
            ? html`<td colspan="2">${list(seatsOf(encounter).map((entrant) => nameOf(tournament, entrant)))}</td>`
            : html`${side(encounter, encounter.first, "first")}
              ${encounter.second === undefined ? html`<td>–</td>` : side(encounter, encounter.second, "second")}`
        }
        <td>${encounter === third ? html`<small class="soft">${t("tournament.third")}</small> ` : nothing}<span
          class="tournament-result">${resultWords(tournament, encounter)}</span
          >${timesLine(tournament, encounter)}${watch(encounter)}${more(encounter)}</td></tr>`,
    )}</tbody></table></div>`;
}

/** The winners of a tournament that is closed, or whose last round is decided. */
export function winnersLine(
  { state, form, round, rounds, encounters }: Tournament,
  { standings }: Standings,
): TemplateResult | typeof nothing {
  const names = standings.filter(({ place }) => place === 1).map(({ name }) => name);
  const decided = form !== "arena" && round === rounds && encounters.every(({ end }) => end !== "open");
  if ((state !== "closed" && !decided) || names.length === 0) return nothing;
  return html`<p class="tournament-winners">${t("tournament.winners", { n: names.length, names: list(names) })}</p>`;
}

/** The rounds as a row of marks: those that are over, the one that is played, those to come. */
export function roundMarks({ round, rounds, state }: TournamentItem): TemplateResult | typeof nothing {
  if (rounds < 2) return nothing;
  const of = (at: number) => (at < round || state === "closed" ? "over" : at === round ? "now" : "later");
  return html`<div class="tournament-rounds" aria-hidden="true">${Array.from(
    { length: rounds },
    (_, at) => html`<span data-round=${of(at + 1)}></span>`,
  )}</div>`;
}

/** The standings, in which each score is a line, too; the tie-breaks are explained below them. `own` is the entrant
 * here. */
export function standingsTable(
  { standings: all, tie_breaks: breaks, cap, whole }: Standings,
  own?: number,
): TemplateResult {
  const most = Math.max(1, ...all.map(({ score }) => score));
  const shown = breaks.map(({ word }, at) => ({ word, at })).filter(({ word }) => word !== "lot");
  const groups = byGroup(all);
  const title = ([{ group }]: Standing[]) =>
    groups.length > 1 && group ? t("tournament.group", { n: group }) : t("tournament.standings");
  return html`${groups.map(
    (standings) => html`<div class="tournament-scroll" tabindex="0" role="group" aria-label=${title(standings)}><table
      class="tournament-table">
      <caption>${title(standings)}</caption>
      <thead><tr><th scope="col">${t("tournament.place")}</th><th scope="col">${t("tournament.name")}</th>
        <th scope="col" class="number">${t("tournament.score")}</th>
        ${shown.map(({ word }) => html`<th scope="col" class="number">${t(`tournament.short.${word}`)}</th>`)}</tr
          ></thead>
      <tbody>${standings.map(
        (row) => html`<tr class=${rowClass(row.entrant === own)}>
          <td><span class="sheet-chip" data-first=${row.place === 1}>${row.place}</span></td>
          <th scope="row">${row.name}${shareLine((100 * row.score) / most)}</th>
          <td class="number">${number(row.score / whole)}</td>
          ${shown.map(
            ({ word, at }) => html`<td class="number"
            >${number(tieValue(word, row.values[at], whole) ?? 0)}</td>`,
          )}</tr>`,
      )}</tbody></table></div>`,
  )}
    <details><summary>${t("tournament.ties")}</summary><dl>
      <dt>${t("tournament.score")}</dt><dd>${t(whole > 2 ? "tournament.score.several" : "tournament.score.text")}</dd>
      ${breaks.map(
        ({ word }) => html`<dt>${t(`tournament.short.${word}`)}</dt><dd
        >${t(`tournament.tie.${word}`, { cap })}</dd>`,
      )}
    </dl></details>`;
}
