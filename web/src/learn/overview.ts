/** Where one begins to learn: both games, what their lessons are, and how far one has come. */
import { html, render, type TemplateResult } from "lit-html";
import type { GameName } from "../engine/types";
import { GAMES } from "../game/setup";
import { arrow, check } from "../ui/icons";
import { gameName } from "../words/terms";
import { number, t } from "../words/words";
import { LESSONS, type LessonName } from "./lessons";
import { countDone, doneLessons } from "./progress";

/** Draws the overview into the host. */
export function showOverview(host: HTMLElement): void {
  render(
    html`<div class="learn-overview">
      <h1>${t("learn.title")}</h1>
      <p class="learn-lead">${t("learn.lead")}</p>
      <div class="learn-games">${GAMES.map(gamePanel)}</div>
    </div>`,
    host,
  );
}

function gamePanel(game: GameName): TemplateResult {
  const [done, n] = [countDone(game), LESSONS[game].length];
  const kept = doneLessons();
  return html`<section class="panel learn-game" aria-labelledby=${`learn-${game}`}>
    <h2 id=${`learn-${game}`}>${gameName(game)}</h2>
    <p class="soft small figures">${t("learn.progress", { done, n })}</p>
    <div class="row">${starts(game, done, n)}</div>
    ${done === n ? html`<p>${t("learn.all")}</p>` : ""}
    <ol class="list learn-list">
      ${LESSONS[game].map(({ name }, at) => html`<li>${lessonLink(game, name, at, kept.has(name))}</li>`)}
    </ol>
  </section>`;
}

function starts(game: GameName, done: number, n: number): TemplateResult {
  if (done < n)
    return html`<a class="button button-main" href=${`#/learn/${game}`}>${t(done === 0 ? "learn.begin" : "learn.goOn")}${arrow}</a>`;
  return html`<a class="button button-main" href="#/new">${t("learn.play")}${arrow}</a>
    <a class="button" href=${`#/learn/${game}`}>${t("learn.repeat")}</a>`;
}

function lessonLink(game: GameName, name: LessonName, at: number, done: boolean): TemplateResult {
  const title = t(`learn.${name}.title`);
  const words = t(done ? "learn.stepDone" : "learn.stepTitle", { at: at + 1, title });
  return html`<a class="list-item" href=${`#/learn/${game}?step=${at + 1}`} aria-label=${words}
    ><span>${title}</span><span class="learn-mark soft figures">${done ? check : number(at + 1)}</span></a>`;
}
