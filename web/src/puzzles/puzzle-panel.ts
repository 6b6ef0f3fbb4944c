/** The panel beside the board of a puzzle: the task, the verdict, what each answer gives away, and the buttons. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { ColourName, GameName } from "../../../js/src/types";
import { cellOf } from "../board/geometry";
import { clockText } from "../panels/clock";
import { arrow, check, cross } from "../ui/icons";
import { decisionWords } from "../words/decisions";
import { colourName, gameName, levelName, placeWord, realmWord } from "../words/terms";
import { date, type Key, number, percent, t } from "../words/words";
import type { Mistake } from "./mistakes";
import type { Tries } from "./progress";
import { type Puzzle, type Theme, turnOf } from "./puzzles";

/** How a day is written; it begins at the same moment for all. */
export const DAY: Intl.DateTimeFormatOptions = { dateStyle: "long", timeZone: "UTC" };

export interface PuzzleState {
  puzzle: Puzzle | Mistake;
  /** The colour of the person's seat. */
  colour: ColourName;
  /** The person's turn; null before it, and while an answer is shown. */
  played: string | null;
  /** It is the best one, or counts as such. */
  right: boolean;
  /** The board has shown a turn. */
  seen: boolean;
  /** What the answers give away is open. */
  why: boolean;
  theme: Theme | null;
  daily: { day: string; tries: Tries; streak: number } | null;
  /** Ten minutes: the milliseconds left, the puzzles so far, and the most that were ever solved. */
  rush: { left: number; right: number; wrong: number; best: number } | null;
}

export interface PuzzleActions {
  again(): void;
  explain(): void;
  follow(line: string): void;
  next(): void;
  share(): void;
}

/** The line that a person shares of a daily puzzle: a square for each try, and nothing of the answer. */
export function squares(day: string, game: GameName, tries: Tries): string {
  return `Tessera ${day}, ${gameName(game)}: ${[...tries].map((each) => (each === "r" ? "🟦" : "🟧")).join("")}`;
}

/** A description of a turn: "1 right; meeple: road west". */
function turnWords(move: string): string {
  const [, place, decision] = /@(-?\d+,-?\d+)r\d=(.+)$/.exec(move)!;
  const cell = cellOf(place);
  return [placeWord(cell), decisionWords(decision, cell)].join("; ");
}

function pointsWords(points: number): string {
  return t("panels.points", { n: Math.round(points * 10) / 10 });
}

/** The sentence of a puzzle: the first theme of its best turn, with the realm if it names one. That of a mistake: what
 * the person played. */
function whyWords(puzzle: Puzzle | Mistake): string {
  if ("played" in puzzle) return t("puzzles.mine.played", { turn: turnWords(puzzle.played) });
  const [key, realm] = puzzle.why.split(".");
  return t(`puzzles.why.${key}` as Key, { realm: realm ? realmWord(realm) : "" });
}

/** What a turn that is not the best gives away: exactly for a known answer, otherwise at least as much as the second
 * best turn. */
function givesWords(puzzle: Puzzle | Mistake, move: string): string {
  const known = puzzle.wrong.find((each) => turnOf(each) === move);
  if (!known && "played" in puzzle) return t("puzzles.mine.unknown");
  const { diff, win } = known ?? puzzle.wrong[0];
  return t(known ? "puzzles.gives" : "puzzles.givesLeast", { points: pointsWords(diff), win: percent(win) });
}

function verdict({ puzzle, played, right, seen }: PuzzleState): TemplateResult | typeof nothing {
  if (!seen || played === null) return nothing;
  return html`<div class="puzzle-verdict" data-right=${right}>
    <p class="puzzle-mark">${right ? check : cross}<b>${t(right ? "puzzles.right" : "puzzles.wrong")}</b></p>
    <p>${right ? whyWords(puzzle) : givesWords(puzzle, played)}</p>
  </div>`;
}

function levelWords({ level }: Puzzle): string {
  return level > 8 ? t("puzzles.level.none") : t("puzzles.level", { level: levelName(level) });
}

function answers({ puzzle }: PuzzleState, actions: PuzzleActions): TemplateResult {
  const row = (line: string, text: string) => html`<li>
    <span><b>${turnWords(turnOf({ line }))}</b><br /><span class="soft small">${text}</span></span>
    ${
      line.includes(" ")
        ? html`<button class="button" @click=${() => actions.follow(line)}
      >${t("puzzles.follow")}</button>`
        : nothing
    }
  </li>`;
  const best = t("puzzles.best", {
    points: number(puzzle.diff, { signDisplay: "exceptZero", maximumFractionDigits: 1 }),
    win: percent(puzzle.win),
  });
  return html`<p>${whyWords(puzzle)}</p>
    <ul class="puzzle-answers">
      ${row(puzzle.line, best)} ${puzzle.wrong.map((each) => row(each.line, givesWords(puzzle, turnOf(each))))}
    </ul>
    ${"level" in puzzle ? html`<p class="soft small">${levelWords(puzzle)}</p>` : nothing}`;
}

function daily({ daily: of, seen }: PuzzleState, actions: PuzzleActions): TemplateResult | typeof nothing {
  if (!of || !seen || of.tries === "") return nothing;
  const words = t("puzzles.tries", { n: of.tries.length });
  return html`<div class="row row-apart">
    <span class="puzzle-tries small">${[...of.tries].map(
      (each) => html`<i
      data-right=${each === "r"}></i>`,
    )} ${words}</span>
    ${of.streak > 0 ? html`<span class="small">${t("puzzles.streak", { n: of.streak })}</span>` : nothing}
    ${
      of.tries.endsWith("r")
        ? html`<button class="button" @click=${actions.share}>${t("puzzles.share")}</button
      >`
        : nothing
    }
  </div>`;
}

function buttons(
  { seen, right, why, daily: of }: PuzzleState,
  actions: PuzzleActions,
): TemplateResult | typeof nothing {
  if (!seen) return nothing;
  return html`<div class="row row-apart learn-buttons">
    <button class="button button-plain" aria-expanded=${why} @click=${actions.explain}>${t("puzzles.explain")}</button>
    ${
      right
        ? nothing
        : html`<button class=${of ? "button learn-next" : "button"}
      @click=${actions.again}>${t("puzzles.again")}</button>`
    }
    ${
      of
        ? nothing
        : html`<button class="button button-main learn-next"
      @click=${actions.next}>${t("puzzles.next")}${arrow}</button>`
    }
  </div>`;
}

/** The panel when the ten minutes are over. */
function rushOver({ right, wrong, best }: NonNullable<PuzzleState["rush"]>): TemplateResult {
  return html`<h1 class="learn-title">${t("puzzles.rush.over")}</h1>
    <p class="puzzle-verdict">${t("puzzles.rush.result", { n: right, wrong, best })}</p>
    <p><a href="#/puzzles">${t("puzzles.all")}</a></p>`;
}

/** The panel when no mistake is left for today. */
export function mistakesDone(next: string | null): TemplateResult {
  const words = next === null ? "" : t("puzzles.mine.next", { date: date(Date.parse(next), DAY) });
  return html`<h1 class="learn-title">${t("puzzles.mine.done")}</h1>
    ${words ? html`<p class="puzzle-verdict">${words}</p>` : nothing}
    <p><a href="#/puzzles">${t("puzzles.all")}</a></p>`;
}

/** The panel of a puzzle. */
export function puzzlePanel(state: PuzzleState, actions: PuzzleActions): TemplateResult {
  const { rush } = state;
  if (rush?.left === 0) return rushOver(rush);
  const { puzzle, colour, seen, why, theme, daily: of } = state;
  const own = "played" in puzzle;
  const kind = own ? t("puzzles.mine.kind") : t(`puzzles.kind.${puzzle.kind}`, { n: puzzle.left });
  const title = own ? "puzzles.mine" : "puzzles.title";
  return html`<p class="legend"
    >${of ? t("puzzles.daily") : theme ? t(`puzzles.theme.${theme}`) : t(title)}</p>
    <h1 class="learn-title">${t("puzzles.task")}</h1>
    <p class="learn-task">${t("puzzles.text", { colour: colourName(colour), kind })}</p>
    ${
      rush
        ? html`<p class="figures"
      >${t("puzzles.rush.left", { time: clockText(rush.left), right: rush.right, wrong: rush.wrong })}</p>`
        : nothing
    }
    ${verdict(state)} ${daily(state, actions)} ${seen && why ? answers(state, actions) : nothing}
        ${buttons(state, actions)}
    <p><a href="#/puzzles">${t("puzzles.all")}</a></p>`;
}
