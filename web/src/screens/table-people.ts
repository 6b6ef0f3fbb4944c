/** The people at a table, for somebody who sits there: to report them; for a player, to keep others as friends or block
 * them. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { KeptSeat } from "../game/kept-seats";
import type { Seat } from "../game/model";
import type { SeatPlayer } from "../game/people";
import { deviceToken } from "../game/player";
import type { RemoteTable } from "../game/remote";
import { Server } from "../game/server";
import { ask as question } from "../ui/dialog";
import { toast, toastError } from "../ui/toast";
import { loadArea, t } from "../words/words";

async function ask<T>(wish: (server: Server) => Promise<T>): Promise<T> {
  const server = new Server();
  try {
    return await wish(server);
  } finally {
    server.close();
  }
}

/** Asks what happened, and reports the person on a seat to the host. */
async function report(held: KeptSeat, { number, name }: Seat): Promise<void> {
  const id = "report-text";
  const body = html`<div class="field"><label for=${id}>${t("people.report.text")}</label>
    <input class="input" id=${id} maxlength="200" autocomplete="off" /></div>`;
  let text = "";
  const asked = question({ title: t("people.report.title", { name }), body, yes: t("people.report") });
  const field = document.getElementById(id) as HTMLInputElement;
  field.addEventListener("input", () => {
    text = field.value.trim();
  });
  if (!(await asked) || !text) return;
  await ask((server) => server.report(held, number, text));
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
    if (held.token !== deviceToken()) return;
    this.#players = await ask((server) => server.seatPlayers(held));
    for (const { seat, tie } of this.#players)
      if (tie === "blocked" && !this.#table.remote.muted.has(seat)) await this.#table.mute(seat, true);
    this.#repaint();
  }

  /** The buttons for the person on a seat. */
  buttons(seat: Seat): TemplateResult | typeof nothing {
    const { held } = this.#table.remote;
    if (!held || !this.#loaded) return nothing;
    const label = t("people.report.title", { name: seat.name });
    return html`${this.#playerButtons(seat)}
      <button type="button" class="button" aria-label=${label} @click=${() => void report(held, seat).catch(toastError)}>
        ${t("people.report")}
      </button>`;
  }

  /** Those for a player; nothing for a guest. */
  #playerButtons({ number, name }: Seat): TemplateResult | typeof nothing {
    const found = this.#players.find(({ seat }) => seat === number);
    if (!found) return nothing;
    const { player, tie } = found;
    const button = (type: "friend" | "block", word: string, yes: boolean) => {
      const press = () => void this.#keep(type, player, yes).catch(toastError);
      return html`<button type="button" class="button" aria-label=${t("people.of", { word, name })} @click=${press}>${word}</button>`;
    };
    return html`${tie === "friend" ? nothing : button("friend", t("people.keep"), true)}
      ${tie === "blocked" ? button("block", t("people.unblock"), false) : button("block", t("people.block"), true)}`;
  }

  async #keep(type: "friend" | "block", player: string, yes: boolean): Promise<void> {
    await ask((server) => server.actOnPeople(deviceToken() ?? "", { type, player, yes }));
    await this.load();
  }
}
