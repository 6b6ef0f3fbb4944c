/** The dates of encounters: their players agree on one, and put it into their calendars. */
import { html, nothing, type TemplateResult } from "lit-html";
import { type Encounter, sideOf, type Tournament, type TournamentAction } from "../game/tournament";
import { t } from "../words/words";
import { askDate, saveDate } from "./play-date";
import { nameOf } from "./tournament-view";

/** The viewer of an encounter, and what they can do. */
export interface TimesLooker {
  entrant?: number;
  organizes: boolean;
  act(action: () => TournamentAction | null | Promise<TournamentAction | null>): (event: Event) => void;
}

/** What a player of an encounter, or an organizer, does about its date. */
export function timesButtons(
  tournament: Tournament,
  encounter: Encounter,
  looker: TimesLooker,
): TemplateResult | typeof nothing {
  const { encounter: n, end, second, first } = encounter;
  const side = sideOf(encounter, looker.entrant);
  if (end !== "open" || second === undefined || (side === 0 && !looker.organizes)) return nothing;
  const { first_date: one, second_date: other, date: agreed } = encounter;
  if (tournament.settings.period === undefined && one === undefined && other === undefined) return nothing;
  const theirs = side === 0 ? undefined : side === 1 ? other : one;
  const names = { one: nameOf(tournament, first), other: nameOf(tournament, second) };
  const propose = looker.act(async () => {
    const date = await askDate({
      title: t("tournament.meet"),
      label: t("tournament.meet.when", names),
      yes: t("tournament.meet.yes"),
    });
    return date === null ? null : { type: "meet", encounter: n, date };
  });
  const accept = looker.act(() => ({ type: "meet", encounter: n, date: theirs! }));
  const calendar = () =>
    saveDate({
      of: `${tournament.tournament}-${n}`,
      start: agreed!,
      title: `${names.one} – ${names.other}`,
      route: `#/tournament/${tournament.tournament}`,
    });
  return html`<div class="row">
    ${
      theirs && theirs !== agreed
        ? html`<button class="button button-main" @click=${accept}
      >${t("tournament.meet.accept")}</button>`
        : nothing
    }
    <button class="button" @click=${propose}>${t(agreed ? "tournament.meet.other" : "tournament.meet")}</button>
    ${agreed ? html`<button class="button" @click=${calendar}>${t("tournament.calendar")}</button>` : nothing}</div>`;
}
