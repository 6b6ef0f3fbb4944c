/** The menu of a table's people: invitation, recovery, muting, and replacement by a computer. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { KeptSeat } from "../game/kept-seats";
import type { Seat } from "../game/model";
import type { RemoteTable, RemoteView } from "../game/remote";
import { Refusal, Server } from "../game/server";
import { forfeits, SUBSTITUTE_LEVEL } from "../game/setup";
import { seatMark } from "../ui/seat-mark";
import { forget, keep, recall } from "../ui/store";
import { toast, toastError } from "../ui/toast";
import { language, t } from "../words/words";
import { invitationOf, linkCode, linkField } from "./lobby-invite";
import { renameButton } from "./lobby-name";
import { recoveryField } from "./lobby-room";
import { TablePeople } from "./table-people";
import { noticeSwitch } from "./your-tables";

type Talker = RemoteView["talkers"][number];

/** Lets the computer replace a person who has gone away. */
export async function replace(table: RemoteTable, seat: Seat): Promise<void> {
  try {
    await table.replace(seat.number, SUBSTITUTE_LEVEL);
  } catch (error) {
    if (error instanceof Refusal && error.code === "not-now") toast(t("lobby.replace.there", { name: seat.name }));
    else toastError(error);
  }
}

function muteButton(table: RemoteTable, seat: Seat): TemplateResult {
  const muted = table.remote.muted.has(seat.number);
  const { name } = seat;
  const toggle = () => void table.mute(seat.number, !muted).catch(toastError);
  return html`<button type="button" class="button" aria-pressed=${muted} aria-label=${t("lobby.mute.which", { name })}
    @click=${toggle}>
    ${t("lobby.mute")}
  </button>`;
}

function replaceButton(table: RemoteTable, seat: Seat): TemplateResult {
  const label = t("lobby.replace.which", { name: seat.name });
  return html`<button type="button" class="button" aria-label=${label} @click=${() => void replace(table, seat)}>
    ${t("lobby.replace")}
  </button>`;
}

function person(table: RemoteTable, seat: Seat, people: TablePeople): TemplateResult {
  const { held } = table.remote;
  const replaceable =
    held &&
    table.view.stage === "playing" &&
    !forfeits(table.view.setup) &&
    (seat.kind === "person" || seat.kind === "program");
  return html`<li class="lobby-seat">
    ${seatMark(seat.colour)}<span class="lobby-seat-words"><b>${seat.name}</b></span>
    ${held ? muteButton(table, seat) : nothing} ${people.buttons(seat)}
        ${replaceable ? replaceButton(table, seat) : nothing}
  </li>`;
}

/** The switches for the watchers' chat: every player can hide it, and the table's opener can forbid it. */
export function watchers(table: RemoteTable): TemplateResult | typeof nothing {
  const { held, allSilenced, isOpener, muted, talkers } = table.remote;
  if (!held || table.view.setup.watchers_talk === false) return nothing;
  const mute = () => void table.mute(0, !muted.has(0)).catch(toastError);
  const toggle = () => void table.silence(!allSilenced).catch(toastError);
  const silence = html`<button type="button" class="button" aria-pressed=${allSilenced}
    @click=${toggle}>${t("lobby.silence")}</button>`;
  return html`<div class="lobby-seat">
    <span class="lobby-seat-words lobby-seat-text"><b>${t("lobby.watchers")}</b>
      <small class="soft">${t("lobby.mute.text")} ${isOpener ? t("lobby.silence.text") : nothing}</small></span>
    <button type="button" class="button" aria-pressed=${muted.has(0)} aria-label=${t("lobby.mute.watchers")}
      @click=${mute}>
      ${t("lobby.mute")}
    </button>
    ${isOpener ? silence : nothing}
    ${isOpener ? talkers.map((talker) => talkerButtons(table, talker)) : nothing}
  </div>`;
}

/** The opener's buttons for a watcher: silence or remove the watcher, or allow both again. */
function talkerButtons(table: RemoteTable, { name, entry, silenced, removed }: Talker): TemplateResult {
  const toggle = () => void table.silence(!silenced, entry).catch(toastError);
  const remove = () => void (removed ? table.silence(false, entry) : table.remove(entry)).catch(toastError);
  const silence = html`<button type="button" class="button" aria-pressed=${silenced} @click=${toggle}>
    ${t("lobby.silence.which", { name })}
  </button>`;
  return html`${table.remote.allSilenced ? nothing : silence}
    <button type="button" class="button" aria-pressed=${removed}
      @click=${remove}>${t("lobby.remove.which", { name })}</button>`;
}

/** The field for the webhook URL, which gets a notice when the table waits for the seat; `repaint` shows the result of
 * a change. */
function webhookField(held: KeptSeat, repaint: () => void): TemplateResult {
  const name = `webhook.${held.table}`;
  const used = recall<string>(name);
  const change = async () => {
    const url = used ?? (document.getElementById("webhook") as HTMLInputElement).value.trim();
    await sendWebhook(held, url, !used);
    if (used) forget(name);
    else keep(name, url);
    toast(used ? t("lobby.webhook.removed") : t("lobby.webhook.saved"));
    repaint();
  };
  return html`<details class="lobby-recovery">
    <summary>${t("lobby.webhook")}</summary>
    <div class="field">
      <label for="webhook" class="soft small">${t("lobby.webhook.text")}</label>
      <div class="lobby-link">
        <input class="input" id="webhook" type="url" placeholder="https://" ?readonly=${used !== null}
          .value=${used ?? ""} />
        <button type="button" class="button" @click=${() => void change().catch(toastError)}>
          ${used ? t("lobby.webhook.off") : t("lobby.webhook.save")}
        </button>
      </div>
    </div>
  </details>`;
}

async function sendWebhook(held: KeptSeat, url: string, yes: boolean): Promise<void> {
  const server = new Server();
  try {
    await server.notice(held, { kind: "webhook", url, yes, language: language() });
  } finally {
    server.close();
  }
}

function menuBody(table: RemoteTable, people: TablePeople, repaint: () => void): TemplateResult {
  const { held, table: id } = table.remote;
  const address = invitationOf(id);
  const others = table.view.seats.filter((seat) => seat.number !== held?.seat && table.isPerson(seat.number));
  return html`<form method="dialog" class="stack">
    <h2 id="menu-title" tabindex="-1" autofocus>${t("lobby.menu")}</h2>
    ${others.length > 0 ? html`<ul class="list">${others.map((seat) => person(table, seat, people))}</ul>` : nothing}
    ${held?.recovery ? renameButton(table) : nothing}
    ${watchers(table)} ${linkField("invite", t("lobby.watch.link"), address)} ${linkCode(address)}
    ${held && table.view.stage !== "over" ? noticeSwitch(repaint) : nothing}
    ${held && table.view.stage !== "over" ? webhookField(held, repaint) : nothing}
    ${held?.recovery ? recoveryField(id, held.recovery) : nothing}
    <div class="row row-end"><button class="button button-main">${t("lobby.menu.close")}</button></div>
  </form>`;
}

/** Opens the menu, which is updated with the table until it is closed. */
export function openMenu(table: RemoteTable): void {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "menu-title");
  const paint = (): void => void render(menuBody(table, people, paint), dialog);
  const people = new TablePeople(table, paint);
  const stop = table.subscribe(paint);
  dialog.addEventListener("close", () => {
    stop();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  void people.load().catch(console.warn);
}
