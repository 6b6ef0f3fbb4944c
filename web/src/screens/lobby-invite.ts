/** Links to a table: to be copied, or shown as a QR code for a phone. */
import { html, nothing, type TemplateResult } from "lit-html";
import { until } from "lit-html/directives/until.js";
import { copyAddress } from "../ui/copy";
import { toastError } from "../ui/toast";
import { language, t } from "../words/words";

/** The full URL of a route, which others can open. */
export function addressOf(route: string): string {
  return new URL(route, location.href).href;
}

/** The URL of an invitation to a table: a path, for which the server writes a title, a text and a picture in the
 * language of the page. */
export function invitationOf(table: string): string {
  return addressOf(`t/${table}${language() === "en" ? "" : `?lang=${language()}`}`);
}

/** A field with a URL and a button that copies it. */
export function linkField(id: string, label: string, address: string): TemplateResult {
  const copy = () => void copyAddress(address).catch(toastError);
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <div class="lobby-link">
      <input class="input" id=${id} readonly .value=${address}
        @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      <button type="button" class="button" @click=${copy}>${t("lobby.copy")}</button>
    </div>
  </div>`;
}

/** The width in modules of the light margin around the code, which readers need. */
const QUIET = 3;

async function code(address: string): Promise<TemplateResult> {
  const { encode } = await import("uqr");
  const { data, size } = encode(address, { ecc: "M", border: QUIET });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="lobby-code" viewBox="0 0 ${size} ${size}" role="img" aria-label=${t("lobby.code")}
    shape-rendering="crispEdges">
    <path class="lobby-code-paper" d="M0 0h${size}v${size}h-${size}z"></path><path class="lobby-code-ink"
      d=${dark.join("")}></path>
  </svg>`;
}

const codes = new Map<string, Promise<TemplateResult>>();

/** Whether the page's host is a loopback address, which on another device would refer to that device. */
function isOwnAddress(): boolean {
  return /^(localhost|0\.0\.0\.0|127\.[\d.]+|\[::1?\])$/.test(location.hostname);
}

/** Explains how others can reach the server, with the page's port; the command's option has no line break. */
function othersWords(): TemplateResult {
  const port = location.port || "80";
  const [before, after] = t("lobby.ownAddress", { option: "\n", address: `http://192.168.1.20:${port}` }).split("\n");
  return html`<p class="small">${before}<b class="lobby-option">--listen 0.0.0.0:${port}</b>${after}</p>`;
}

/** The URL as a QR code; at a loopback address, an explanation how others can reach the server. */
export function linkCode(address: string): TemplateResult {
  if (isOwnAddress()) return othersWords();
  if (!codes.has(address)) codes.set(address, code(address));
  return html`<div class="lobby-code-frame">${until(codes.get(address), nothing)}</div>`;
}
