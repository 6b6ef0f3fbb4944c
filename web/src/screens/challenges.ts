/** The challenges of friends on the first screen. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { keptPlayer } from "../game/player";
import { Server } from "../game/server";
import { arrow } from "../ui/icons";
import { loadArea, t } from "../words/words";

/** Shows the tables at which friends wait for the player of this browser; returns the button that leads to the first of
 * them. `nothing`: nobody waits. */
export async function showChallenges(host: HTMLElement): Promise<TemplateResult | typeof nothing> {
  const player = keptPlayer();
  if (!player) return nothing;
  const server = new Server();
  try {
    const [{ challenges }] = await Promise.all([server.people(player.token), loadArea("people")]);
    const row = ({ table, name }: (typeof challenges)[number]) =>
      html`<li><a class="list-item" href=${`#/t/${table}`}><span>${t("people.challenge.from", { name })}</span
        >${arrow}</a></li>`;
    render(challenges.length > 0 ? html`<ul class="list">${challenges.map(row)}</ul>` : nothing, host);
    if (challenges.length === 0) return nothing;
    const [{ table, name }] = challenges;
    return html`<a class="button button-main home-button" href=${`#/t/${table}`}>
      <span><strong>${t("people.challenge.from", { name })}</strong><small>${t("people.challenge.open")}</small></span
      >${arrow}</a>`;
  } finally {
    server.close();
  }
}
