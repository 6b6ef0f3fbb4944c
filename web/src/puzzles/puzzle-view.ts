/** Puzzles of one game, one after the other: the board, and beside it the task, the verdict and what follows. */
import { html, nothing, render } from "lit-html";
import type { Engine } from "../../../js/src/engine";
import type { GameName } from "../../../js/src/types";
import { BoardView } from "../board/board";
import { Pictures } from "../panels/pictures";
import { goalsWithin, scoreboard } from "../panels/scoreboard";
import { announce } from "../ui/announce";
import { copyAddress } from "../ui/copy";
import { focusChoices } from "../ui/focus";
import { toastError } from "../ui/toast";
import { loadArea } from "../words/words";
import { answerMistake, dueMistakes, forgetMistake, type Mistake, waiting } from "./mistakes";
import { bestRush, keepDaily, keepRush, keepTry, nextNumber, streak, triesOf } from "./progress";
import { mistakesDone, puzzlePanel, squares } from "./puzzle-panel";
import { canSetUp, PuzzleTable } from "./puzzle-table";
import { dailyNumber, dayOf, type Puzzle, type PuzzleEntry, puzzleAt, type Theme } from "./puzzles";

/** The puzzles that a view shows: that of a day, or one after the other, perhaps of a theme, or the person's
 * mistakes. */
export interface PuzzleChoice {
  day: string | null;
  theme: Theme | null;
  /** As many as the person can in ten minutes. */
  rush: boolean;
  /** The person's own mistakes that are due today. */
  mine: boolean;
}

/** The time of a rush, and how often its clock is painted. */
const RUSH_MS = 600_000;
const TICK_MS = 500;

/** A rush: when it ends by `performance.now()`, and the puzzles whose first try was right or wrong. */
interface Rush {
  until: number;
  right: number;
  wrong: number;
  over: boolean;
}

export class PuzzleView {
  readonly #pictures: Pictures;
  #number: number;
  #puzzle: Puzzle | Mistake | null = null;
  #table: PuzzleTable | null = null;
  #board: BoardView | null = null;
  /** The first try at this puzzle has been kept. */
  #tried = false;
  /** The board has shown the person's turn. */
  #seen = false;
  #why = false;
  #closed = false;
  readonly #rush: Rush | null;
  #timer = 0;

  /** The view owns the engine. */
  private constructor(
    private readonly host: HTMLElement,
    private readonly engine: Engine,
    private readonly game: GameName,
    private readonly entries: readonly PuzzleEntry[],
    private readonly choice: PuzzleChoice,
  ) {
    this.#pictures = new Pictures(engine, game);
    this.#rush = choice.rush ? { until: performance.now() + RUSH_MS, right: 0, wrong: 0, over: false } : null;
    if (this.#rush) this.#timer = window.setInterval(() => this.#tick(), TICK_MS);
    this.#number =
      choice.day === null ? nextNumber(game, entries, choice.theme, -1) : dailyNumber(choice.day, entries.length);
  }

  /** Opens the first puzzle. */
  static async open(
    host: HTMLElement,
    engine: Engine,
    game: GameName,
    entries: readonly PuzzleEntry[],
    choice: PuzzleChoice,
  ): Promise<PuzzleView> {
    const view = new PuzzleView(host, engine, game, entries, choice);
    view.#frame();
    await view.#load();
    return view;
  }

  #frame(): void {
    render(
      html`<div class="learn">
        <div class="learn-fold"><section class="learn-words"></section><div class="learn-board"></div></div>
        <div class="learn-side"><div class="learn-scores"></div></div>
      </div>`,
      this.host,
    );
  }

  /** Repaints in the present language and theme. */
  refresh(): void {
    this.#frame();
    this.#board?.refresh();
    this.#paint();
  }

  /** Closes the view and empties the host. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#board?.close();
    this.#table?.close();
    this.#pictures.close();
    render(nothing, this.host);
  }

  #part(name: string): HTMLElement {
    return this.host.querySelector<HTMLElement>(`.learn-${name}`)!;
  }

  async #load(): Promise<void> {
    const puzzle = this.choice.mine ? this.#mistake() : await puzzleAt(this.game, this.#number);
    if (this.#closed) return;
    this.#puzzle = puzzle ?? null;
    this.#tried = false;
    this.#begin();
  }

  /** The mistake that is asked now, if one is due. */
  #mistake(): Mistake | undefined {
    return dueMistakes(this.game, dayOf(new Date())).find((each) => {
      const can = canSetUp(this.engine, each);
      if (!can) forgetMistake(each);
      return can;
    });
  }

  /** Sets up the puzzle anew, on a new board; without a puzzle the board is empty. */
  #begin(): void {
    this.#board?.close();
    this.#table?.close();
    this.#board = null;
    this.#table = null;
    this.#part("board").replaceChildren();
    if (!this.#puzzle) {
      this.#paint();
      return;
    }
    this.#seen = false;
    this.#why = false;
    const table = new PuzzleTable(this.engine, this.#puzzle);
    const stage = document.createElement("div");
    this.#table = table;
    this.#part("board").replaceChildren(stage);
    table.subscribe(() => this.#paint());
    this.#board = new BoardView(stage, table, {
      engine: this.engine,
      pictures: this.#pictures,
      goals: goalsWithin(() => this.#part("scores")),
      played: () => table === this.#table && table.played !== null && this.#judge(),
    });
    this.#paint();
  }

  /** Keeps and shows the verdict, once the board has shown the turn. */
  #judge(): void {
    if (this.#seen) return;
    const { right } = this.#table!;
    this.#seen = true;
    const puzzle = this.#puzzle!;
    if (!this.#tried) {
      if ("played" in puzzle) answerMistake(puzzle, right, dayOf(new Date()));
      else keepTry(this.game, this.#number, puzzle, right);
      if (this.#rush && !this.#rush.over) this.#rush[right ? "right" : "wrong"]++;
    }
    this.#tried = true;
    if (this.choice.day !== null) keepDaily(this.choice.day, this.game, right);
    this.#paint();
    const verdict = this.#part("words").querySelector(".puzzle-verdict");
    announce(verdict?.textContent ?? "");
    this.#part("words").querySelector<HTMLElement>(".learn-next, .learn-buttons > button")?.focus();
    verdict?.scrollIntoView({ block: "nearest" });
  }

  /** Shows an answer and what follows on the board. */
  #follow(line: string): void {
    this.#begin();
    this.#seen = true;
    this.#table!.follow(line);
    this.#paint();
    this.#part("board").scrollIntoView({ block: "nearest" });
    focusChoices();
  }

  async #next(): Promise<void> {
    this.#number = nextNumber(this.game, this.entries, this.choice.theme, this.#number);
    await this.#load();
    this.host.querySelector<HTMLElement>(".board-list")?.focus({ preventScroll: true });
    announce(this.#part("words").querySelector("h1")?.textContent ?? "");
  }

  /** Paints the clock of a rush; at the end keeps and announces the result. */
  #tick(): void {
    const rush = this.#rush!;
    if (performance.now() >= rush.until) {
      clearInterval(this.#timer);
      rush.over = true;
      keepRush(this.game, rush.right);
    }
    this.#paint();
    if (rush.over) announce(this.#part("words").querySelector(".puzzle-verdict")?.textContent ?? "");
  }

  async #share(): Promise<void> {
    const { day } = this.choice;
    await loadArea("lobby");
    await copyAddress(`${squares(day!, this.game, triesOf(day!, this.game))}\n${location.href}`);
  }

  #paint(): void {
    if (!this.#puzzle || !this.#table) {
      if (this.choice.mine) render(mistakesDone(waiting(this.game)?.next ?? null), this.#part("words"));
      render(nothing, this.#part("scores"));
      return;
    }
    const { view } = this.#table;
    const { day, theme } = this.choice;
    const state = {
      puzzle: this.#puzzle,
      colour: view.seats.find(({ mine }) => mine)!.colour,
      played: this.#table.played,
      right: this.#table.right,
      seen: this.#seen,
      why: this.#why,
      theme,
      rush: this.#rush && {
        left: Math.max(0, this.#rush.until - performance.now()),
        right: this.#rush.right,
        wrong: this.#rush.wrong,
        best: bestRush(this.game),
      },
      daily: day === null ? null : { day, tries: triesOf(day, this.game), streak: streak(day) },
    };
    const actions = {
      again: () => this.#begin(),
      explain: () => {
        this.#why = !this.#why;
        this.#paint();
      },
      follow: (line: string) => this.#follow(line),
      next: () => void this.#next().catch(toastError),
      share: () => void this.#share().catch(toastError),
    };
    this.#part("board").dataset.done = String(this.#seen || this.#rush?.over === true);
    render(puzzlePanel(state, actions), this.#part("words"));
    render(scoreboard(view, { pictures: this.#pictures, now: 0 }), this.#part("scores"));
  }
}
