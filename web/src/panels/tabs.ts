/** The tabs above a panel with the id `panel-now`. */
import { html, nothing, type TemplateResult } from "lit-html";
import { number, t } from "../words/words";

/** A tab: its name, its label, and a badge with the number of new items and its text. */
export type Tab<Name extends string> = [name: Name, text: string, news?: { count: number; words: string }];

function neighbour<Name extends string>(tabs: readonly Tab<Name>[], chosen: Name, key: string): Name | null {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!step) return null;
  const at = tabs.findIndex(([name]) => name === chosen);
  return tabs[(at + step + tabs.length) % tabs.length][0];
}

/** The highest number that a badge shows. */
const MOST = 99;

/** A badge with the number of new items at the corner of a button; nothing for 0. */
export function badge(count: number): TemplateResult | typeof nothing {
  return count > 0 ? html`<span class="badge" aria-hidden="true">${number(Math.min(count, MOST))}</span>` : nothing;
}

/** The tabs; arrow keys move between them. In a scrolling row the chosen tab is scrolled into view. */
export function tabList<Name extends string>(
  tabs: readonly Tab<Name>[],
  chosen: Name,
  choose: (name: Name) => void,
): TemplateResult {
  const move = (event: KeyboardEvent) => {
    const next = neighbour(tabs, chosen, event.key);
    if (!next) return;
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
    event.preventDefault();
  };
  const press = (event: Event, name: Name) => {
    choose(name);
    (event.currentTarget as HTMLElement).scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  return html`<div class="tabs" role="tablist" aria-label=${t("panels.beside")} @keydown=${move}>
    ${tabs.map(
      ([name, text, news]) => html`<button class="tab" role="tab" id=${`tab-${name}`} aria-controls="panel-now"
        aria-label=${news ? news.words : nothing}
        aria-selected=${name === chosen} tabindex=${name === chosen ? 0 : -1}
          @click=${(event: Event) => press(event, name)}>${text}${badge(news?.count ?? 0)}</button>`,
    )}
  </div>`;
}
