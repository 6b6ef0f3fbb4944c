/** The tables at which this browser holds seats: where it is one's turn, and the wish to be told so. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { begin, isTold, noticeWords, tellMe, tellMeNoMore } from "../game/elsewhere";
import { type OwnTable, turns } from "../game/turns";
import { clockText } from "../panels/clock";
import { switchFor } from "../ui/choice";
import { arrow } from "../ui/icons";
import { toast, toastError } from "../ui/toast";
import { gameName } from "../words/terms";
import { list, loadArea, t } from "../words/words";

/** What the player has switched to last while that is not done yet; the wishes are carried out one after the other. */
const wished: { on: boolean | null; done: Promise<void> } = { on: null, done: Promise.resolve() };

async function carryOut(on: boolean): Promise<void> {
  const granted = on ? await tellMe() : await tellMeNoMore();
  if (granted === "denied" || granted === "unsupported") toast(t(`lobby.notify.${granted}`), "trouble");
}

/** The switch of the wish; `repaint` shows what came of it. */
export function noticeSwitch(repaint: () => void): TemplateResult {
  const change = (on: boolean) => {
    wished.on = on;
    const done = wished.done.then(() => carryOut(on)).catch(toastError);
    wished.done = done;
    void done.then(() => {
      if (wished.done === done) wished.on = null;
      repaint();
    });
  };
  return switchFor(t("lobby.notify"), t("lobby.notify.text"), wished.on ?? isTold(), change);
}

function line(table: OwnTable): TemplateResult {
  const { seat, seats, task, until } = table;
  const others = seats.flatMap(({ name }, at) => (name && at + 1 !== seat.seat ? [name] : []));
  const left = until === undefined ? "" : t("panels.clock", { time: clockText(Math.max(0, until - Date.now())) });
  return html`<a class="list-item" href=${`#/t/${seat.table}`} data-task=${task}>
    <span><b>${gameName(seat.game)}</b> <span>${others.length > 0 ? t("lobby.own.with", { name: seat.name, others: list(others) }) : seat.name}</span>
      <small class="soft">${[noticeWords(table), left].filter(Boolean).join(" · ")}</small></span>${arrow}
  </a>`;
}

/** The section in a host element, from the first answer of the server on. */
export class YourTables {
  readonly #host: HTMLElement;
  readonly #stop: () => void;

  private constructor(host: HTMLElement) {
    this.#host = host;
    this.#stop = turns.subscribe(() => this.refresh());
    this.refresh();
  }

  static async open(host: HTMLElement): Promise<YourTables> {
    await loadArea("lobby");
    void begin().then(() => turns.ask());
    return new YourTables(host);
  }

  refresh(): void {
    render(turns.tables.length > 0 ? this.#section(turns.tables) : nothing, this.#host);
  }

  close(): void {
    this.#stop();
  }

  #section(tables: readonly OwnTable[]): TemplateResult {
    const waiting = tables.filter(({ task }) => task !== "").length;
    return html`<section aria-labelledby="tables">
      <h2 id="tables" class="legend">${waiting > 0 ? t("lobby.own", { n: waiting }) : t("lobby.mine")}</h2>
      <ul class="list">${tables.map((table) => html`<li>${line(table)}</li>`)}</ul>
      ${noticeSwitch(() => this.refresh())}
    </section>`;
  }
}
