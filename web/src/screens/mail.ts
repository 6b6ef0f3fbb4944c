/** News of one's games by mail, `#/mail`: the address of the player; `?token=`: what the link in a mail does. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { deviceToken } from "../game/player";
import { type NamedMail, Refusal } from "../game/server";
import { back } from "../ui/icons";
import type { OpenScreen, Route } from "../ui/screen";
import { toast, toastError } from "../ui/toast";
import { language, loadArea, t } from "../words/words";
import { ServerScreen } from "./server-screen";

class MailScreen extends ServerScreen {
  readonly #way: string;
  #token: string;
  #mail: NamedMail | undefined;

  constructor(host: HTMLElement, way: string, token: string) {
    super(host);
    this.#way = way;
    this.#token = token;
  }

  get title(): string {
    return t("player.mail");
  }

  async load(): Promise<void> {
    const device = deviceToken();
    if (device && !this.#token) this.#mail = await this.server.mail(device);
    this.refresh();
  }

  refresh(): void {
    render(
      html`<div class="sheet sheet-narrow">
        <div class="row row-apart settings-head"><h1>${this.title}</h1><a class="button"
          href=${this.#way}>${back}${t("app.settings.back")}</a></div>
        <section class="panel stack">${this.#token ? this.#link() : this.#own()}</section>
      </div>`,
      this.host,
    );
  }

  /** Runs a wish and paints what came of it; a refusal is shown. */
  #wish(run: () => Promise<void>): (event: Event) => void {
    return (event) => {
      event.preventDefault();
      void run()
        .catch((error: unknown) => {
          const code = error instanceof Refusal ? error.code : "";
          if (code === "wrong-token") toast(t("player.mail.wrong"), "trouble");
          else if (code === "bad-request") toast(t("player.mail.bad"), "trouble");
          else if (code === "too-often") toast(t("player.tooOften"), "trouble");
          else toastError(error);
        })
        .then(() => this.refresh());
    };
  }

  /** A program that follows every link in a mail presses no button. */
  #link(): TemplateResult {
    const take = this.#wish(async () => {
      const confirmed = await this.server.takeMail(this.#token);
      toast(t(confirmed ? "player.mail.thanks" : "player.mail.ended"));
      this.#token = "";
      await this.load();
    });
    const word = this.#token.startsWith("stop") ? "player.mail.end" : "player.mail.confirm";
    return html`<button class="button button-main" @click=${take}>${t(word)}</button>`;
  }

  #own(): TemplateResult {
    const mail = this.#mail;
    const name = (address: () => string) =>
      this.#wish(async () => {
        this.#mail = await this.server.nameMail(deviceToken() ?? "", address(), language());
      });
    const typed = () => (document.getElementById("mail-address") as HTMLInputElement).value.trim();
    if (!deviceToken()) return html`<a class="button" href="#/me">${t("player.signIn")}</a>`;
    return html`<p>${t("player.mail.text")}</p>
      ${
        mail
          ? html`<p role="status"><b
        >${t(mail.confirmed ? "player.mail.confirmed" : "player.mail.asked", { address: mail.address })}</b></p
        >`
          : nothing
      }
      <form class="stack stack-tight" @submit=${name(typed)}>
        <div class="field"><label for="mail-address">${t("player.mail.address")}</label>
          <input class="input" id="mail-address" type="email" required autocomplete="email" maxlength="128"
            .value=${mail?.address ?? ""} /></div>
        <button class="button">${t("player.mail.save")}</button></form>
      ${mail ? html`<button class="button" @click=${name(() => "")}>${t("player.mail.end")}</button>` : nothing}`;
  }
}

/** The screen `#/mail`. The token of a link leaves the address. */
export default async function open(host: HTMLElement, { before, query }: Route): Promise<OpenScreen> {
  await loadArea("player");
  const token = query.get("token") ?? "";
  if (token) history.replaceState(null, "", "#/mail");
  return new MailScreen(host, before || "#/me", token).open();
}
