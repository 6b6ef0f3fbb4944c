/** The lobby's filter: chips for what is played, and a panel for the rest. */
import { html, nothing, type TemplateResult } from "lit-html";
import { OPTIONS } from "../../../js/src/options";
import { changed, EVERYTHING, type Filter, isSet, RANGE } from "../game/lobby-filter";
import { keptPlayer } from "../game/player";
import { CLOCKS, GAMES, MAX_SEATS, MIN_SEATS } from "../game/setup";
import { choice, dropdown, switchFor } from "../ui/choice";
import { gameName } from "../words/terms";
import { number, t } from "../words/words";

type Change = (filter: Filter) => void;

/** Chips for game, clock and number of players. They call `change` with the changed filter. */
export function searchChips(filter: Filter, change: Change): TemplateResult {
  const set = (part: Partial<Filter>) => change(changed(filter, part));
  const any = { value: "any" as const, word: t("lobby.search.any") };
  const games = GAMES.map((value) => ({ value, word: gameName(value) }));
  const kinds = [...new Set(CLOCKS.map(({ kind }) => kind))];
  const clocks = kinds.map((value) => ({ value, word: t(`lobby.search.clock.${value}`) }));
  const counts = Array.from({ length: MAX_SEATS - MIN_SEATS + 1 }, (_, at) => at + MIN_SEATS);
  const seats = counts.map((value) => ({ value, word: number(value) }));
  const chips = <T extends "game" | "clock" | "seats">(
    name: T,
    legend: string,
    options: Parameters<typeof choice<Filter[T]>>[0]["options"],
  ) =>
    choice({ name: `match-${name}`, legend, value: filter[name], options, change: (value) => set({ [name]: value }) });
  return html`<div class="lobby-chips stack stack-tight">
    ${chips("game", t("setup.game"), [any, ...games])} ${chips("clock", t("setup.clock"), [any, ...clocks])}
    ${chips("seats", t("setup.seats"), [any, ...seats])}
    ${
      keptPlayer()
        ? switchFor(t("setup.rated"), t("lobby.match.rated", { ...RANGE }), filter.rated, (rated) => set({ rated }))
        : nothing
    }
  </div>`;
}

/** Fields for variant and open seats; `found` of `all` tables match. It calls `change` with the changed filter. */
export function searchPanel(filter: Filter, found: number, all: number, change: Change): TemplateResult {
  const set = (part: Partial<Filter>) => change(changed(filter, part));
  const any = { value: "any" as const, word: t("lobby.search.any") };
  const none = { value: "none" as const, word: t("lobby.search.none") };
  const offered = OPTIONS.filter(({ game }) => filter.game === "any" || game === filter.game);
  const options = [any, none, ...offered.map(({ word }) => ({ value: word, word: t(`setup.option.${word}`) }))];
  const variant = { id: "search-option", value: filter.option, options };
  return html`<details class="panel lobby-search" ?open=${isSet(filter)}>
    <summary><h2>${t("lobby.search")}</h2></summary>
    <p class="soft small" role="status">
      ${isSet(filter) ? t("lobby.search.found", { found, n: all }) : nothing}
    </p>
    <div class="field">
      <label for="search-option">${t("setup.options")}</label>
      ${dropdown<Filter["option"]>({ ...variant, change: (option) => set({ option }) })}
    </div>
    ${switchFor(t("lobby.search.open"), t("lobby.search.open.text"), filter.open, (open) => set({ open }))}
    ${
      isSet(filter)
        ? html`<button type="button" class="button" @click=${() => change(EVERYTHING)}>
            ${t("lobby.search.all")}
          </button>`
        : nothing
    }
  </details>`;
}
