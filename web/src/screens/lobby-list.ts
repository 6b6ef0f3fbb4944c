/** The lists of tables in the lobby. */
import { html, nothing, type TemplateResult } from "lit-html";
import { openSeats } from "../game/lobby-filter";
import { ratingText } from "../game/rating";
import type { ListedTable } from "../game/server";
import { arrow } from "../ui/icons";
import { computerName, gameName } from "../words/terms";
import { list, t } from "../words/words";
import { setupWords } from "./setup-form";

function computerWords(level: number, seat: number): string {
  return t("app.computer", { name: computerName(level, seat), level });
}

/** The names of the players at a listed table; a computer with its level. */
function names({ seats, setup }: ListedTable): string[] {
  return seats
    .map(({ name, kind, rating, provisional }, at) => {
      if (kind === "computer" && !name) return computerWords(setup.seats[at].level ?? 1, at + 1);
      return [name, ratingText(rating, provisional)].filter(Boolean).join(" ");
    })
    .filter(Boolean);
}

/** A text about the watchers, with the known names; "" without watchers. */
function watchWords({ watching }: ListedTable): string {
  const names = list(watching.names);
  const n = watching.count - watching.names.length;
  if (watching.count === 0) return "";
  if (!names) return t("lobby.watched.by", { n });
  return n > 0 ? t("lobby.watched.more", { names, n }) : t("lobby.watched", { names });
}

/** The line of a table: game and variants, clock, players, number of open seats, watchers. */
function tableLine(listed: ListedTable): TemplateResult {
  const { setup, state } = listed;
  const open = openSeats(listed);
  const watched = watchWords(listed);
  return html`<a class="list-item" href=${`#/t/${listed.table}`}>
    <span><span class="row row-apart"><b>${gameName(setup.game)}</b>
        ${state === "waiting" ? html`<span class="lobby-open">${t("lobby.seats", { n: open })}</span>` : nothing}</span>
      <small class="soft lobby-line">${setupWords(setup)}</small>
      <span class="lobby-line">${list(names(listed))}</span>
      ${watched ? html`<small class="lobby-line lobby-watched soft">${watched}</small>` : nothing}</span>${arrow}
  </a>`;
}

/** The tables under a heading; without tables it shows `empty`, or nothing if `empty` is not given. */
export function tableList(
  id: string,
  title: string,
  tables: readonly ListedTable[],
  empty = "",
): TemplateResult | typeof nothing {
  if (tables.length === 0 && !empty) return nothing;
  return html`<section class="panel" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${
      tables.length > 0
        ? html`<ul class="list">${tables.map((listed) => html`<li>${tableLine(listed)}</li>`)}</ul>`
        : html`<p class="soft">${empty}</p>`
    }
  </section>`;
}
