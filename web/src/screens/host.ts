/** The page of the host of a server, `#/host`: reports, a player by name, a table by its id, and the log of acts. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { HostAction, HostView, PlayerStanding, Report } from "../game/host";
import { Refusal, Server } from "../game/server";
import { arrow, back } from "../ui/icons";
import type { OpenScreen, Route } from "../ui/screen";
import { toast, toastError } from "../ui/toast";
import { date, type Key, loadArea, t } from "../words/words";

const DAY_MS = 24 * 60 * 60 * 1000;

const dateOf = (time: number) => date(time, { dateStyle: "medium", timeStyle: "short" });

class HostScreen {
  readonly #host: HTMLElement;
  readonly #way: string;
  readonly #server = new Server((lost) => lost && toast(t("lobby.trouble"), "trouble"));
  /** The token is kept only as long as the screen is open. */
  #token = "";
  #view: HostView | null = null;
  #found: PlayerStanding | null = null;

  constructor(host: HTMLElement, way: string) {
    this.#host = host;
    this.#host.dataset.buttonsDecide = ""; // a double tap is one act
    this.#way = way;
    this.refresh();
  }

  get title(): string {
    return t("host.title");
  }

  close(): void {
    this.#server.close();
    render(nothing, this.#host);
  }

  refresh(): void {
    render(
      html`<div class=${this.#view ? "sheet" : "sheet sheet-narrow"}>
        <div class="row row-apart settings-head"><h1>${this.title}</h1><a class="button"
          href=${this.#way}>${back}${t("app.settings.back")}</a></div>
        ${this.#view ? this.#all(this.#view) : this.#door()}
      </div>`,
      this.#host,
    );
  }

  #field(id: string): string {
    return (document.getElementById(id) as HTMLInputElement).value.trim();
  }

  /** Runs a wish and paints what came of it; a form that wishes does not leave the page. */
  #wish(run: () => Promise<void>): (event?: Event) => void {
    return (event) => {
      if (event?.type === "submit") event.preventDefault();
      void run()
        .catch((error: unknown) => {
          if (error instanceof Refusal && error.code === "wrong-token") toast(t("host.wrong"), "trouble");
          else toastError(error);
        })
        .then(() => this.refresh());
    };
  }

  #door(): TemplateResult {
    const enter = this.#wish(async () => {
      this.#token = this.#field("host-token");
      this.#view = await this.#server.host(this.#token);
    });
    return html`<form class="panel stack" @submit=${enter}>
      <div class="field"><label for="host-token">${t("host.token")}</label>
        <input class="input" id="host-token" type="password" required autocomplete="off" /></div>
      <button class="button button-main button-large">${t("host.enter")}</button></form>`;
  }

  /** Carries an act out, for the reason that is in the field. */
  #act(action: () => HostAction): () => void {
    return this.#wish(async () => {
      const reason = document.getElementById("host-reason") as HTMLInputElement;
      if (!reason.reportValidity()) return;
      this.#view = await this.#server.actAsHost(this.#token, { ...action(), text: reason.value.trim() });
      if (this.#found) this.#found = (await this.#server.host(this.#token, this.#found.name)).player ?? null;
      toast(t("host.done"));
    });
  }

  #button(word: Key, of: string, act: () => HostAction): TemplateResult {
    return html`<button type="button" class="button"
      aria-label=${of ? t("people.of", { word: t(word), name: of }) : t(word)}
      @click=${this.#act(act)}>${t(word)}</button>`;
  }

  #playerButtons(player: string, name: string): TemplateResult {
    const until = () => Date.now() + Number(this.#field("host-days")) * DAY_MS;
    return html`${this.#button("host.warn", name, () => ({ type: "warn", player }))}
      ${this.#button("host.silence", name, () => ({ type: "silence", player, until: until() }))}
      ${this.#button("host.suspend", name, () => ({ type: "suspend", player, until: until() }))}`;
  }

  #all({ reports, acts }: HostView): TemplateResult {
    const seek = this.#wish(async () => {
      const { player } = await this.#server.host(this.#token, this.#field("host-name"));
      this.#found = player ?? null;
      if (!player) toast(t("host.nobody"));
    });
    const table = () => this.#field("host-table");
    return html`<div class="sheet-pair"><div class="stack">
      <section class="panel stack" aria-labelledby="host-act"><h2 id="host-act">${t("host.act")}</h2>
        <div class="field"><label for="host-reason">${t("host.reason")}</label>
          <input class="input" id="host-reason" required maxlength="200" /></div>
        <div class="field"><label for="host-days">${t("host.days")}</label>
          <input class="input" id="host-days" type="number" min="0" max="3660" value="7" /></div>
      </section>
      <section class="panel stack" aria-labelledby="host-reports"><h2 id="host-reports">${t("host.reports")}</h2>
        ${
          reports.length > 0
            ? html`<ul
          class="list host-reports">${reports.map((report) => this.#report(report))}</ul>`
            : html`<p
            class="soft">${t("host.reports.none")}</p>`
        }
      </section></div><div class="stack">
      <section class="panel stack" aria-labelledby="host-player"><h2 id="host-player">${t("host.player")}</h2>
        <form class="stack stack-tight" @submit=${seek}><div class="field"><label
          for="host-name">${t("host.name")}</label>
          <input class="input" id="host-name" required autocomplete="off" /></div><button
            class="button">${t("host.seek")}</button></form>
        ${this.#found ? this.#standing(this.#found) : nothing}
      </section>
      <section class="panel stack" aria-labelledby="host-one"><h2 id="host-one">${t("host.table")}</h2>
        <div class="field"><label for="host-table">${t("host.table.id")}</label>
          <input class="input" id="host-table" autocomplete="off" pattern="[a-z2-7]{16}" /></div>
        <div class="row">${this.#button("host.close", "", () => ({ type: "close", table: table() }))}
          ${this.#button("host.void", "", () => ({ type: "void", table: table(), yes: true }))}
          ${this.#button("host.unvoid", "", () => ({ type: "void", table: table(), yes: false }))}</div>
      </section>
      <section class="panel stack" aria-labelledby="host-cup"><h2 id="host-cup">${t("host.tournament")}</h2>
        <div class="field"><label for="host-tournament">${t("host.tournament.id")}</label>
          <input class="input" id="host-tournament" autocomplete="off" pattern="[a-z2-7]{16}" /></div>
        <div class="field"><label for="host-title">${t("host.tournament.name")}</label>
          <input class="input" id="host-title" autocomplete="off" maxlength="60" /></div>
        <div class="row">${this.#button("host.rename", "", () => ({
          type: "rename",
          tournament: this.#field("host-tournament"),
          name: this.#field("host-title"),
        }))}
          ${this.#button("host.end", "", () => ({ type: "end", tournament: this.#field("host-tournament") }))}</div>
      </section>
      <section class="panel stack" aria-labelledby="host-log"><h2 id="host-log">${t("host.log")}</h2>
        <p class="soft small">${t("host.log.text")}</p>
        <ul class="list host-log">${acts.map(
          ({ number, act, hash }) => html`<li class="list-item"><span><b>${number}</b> <code>${act}</code>
          <small class="soft">${hash.slice(0, 16)}</small></span></li>`,
        )}</ul>
      </section></div></div>`;
  }

  #report({ report, at, table, by, seat, player, name, text }: Report): TemplateResult {
    return html`<li class="list-item stack stack-tight"><span><b>${name}</b> ${text}
        <small class="soft">${dateOf(at)} · ${t("host.seats", { by, seat })}</small></span>
      <span class="row"><a class="button" href=${`#/t/${table}`}>${t("host.look")}${arrow}</a>
        ${player ? this.#playerButtons(player, name) : nothing}
        ${this.#button("host.close", name, () => ({ type: "close", table }))}
        ${this.#button("host.settle", name, () => ({ type: "settle", report }))}</span></li>`;
  }

  #standing({ player, name, warning, silenced, suspended }: PlayerStanding): TemplateResult {
    const now = Date.now();
    return html`<div class="stack stack-tight"><p><b>${name}</b>
        ${warning ? t("host.warned", { text: warning }) : nothing}
        ${silenced > now ? t("host.silenced", { date: dateOf(silenced) }) : nothing}
        ${suspended > now ? t("host.suspended", { date: dateOf(suspended) }) : nothing}</p>
      <span class="row">${this.#playerButtons(player, name)}</span></div>`;
  }
}

/** The screen `#/host`. */
export default async function open(host: HTMLElement, { before }: Route): Promise<OpenScreen> {
  await Promise.all([loadArea("lobby"), loadArea("people"), loadArea("host")]);
  return new HostScreen(host, before || "#/settings");
}
