/** The strip over the board on a small screen: points and times, tiles left, and buttons that open the sheet. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { TableView } from "../game/model";
import { bubble, lines, menu, tiles } from "../ui/icons";
import { seatMark } from "../ui/seat-mark";
import { number, t } from "../words/words";
import type { Names } from "./log";
import { chatWords, logWords } from "./news";
import { seatClock } from "./scoreboard";
import { isOnTurn, seatsOfSides, tilesInStack } from "./sides";
import { badge } from "./tabs";

/** The numbers of new items that the person has not seen. */
export interface Unseen {
  turns: number;
  /** Null at a table without chat. */
  messages: number | null;
}

export interface StripOptions {
  names: Names;
  /** The time of `performance.now()`. */
  now: number;
  unseen: Unseen;
  /** The id of the element that the buttons open, and whether it is open. */
  sheet: { id: string; open: boolean };
  /** Called when a button is pressed. */
  ask(tab: "table" | "tiles" | "log" | "chat", button: HTMLElement): void;
}

function side(view: TableView, index: number, seats: readonly number[], options: StripOptions): TemplateResult {
  const score = view.state.scores[index];
  const turn = seats.some((seat) => isOnTurn(view, seat));
  const clocked = seats.find((seat) => seat === view.state.seat) ?? seats[0];
  const away = seats.some((seat) => view.seats[seat - 1].away !== undefined);
  return html`<li class="strip-side" data-side=${index + 1} data-away=${away}
    title=${away ? t("panels.away") : nothing} data-turn=${turn} aria-current=${turn ? "true" : "false"}>
    ${seats.map((seat) => seatMark(view.seats[seat - 1].colour))}
    <span class="strip-name" translate="no">${options.names.side(index + 1)}</span>
    ${away ? html`<span class="unseen">${t("panels.away")}</span>` : nothing}
    <b class="strip-points figures" translate="no" aria-hidden="true">${number(score)}</b>
    <span class="unseen">${t("panels.points", { n: score })}</span>
    ${seatClock(view, clocked, options.now)}
  </li>`;
}

/** The strip. A tap on a side opens the tab of the table, which has more about the side. */
export function strip(view: TableView, options: StripOptions): TemplateResult {
  const { unseen, sheet, ask } = options;
  const way = (tab: Parameters<typeof ask>[0], words: string, content: unknown) =>
    html`<button class="button button-icon strip-way" data-tab=${tab} title=${words}
      aria-expanded=${sheet.open} aria-controls=${sheet.id}
      @click=${(event: Event) => ask(tab, event.currentTarget as HTMLElement)}><span
        class="unseen">${words}</span>${content}</button>`;
  const table = (event: Event) => {
    const strip = (event.currentTarget as Element).parentElement!;
    ask("table", strip.querySelector<HTMLElement>(".strip-way")!);
  };
  const left = tilesInStack(view);
  const messages = unseen.messages;
  return html`<section class="strip" aria-label=${t("panels.strip")} data-seats=${view.seats.length}>
    ${way("table", t("panels.tab.table"), menu)}
    <ol class="strip-sides" @click=${table}>
      ${seatsOfSides(view.state).map((seats, index) => side(view, index, seats, options))}
    </ol>
    <div class="strip-ways">
      ${way(
        "tiles",
        t("panels.left", { n: left }),
        html`${tiles}<span class="strip-count figures" translate="no"
        aria-hidden="true">${number(left)}</span>`,
      )}
      ${way("log", logWords(unseen.turns), html`${lines}${badge(unseen.turns)}`)}
      ${messages === null ? nothing : way("chat", chatWords(messages), html`${bubble}${badge(messages)}`)}
    </div>
  </section>`;
}
