/** The overview of the puzzles: the daily ones, the person's rating and streak, and for each game its themes. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { GameName } from "../../../js/src/types";
import { GAMES } from "../game/setup";
import { arrow, check } from "../ui/icons";
import { gameName } from "../words/terms";
import { date, number, t } from "../words/words";
import { dueMistakes, waiting } from "./mistakes";
import { ownRating, streak, tally, triesOf } from "./progress";
import { DAY } from "./puzzle-panel";
import { type PuzzleEntry, THEMES } from "./puzzles";

/** The index of each game. */
export type Indices = Record<GameName, readonly PuzzleEntry[]>;

/** A rating with this deviation or less is no longer shown as uncertain. */
const CERTAIN = 110;

/** Paints the overview of a day into the host. */
export function showOverview(host: HTMLElement, indices: Indices, day: string): void {
  const { rating, deviation } = ownRating();
  const days = streak(day);
  const shown = `${number(Math.round(rating))}${deviation > CERTAIN ? "?" : ""}`;
  render(
    html`<div class="learn-overview">
      <h1>${t("puzzles.title")}</h1>
      <p class="learn-lead">${t("puzzles.lead")}</p>
      <p class="puzzle-rating figures">${t("puzzles.rating", { rating: shown })}${
        days > 0 ? html` · ${t("puzzles.streak", { n: days })}` : nothing
      }</p>
      <div class="learn-games">${GAMES.map((game, at) => gamePanel(game, indices[game], day, at === 0))}</div>
      <p class="learn-more"><a class="button" href="#/learn">${t("app.home.learn")}${arrow}</a></p>
    </div>`,
    host,
  );
}

/** The way to the person's mistakes that are due, or the day of the next one. */
function ownMistakes(game: GameName, day: string): TemplateResult | typeof nothing {
  const kept = waiting(game);
  if (!kept) return nothing;
  const due = dueMistakes(game, day).length;
  if (due === 0)
    return html`<p class="soft small">${t("puzzles.mine.next", { date: date(Date.parse(kept.next), DAY) })}</p>`;
  return html`<p><a class="button" href=${`#/puzzles/${game}?mine`}
    >${t("puzzles.mine.due", { n: due })}${arrow}</a></p>`;
}

function gamePanel(game: GameName, entries: readonly PuzzleEntry[], day: string, first: boolean): TemplateResult {
  const solved = triesOf(day, game).endsWith("r");
  const { right, tried } = tally(game);
  const count = (theme: string) => entries.filter((entry) => entry.themes.some((each) => each === theme)).length;
  return html`<section class="panel learn-game" aria-labelledby=${`puzzles-${game}`}>
    <h2 id=${`puzzles-${game}`}>${gameName(game)}</h2>
    <p class="soft small figures">${t("puzzles.tally", { n: entries.length, right, tried })}</p>
    <div class="row">
      <a class=${first && !solved ? "button button-main" : "button"} href=${`#/puzzles/${game}?daily=${day}`}
        >${t("puzzles.daily")}${solved ? check : arrow}${
          solved
            ? html`<span
          class="unseen">${t("puzzles.solved")}</span>`
            : nothing
        }</a>
      <a class="button" href=${`#/puzzles/${game}`}>${t("puzzles.mixed")}${arrow}</a>
      <a class="button" href=${`#/puzzles/${game}?rush`}>${t("puzzles.rush")}${arrow}</a>
    </div>
    ${ownMistakes(game, day)}
    <ul class="learn-list">
      ${THEMES.filter((theme) => count(theme) > 0).map(
        (theme) => html`<li><a class="learn-link" href=${`#/puzzles/${game}?theme=${theme}`}
          ><span>${t(`puzzles.theme.${theme}`)}</span><span class="puzzle-count soft figures"
            >${number(count(theme))}</span></a></li>`,
      )}
    </ul>
  </section>`;
}
