/** The overview of the lessons: both games, their lessons, and the person's progress. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { GameName } from "../../../js/src/types";
import { GAMES } from "../game/setup";
import { arrow, check } from "../ui/icons";
import { gameName } from "../words/terms";
import { number, t } from "../words/words";
import { LESSONS, type LessonName } from "./lessons";
import { countDone, doneLessons } from "./progress";

/** The URL of a picture for each game. */
export type GamePictures = Record<GameName, string>;

/** Paints the overview into the host. */
export function showOverview(host: HTMLElement, pictures: GamePictures): void {
  const next = GAMES.find((game) => countDone(game) < LESSONS[game].length);
  render(
    html`<div class="learn-overview">
      <h1>${t("learn.title")}</h1>
      <p class="learn-lead">${t("learn.lead")}</p>
      <div class="learn-games">${GAMES.map((game) => gamePanel(game, pictures[game], game === next))}</div>
      <p class="learn-more"><a class="button" href="#/puzzles">${t("app.home.puzzles")}${arrow}</a></p>
    </div>`,
    host,
  );
}

/** The panel of a game. `main`: its button is the main button of the screen. */
function gamePanel(game: GameName, picture: string, main: boolean): TemplateResult {
  const [done, n] = [countDone(game), LESSONS[game].length];
  const kept = doneLessons();
  return html`<section class="panel learn-game" aria-labelledby=${`learn-${game}`}>
    <img class="learn-picture" src=${picture} alt="" />
    <div class="row row-apart">
      <div>
        <h2 id=${`learn-${game}`}>${gameName(game)}</h2>
        <p class="soft small figures">${done === n ? t("learn.all") : t("learn.progress", { done, n })}</p>
      </div>
      <div class="row">${starts(game, done, main ? "button button-main" : "button")}</div>
    </div>
    <ol class="learn-list">
      ${LESSONS[game].map(({ name }, at) => html`<li>${lessonLink(game, name, at, kept.has(name))}</li>`)}
    </ol>
  </section>`;
}

function starts(game: GameName, done: number, button: string): TemplateResult {
  if (done < LESSONS[game].length)
    return html`<a class=${button}
      href=${`#/learn/${game}`}>${t(done === 0 ? "learn.begin" : "learn.goOn")}${arrow}</a>`;
  return html`<a class=${button} href=${`#/learn/${game}`}>${t("learn.repeat")}</a>
    <a class="button" href="#/new">${t("learn.play")}${arrow}</a>`;
}

function lessonLink(game: GameName, name: LessonName, at: number, done: boolean): TemplateResult {
  return html`<a class="learn-link" href=${`#/learn/${game}?step=${at + 1}`}
    ><span class="learn-number figures">${number(at + 1)}</span><span>${t(`learn.${name}.title`)}</span
    >${
      done
        ? html`<span class="learn-mark">${check}<span
      class="unseen">${t("learn.done")}</span></span>`
        : nothing
    }</a>`;
}
