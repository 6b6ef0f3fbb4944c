/** The challenges of friends on the first screen. */
import { html, nothing, render } from "lit-html";
import { keptPlayer } from "../game/player";
import { Server } from "../game/server";
import { arrow } from "../ui/icons";
import { loadArea, t } from "../words/words";

/** Shows the tables at which friends wait for the player of this browser. */
export async function showChallenges(host: HTMLElement): Promise<void> {
  const player = keptPlayer();
  if (!player) return;
  const server = new Server();
  try {
    const [{ challenges }] = await Promise.all([server.people(player.token), loadArea("people")]);
    const row = ({ table, name }: (typeof challenges)[number]) =>
      html`<li><a class="list-item" href=${`#/t/${table}`}><span>${t("people.challenge.from", { name })}</span
        >${arrow}</a></li>`;
    render(challenges.length > 0 ? html`<ul class="list">${challenges.map(row)}</ul>` : nothing, host);
  } finally {
    server.close();
  }
}
