/** The panel beside the board of a lesson: the steps, the task, the result, and the button to continue. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { GameName } from "../../../js/src/types";
import { arrow, check } from "../ui/icons";
import { number, t } from "../words/words";
import { LESSONS, type Lesson, type LessonName } from "./lessons";
import { doneLessons } from "./progress";

export interface PanelState {
  game: GameName;
  /** The index of the lesson (0-based). */
  at: number;
  /** The right turn has been played. */
  played: boolean;
  /** The message about the last try; "" before the first. */
  hint: string;
  /** The sentences about the result of the right turn; null until the board has shown it. */
  outcome: readonly string[] | null;
}

export interface PanelActions {
  go(at: number): void;
  show(click: UIEvent): void;
  finish(): void;
}

/** Values for the texts: the points of the person and of the best other side after the lesson. */
function values({ scores: [mine, ...others] }: Lesson): Record<string, string | number> {
  return { points: t("panels.points", { n: mine }), other: Math.max(...others) };
}

function stepWords(name: LessonName, at: number, done: boolean): string {
  const title = t(`learn.${name}.title`);
  return t(done ? "learn.stepDone" : "learn.stepTitle", { at: at + 1, title });
}

/** The lessons as fields of a track: done, current, and still to come. */
function track({ game, at }: PanelState, actions: PanelActions): TemplateResult {
  const done = doneLessons();
  return html`<ol class="learn-track" aria-label=${t("learn.steps")}>
    ${LESSONS[game].map(({ name }, index) => {
      const words = stepWords(name, index, done.has(name));
      return html`<li><button class="learn-field figures" data-done=${done.has(name)}
        aria-current=${index === at ? "step" : "false"}
        aria-label=${words} title=${words}
          @click=${() => actions.go(index)}>${done.has(name) ? check : number(index + 1)}</button></li>`;
    })}
  </ol>`;
}

function reaction(lesson: Lesson, outcome: readonly string[]): TemplateResult {
  return html`<div class="learn-reaction">
    <p class="learn-right">${check}${t("learn.right")}</p>
    ${
      outcome.length > 0
        ? html`<ul
      class="learn-outcome">${outcome.map((line) => html`<li>${line}</li>`)}</ul>`
        : nothing
    }
    <p>${t(`learn.${lesson.name}.done`, values(lesson))}</p>
  </div>`;
}

function buttons({ game, at, played, outcome }: PanelState, actions: PanelActions): TemplateResult {
  if (outcome === null)
    return html`<button class="button learn-show" ?disabled=${played}
      @click=${actions.show}>${t("learn.show")}</button>`;
  const last = at === LESSONS[game].length - 1;
  const next = last ? actions.finish : () => actions.go(at + 1);
  return html`<button class="button button-plain" @click=${() => actions.go(at)}>${t("learn.again")}</button>
    <button class="button button-main learn-next"
      @click=${next}>${t(last ? "learn.finish" : "learn.next")}${arrow}</button>`;
}

/** The panel of a lesson. */
export function lessonPanel(state: PanelState, actions: PanelActions): TemplateResult {
  const { game, at, played, hint, outcome } = state;
  const lesson = LESSONS[game][at];
  return html`${track(state, actions)}
    <p class="legend">${t("learn.step", { at: at + 1, n: LESSONS[game].length })}</p>
    <h1 class="learn-title">${t(`learn.${lesson.name}.title`)}</h1>
    ${
      outcome
        ? reaction(lesson, outcome)
        : html`<p
      class="learn-task">${t(`learn.${lesson.name}.task`, values(lesson))}</p>`
    }
    ${hint && !played ? html`<p class="learn-hint">${hint}</p>` : nothing}
    <div class="row row-apart learn-buttons">${buttons(state, actions)}</div>`;
}
