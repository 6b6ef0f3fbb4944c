/** The people at a table, for the holder of a seat: their vacations; to report them; for a player, to keep others as
 * friends or block them. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { KeptSeat } from "../game/kept-seats";
import type { Seat } from "../game/model";
import type { SeatPlayer } from "../game/people";
import { deviceToken } from "../game/player";
import type { RemoteTable } from "../game/remote";
import { Server } from "../game/server";
import { askText } from "../ui/ask-text";
import { toast, toastError } from "../ui/toast";
import { date, loadArea, t } from "../words/words";

const LONGEST_REPORT = 200;

/** Asks the server something, and closes the connection. */
async function fromServer<T>(wish: (server: Server) => Promise<T>): Promise<T> {
  const server = new Server();
  try {
    return await wish(server);
  } finally {
    server.close();
  }
}

/** Asks what happened, and reports the person on a seat to the host. */
async function report(held: KeptSeat, { number, name }: Seat): Promise<void> {
  const [title, label, yes] = [t("people.report.title", { name }), t("people.report.text"), t("people.report")];
  const text = await askText({ title, label, longest: LONGEST_REPORT, yes });
  if (!text) return;
  await fromServer((server) => server.report(held, number, text));
  toast(t("people.reported"));
}

export class TablePeople {
  readonly #table: RemoteTable;
  readonly #repaint: () => void;
  #players: SeatPlayer[] = [];
  #loaded = false;

  /** `repaint` shows what has changed. */
  constructor(table: RemoteTable, repaint: () => void) {
    this.#table = table;
    this.#repaint = repaint;
  }

  /** Reads who sits here, and hides what blocked players say. */
  async load(): Promise<void> {
    const { held } = this.#table.remote;
    if (!held) return;
    await loadArea("people");
    this.#loaded = true;
    this.#repaint();
    this.#players = await fromServer((server) => server.seatPlayers(held));
    for (const { seat, tie } of this.#players)
      if (tie === "blocked" && !this.#table.remote.muted.has(seat)) await this.#table.mute(seat, true);
    this.#repaint();
  }

  /** The people on vacation, each with the end of the vacation. */
  vacations(): TemplateResult {
    const away = this.#players.filter(({ vacation_until }) => vacation_until);
    return html`${away.map(({ name, vacation_until }) => {
      const words = t("people.vacation", { name, date: date(vacation_until! - 1, { dateStyle: "medium" }) });
      return html`<p class="soft small" role="status">${words}</p>`;
    })}`;
  }

  /** The buttons for the person on a seat. */
  buttons(seat: Seat): TemplateResult | typeof nothing {
    const { held } = this.#table.remote;
    if (!held || !this.#loaded) return nothing;
    const label = t("people.report.title", { name: seat.name });
    return html`${this.#playerButtons(seat)}
      <button type="button" class="button" data-decides aria-label=${label}
        @click=${() => void report(held, seat).catch(toastError)}>
        ${t("people.report")}
      </button>`;
  }

  /** Those for a player; nothing for a guest. */
  #playerButtons({ number, name }: Seat): TemplateResult | typeof nothing {
    const found = this.#players.find(({ seat }) => seat === number);
    if (!found || this.#table.remote.held?.token !== deviceToken()) return nothing;
    const { player, tie } = found;
    const button = (type: "friend" | "block", word: string, yes: boolean) => {
      const press = () => void this.#keep(type, player, yes).catch(toastError);
      return html`<button type="button" class="button" data-decides aria-label=${t("people.of", { word, name })}
        @click=${press}>${word}</button>`;
    };
    return html`${tie === "friend" ? nothing : button("friend", t("people.keep"), true)}
      ${tie === "blocked" ? button("block", t("people.unblock"), false) : button("block", t("people.block"), true)}`;
  }

  async #keep(type: "friend" | "block", player: string, yes: boolean): Promise<void> {
    await fromServer((server) => server.actOnPeople(deviceToken() ?? "", { type, player, yes }));
    await this.load();
  }
}
