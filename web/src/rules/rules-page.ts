/** The page of the rules: table of contents, sections with rules and pictures, and the table of points. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { GameName } from "../../../js/src/types";
import { choice } from "../ui/choice";
import { gameName } from "../words/terms";
import { t } from "../words/words";
import { battleTable } from "./battle-table";
import { figurePicture, type Pencil } from "./figure-picture";
import { FIGURES } from "./figures";
import { type EntryId, OUTLINE, type Section, STEPS } from "./outline";
import { pointsTable } from "./points-table";

/** The data and actions of the page. */
export interface RulesPage {
  game: GameName;
  /** Null until the engine is loaded. */
  pencil: Pencil | null;
  chooseGame(game: GameName): void;
  /** Called when a link within the page is clicked. */
  follow(event: MouseEvent): void;
}

/** The id of the points table, which is not a rule. */
const POINTS: Record<GameName, string> = { "star-wars": "SW-points", classic: "CL-points" };

/** The address of a part of the page. */
function addressOf(id: string): string {
  return `#/rules/${id}`;
}

function contents({ game, follow }: RulesPage): TemplateResult {
  const link = (id: string, word: string) => html`<li><a href=${addressOf(id)} @click=${follow}>${word}</a></li>`;
  return html`<nav class="rules-contents" aria-labelledby="rules-contents">
    <h2 id="rules-contents" class="legend">${t("rules.contents")}</h2>
    <ol>
      ${OUTLINE[game].map(({ id }) => link(id, t(`rules.${id}`)))} ${link(POINTS[game], t("rules.points"))}
    </ol>
  </nav>`;
}

function rule(id: EntryId, { follow }: RulesPage): TemplateResult {
  return html`<div class="rule" id=${id} tabindex="-1">
    <h3>${t(`rules.${id}.head`)}</h3>
    <a class="rule-number figures" href=${addressOf(id)} aria-label=${t("rules.number", { id })}
      @click=${follow}>${id}</a>
    <p>${t(`rules.${id}`)}</p>
  </div>`;
}

/** A picture with its caption; an example of docs/lookup/rules is labelled as an example. */
function example(id: EntryId, page: RulesPage): TemplateResult {
  const figure = FIGURES[id];
  return html`<figure class="rules-figure" id=${id} tabindex="-1">
    ${figure ? html`<div class="figure-frame">${figurePicture(figure, page.pencil)}</div>` : nothing}
    <figcaption>
      ${/^[XY]\d/.test(id) ? html`<span class="legend">${t("rules.example")} ${id}</span>` : nothing}
      <strong>${t(`rules.${id}.head`)}</strong>
      <p>${t(`rules.${id}`)}</p>
      ${battleTable(figure?.battle ?? [])}
    </figcaption>
  </figure>`;
}

function steps(game: GameName): TemplateResult {
  return html`<ol class="rules-steps" aria-label=${t("rules.steps")}>
    ${STEPS[game].map((step) => html`<li>${t(`rules.step.${step}`)}</li>`)}
  </ol>`;
}

function section({ id, option, entries }: Section, page: RulesPage): TemplateResult {
  const isRule = (entry: EntryId) => entry.startsWith(id);
  return html`<section class="rules-section" id=${id} tabindex="-1" aria-labelledby=${`${id}-title`}>
    <h2 id=${`${id}-title`}>${t(`rules.${id}`)}${
      option
        ? html` <span
      class="legend">${t("rules.option")}</span>`
        : nothing
    }</h2>
    ${id.endsWith("-2") ? steps(page.game) : nothing}
    ${entries.map((entry) => (isRule(entry) ? rule(entry, page) : example(entry, page)))}
  </section>`;
}

function gameChoice({ game, chooseGame }: RulesPage): TemplateResult {
  return choice({
    name: "rules-game",
    legend: t("rules.game"),
    value: game,
    options: (["star-wars", "classic"] as const).map((value) => ({ value, word: gameName(value) })),
    change: chooseGame,
  });
}

/** The whole page. */
export function rulesPage(page: RulesPage): TemplateResult {
  const { game } = page;
  return html`<div class="sheet rules">
    <header class="rules-head">
      <h1>${t("rules.title")}<span class="rules-game">: ${gameName(game)}</span></h1>
      <p class="rules-lead">${t(`rules.${game}.lead`)}</p>
      <div class="row row-apart rules-tools">
        ${gameChoice(page)}
        <button class="button" @click=${() => window.print()}>${t("rules.print")}</button>
      </div>
      <p class="soft small rules-about">${t("rules.lead")}</p>
    </header>
    ${contents(page)}
    <div class="rules-text">
      ${OUTLINE[game].map((part) => section(part, page))}
      <section class="rules-section" id=${POINTS[game]} tabindex="-1" aria-labelledby="rules-points">
        <h2 id="rules-points">${t("rules.points")}</h2>
        ${pointsTable(game)}
      </section>
    </div>
  </div>`;
}
