/** The lessons of one game, one after the other: the board, and beside it the task and the result. */

import { html, nothing, render } from "lit-html";
import type { Engine } from "../../../js/src/engine";
import type { GameName } from "../../../js/src/types";
import { BoardView } from "../board/board";
import { cellOf } from "../board/geometry";
import { namesOf, sentences } from "../panels/log";
import { Pictures } from "../panels/pictures";
import { goalsWithin, scoreboard } from "../panels/scoreboard";
import { seatsOfSides } from "../panels/sides";
import { announce } from "../ui/announce";
import { focusChoices } from "../ui/focus";
import { go } from "../ui/screen";
import { toastError } from "../ui/toast";
import { decisionWords } from "../words/decisions";
import { placeWord } from "../words/terms";
import { language, t } from "../words/words";
import { lessonPanel } from "./lesson-panel";
import { LessonTable, WrongTurn } from "./lesson-table";
import { LESSONS } from "./lessons";
import { keepDone } from "./progress";

/** The events that the panel beside the board describes. */
const TOLD = ["tie", "lost", "scored"];

/** Returns the message about a try in the present language. */
type Saying = () => string;

export class LessonView {
  readonly #pictures: Pictures;
  #table: LessonTable;
  #board: BoardView;
  #at: number;
  #saying: Saying | null = null;
  /** The right turn has been played, and the board has shown its result. */
  #solved = false;
  #language = language();

  /** The view owns the engine; `at` is the index of the lesson (0-based). */
  constructor(
    private readonly host: HTMLElement,
    private readonly engine: Engine,
    private readonly game: GameName,
    at: number,
  ) {
    this.#at = at;
    this.#table = new LessonTable(engine, LESSONS[game][at]);
    this.#pictures = new Pictures(engine, game);
    this.#frame();
    this.#board = this.#openBoard();
    this.#paint();
  }

  #frame(): void {
    render(
      html`<div class="learn">
        <div class="learn-fold"><section class="learn-words"></section><div class="learn-board"></div></div>
        <div class="learn-side"><div class="learn-scores"></div><a class="button"
          href="#/learn">${t("learn.overview")}</a></div>
      </div>`,
      this.host,
    );
  }

  /** Repaints the view. After a change of language the lesson begins again, because the names of its players have
   * changed. */
  refresh(): void {
    if (this.#language !== language()) this.#open(this.#at);
    this.#language = language();
    this.#frame();
    this.#board.refresh();
    this.#paint();
  }

  /** Closes the view and empties the host. */
  close(): void {
    this.#board.close();
    this.#table.close();
    this.#pictures.close();
    render(nothing, this.host);
  }

  #part(name: string): HTMLElement {
    return this.host.querySelector<HTMLElement>(`.learn-${name}`)!;
  }

  /** Opens a board in a new host element, so that a running animation of the previous board does not disturb it. */
  #openBoard(): BoardView {
    const table = this.#table;
    const stage = document.createElement("div");
    this.#part("board").replaceChildren(stage);
    table.subscribe(() => this.#paint());
    return new BoardView(stage, table, {
      engine: this.engine,
      pictures: this.#pictures,
      goals: goalsWithin(() => this.#part("scores")),
      refused: (error) => this.#refused(error),
      played: () => table === this.#table && table.step && this.#seen(),
    });
  }

  #open(at: number): void {
    this.#board.close();
    this.#table.close();
    this.#at = at;
    this.#saying = null;
    this.#solved = false;
    this.#table = new LessonTable(this.engine, LESSONS[this.game][at]);
    this.#board = this.#openBoard();
    this.#paint();
  }

  /** Goes to another lesson, and moves a keyboard user's focus to the board. */
  #go(at: number): void {
    this.#open(at);
    this.#part("words").scrollTop = 0;
    this.host.querySelector<HTMLElement>(".board-list")?.focus({ preventScroll: true });
    announce(`${this.#part("words").querySelector("h1")!.textContent}. ${this.#words("task")}`);
  }

  #words(what: string): string {
    return this.#part("words").querySelector(`.learn-${what}`)?.textContent ?? "";
  }

  #refused(error: unknown): void {
    if (error instanceof WrongTurn) this.#say(() => t(error.hint));
    else toastError(error);
  }

  #say(saying: Saying): void {
    this.#saying = saying;
    announce(saying());
    this.#paint();
  }

  #seen(): void {
    this.#solved = true;
    keepDone(this.#table.lesson.name);
    this.#paint();
    announce(this.#words("reaction"));
    this.#part("words").querySelector<HTMLElement>(".learn-next")!.focus();
  }

  /** Lays the solution on the board in place of the person's choice. The person then sends it; a keyboard user's focus
   * moves to the board. */
  #show({ detail }: UIEvent): void {
    const { solution } = this.#table.lesson;
    this.#board.adopt(solution);
    this.#say(() => t("learn.shown", { turn: turnWords(solution) }));
    if (detail === 0) focusChoices();
  }

  #outcome(): string[] | null {
    const { step, view } = this.#table;
    if (!step || !this.#solved) return null;
    const events = step.events.filter(({ event }) => TOLD.includes(event));
    return sentences(events, namesOf(view.seats, seatsOfSides(view.state))).map(({ text }) => text);
  }

  #paint(): void {
    const { view, step } = this.#table;
    const hint = this.#saying?.() ?? "";
    const state = { game: this.game, at: this.#at, played: step !== null, hint, outcome: this.#outcome() };
    const actions = {
      go: (at: number) => this.#go(at),
      show: (click: UIEvent) => this.#show(click),
      finish: () => go("#/learn"),
    };
    this.#part("board").dataset.done = String(step !== null);
    render(lessonPanel(state, actions), this.#part("words"));
    if (!step || this.#solved) render(scoreboard(view, { pictures: this.#pictures, now: 0 }), this.#part("scores"));
  }
}

/** A description of a turn: "1 right; meeple: road at the left". */
function turnWords(move: string): string {
  const [, place, decision] = /@(-?\d+,-?\d+)r\d=(.+)$/.exec(move)!;
  const cell = cellOf(place);
  return [placeWord(cell), decisionWords(decision, cell)].join("; ");
}
