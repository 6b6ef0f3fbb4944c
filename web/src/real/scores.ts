/** Scores alone, without a board: points are added by taps, and the last ones can be taken back. */
import { html, render, type TemplateResult } from "lit-html";
import { MAX_SEATS, MIN_SEATS } from "../game/setup";
import { keep, recall } from "../ui/store";
import { number, t } from "../words/words";

const KEY = "scores";
const STEPS = [1, 2, 3, 4, 5, 10];

/** The names of the players, and what was added, in order. */
interface Sheet {
  names: string[];
  added: { player: number; points: number }[];
}

function kept(): Sheet {
  return recall<Sheet>(KEY) ?? { names: ["", ""], added: [] };
}

/** Shows the scores of this device in the host. */
export function showScores(host: HTMLElement): void {
  const change = (sheet: Sheet) => {
    keep(KEY, sheet);
    showScores(host);
  };
  render(page(kept(), change), host);
}

function page(sheet: Sheet, change: (sheet: Sheet) => void): TemplateResult {
  const { names, added } = sheet;
  const total = (player: number) =>
    added.filter((each) => each.player === player).reduce((sum, { points }) => sum + points, 0);
  const rename = (player: number) => (event: Event) => {
    const name = (event.target as HTMLInputElement).value;
    change({ ...sheet, names: names.map((old, at) => (at === player ? name : old)) });
  };
  const seats = (count: number) =>
    change({
      names: Array.from({ length: count }, (_, at) => names[at] ?? ""),
      added: added.filter(({ player }) => player < count),
    });
  return html`<div class="sheet stack">
    <h1>${t("real.scores")}</h1>
    ${names.map((name, player) => {
      const shown = name || t("app.person", { n: player + 1 });
      return html`<section class="panel stack" aria-label=${shown}>
        <div class="row row-apart">
          <input class="input" aria-label=${t("real.scores.name", { n: player + 1 })} placeholder=${shown}
            .value=${name}
            maxlength="24" @change=${rename(player)} />
          <b class="figures real-total" aria-live="polite">${number(total(player))}</b>
        </div>
        <div class="row">${STEPS.map(
          (points) => html`<button class="button figures"
            aria-label=${t("real.scores.add", { n: points, name: shown })}
            @click=${() => change({ ...sheet, added: [...added, { player, points }] })}>+${number(points)}</button>`,
        )}</div>
      </section>`;
    })}
    <div class="row">
      <button class="button" ?disabled=${added.length === 0}
        @click=${() => change({ ...sheet, added: added.slice(0, -1) })}>${t("real.scores.back")}</button>
      <button class="button" ?disabled=${names.length === MAX_SEATS}
        @click=${() => seats(names.length + 1)}>${t("real.scores.more")}</button>
      <button class="button" ?disabled=${names.length === MIN_SEATS}
        @click=${() => seats(names.length - 1)}>${t("real.scores.fewer")}</button>
      <button class="button" ?disabled=${added.length === 0}
        @click=${() => change({ ...sheet, added: [] })}>${t("real.scores.new")}</button>
    </div>
  </div>`;
}
