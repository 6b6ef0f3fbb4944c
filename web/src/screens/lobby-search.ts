/** The panel of the lobby's filter. */
import { html, nothing, type TemplateResult } from "lit-html";
import { OPTIONS } from "../../../js/src/options";
import { changed, EVERYTHING, type Filter, isSet } from "../game/lobby-filter";
import { CLOCKS, GAMES } from "../game/setup";
import { dropdown, switchFor } from "../ui/choice";
import { gameName } from "../words/terms";
import { t } from "../words/words";

function field<T extends string>(
  id: string,
  label: string,
  value: T,
  options: readonly { value: T; word: string }[],
  change: (value: T) => void,
): TemplateResult {
  return html`<div class="field"><label for=${id}>${label}</label>${dropdown({ id, value, options, change })}</div>`;
}

/** Fields for game, variant, clock and open seats; `found` of `all` tables match. It calls `change` with the changed
 * filter. */
export function searchPanel(
  filter: Filter,
  found: number,
  all: number,
  change: (filter: Filter) => void,
): TemplateResult {
  const set = (part: Partial<Filter>) => change(changed(filter, part));
  const any = { value: "any" as const, word: t("lobby.search.any") };
  const games = GAMES.map((value) => ({ value, word: gameName(value) }));
  const offered = OPTIONS.filter(({ game }) => filter.game === "any" || game === filter.game);
  const options = offered.map(({ word }) => ({ value: word, word: t(`setup.option.${word}`) }));
  const none = { value: "none" as const, word: t("lobby.search.none") };
  const kinds = [...new Set(CLOCKS.map(({ kind }) => kind))];
  const clocks = kinds.map((value) => ({ value, word: t(`lobby.search.clock.${value}`) }));
  return html`<details class="panel lobby-search" ?open=${isSet(filter)}>
    <summary><h2>${t("lobby.search")}</h2></summary>
    <p class="soft small" role="status">${isSet(filter) ? t("lobby.search.found", { found, n: all }) : nothing}</p>
    <div class="lobby-fields">
      ${field("search-game", t("setup.game"), filter.game, [any, ...games], (game) => set({ game }))}
      ${field("search-option", t("setup.options"), filter.option, [any, none, ...options], (option) => set({ option }))}
      ${field("search-clock", t("setup.clock"), filter.clock, [any, ...clocks], (clock) => set({ clock }))}
    </div>
    ${switchFor(t("lobby.search.open"), t("lobby.search.open.text"), filter.open, (open) => set({ open }))}
    ${isSet(filter) ? html`<button type="button" class="button" @click=${() => change(EVERYTHING)}>${t("lobby.search.all")}</button>` : nothing}
  </details>`;
}
