/** After a game, analyses it in the background and shows the turning point, the best move, luck and skill. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { Engine } from "../../../js/src/engine";
import { reviewModule } from "../engine/module";
import { fromTable, reviewRoute } from "../game/link";
import type { TableModel } from "../game/model";
import { keepReview } from "../game/own-reviews";
import { ReviewTable } from "../game/review";
import { namesOf } from "../panels/log";
import { ranking, seatsOfSides } from "../panels/sides";
import { dayOf } from "../puzzles/puzzles";
import { loadStyle } from "../ui/style";
import { loadArea, number, percent, t } from "../words/words";
import { Analysis, analysedGame, PLAYOUTS } from "./analysis";
import type { AnalysedGame, TurnReview } from "./analyst";
import { summarize } from "./judgement";
import { keepOwnMistakes } from "./own-mistakes";
import { storyOf } from "./story";
import { performanceOf, signed } from "./summary";

/** The number of workers; with one, the device stays responsive. */
const WORKERS = 1;

/** The analysed game, with the route of its review. */
interface Looked {
  table: ReviewTable;
  analysis: Analysis;
  route: string;
}

export class Afterwards {
  #looked: Looked | null = null;
  #closed = false;
  /** How many mistakes were kept as puzzles; null until all turns have been analysed. */
  #mistakes: number | null = null;

  /** Fills the host as the analysis proceeds; the game at the table must be over. */
  constructor(
    private readonly host: HTMLElement,
    private readonly table: TableModel,
  ) {}

  /** Starts the analysis; stored results are available at once. */
  async start(): Promise<void> {
    const brought = Promise.all([loadArea("review"), loadStyle("review")]);
    const [engine, text] = await Promise.all([Engine.load(reviewModule()), this.table.record(), brought]);
    const route = fromTable(await reviewRoute(text), location.hash);
    if (this.#closed) return;
    const table = new ReviewTable(engine, engine.readRecord(text)[0], text);
    const analysis = new Analysis(analysedGame(table), PLAYOUTS.first, () => this.#changed(), WORKERS);
    this.#looked = { table, analysis, route };
    analysis.start();
    this.#changed();
  }

  /** At the end of the analysis keeps the mistakes of the person, and what their turns gave away. */
  #changed(): void {
    const { table, analysis } = this.#looked!;
    const { turns, count } = analysis.progress;
    if (this.#mistakes === null && turns.size === count) {
      const { seats } = this.table.view;
      const game = analysedGame(table);
      this.#mistakes = keepOwnMistakes(seats, game, [...turns.values()], dayOf(new Date()));
      this.#keepFigures(game, [...turns.values()]);
    }
    this.refresh();
  }

  /** Keeps what the turns of the person gave away, if one seat is theirs. */
  #keepFigures(game: AnalysedGame, turns: readonly TurnReview[]): void {
    const { table, analysis } = this.#looked!;
    const { playouts, luck } = analysis.progress;
    const mine = this.table.view.seats.filter((seat) => seat.mine);
    if (mine.length !== 1) return;
    const side = game.sideOf(mine[0].number);
    const own = summarize(turns, seatsOfSides(table.view.state).length)[side - 1];
    const fate = luck?.sides[side - 1];
    const { level } = performanceOf(table, playouts, own.counted);
    keepReview({ given: own.given.diff, luck: fate ? fate.draws.diff + fate.dice.diff : null, level });
  }

  /** Repaints after new results or a change of language. */
  refresh(): void {
    if (this.#looked && !this.#closed) render(this.#story(this.#looked), this.host);
  }

  /** Stops the analysis; its results are stored for the review. */
  close(): void {
    this.#closed = true;
    this.#looked?.analysis.stop();
    this.#looked?.table.close();
    render(nothing, this.host);
  }

  #story(looked: Looked): TemplateResult {
    const { turns, count, trouble } = looked.analysis.progress;
    const done = turns.size;
    if (trouble) return html`<p class="soft small">${t("review.look.failed")}</p>`;
    return html`<section class="afterwards" aria-labelledby="afterwards-title">
      <h2 class="legend" id="afterwards-title">${t("review.look")}</h2>
      ${
        done < count
          ? html`<p class="soft small figures">${t("review.look.progress", { done, n: count })}</p>
              <progress class="look-progress" max=${count} value=${done} aria-label=${t("review.look")}></progress>`
          : this.#known(looked, [...turns.values()])
      }
    </section>`;
  }

  /** The content when all turns have been analysed. */
  #known({ table, route, analysis }: Looked, turns: readonly TurnReview[]): TemplateResult {
    const { view } = this.table;
    const sides = seatsOfSides(view.state);
    const names = namesOf(view.seats, sides);
    const [{ side: winner }] = ranking(view.state.scores);
    const { turning, best } = storyOf(turns, winner);
    const numbered = [...turns].sort((a, b) => a.stop - b.stop);
    const nameOf = (turn: TurnReview) => ({ n: number(numbered.indexOf(turn) + 1), name: names.seat(turn.seat) });
    const link = (turn: TurnReview, words: string) =>
      html`<li><a href=${`${route}&at=${table.wordsAt(turn.stop).length}`}>${words}</a></li>`;
    const rise = turning && { from: percent(turning.from), to: percent(turning.to), winner: names.side(winner) };
    const sums = summarize(turns, sides.length);
    const fate = analysis.progress.luck?.sides;
    const luck = (side: (typeof sums)[number], at: number) =>
      t("review.story.luck", {
        names: names.side(side.side),
        luck: signed(fate ? fate[at].draws.diff + fate[at].dice.diff : 0),
        given: number(side.given.diff, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      });
    return html`<ul class="afterwards-list">
      ${turning && rise ? link(turning.turn, t("review.story.turning", { ...nameOf(turning.turn), ...rise })) : nothing}
      ${best ? link(best.turn, t("review.story.best", { ...nameOf(best.turn), ahead: percent(best.ahead) })) : nothing}
      ${sums.map((side, at) => html`<li>${luck(side, at)}</li>`)}
      ${
        this.#mistakes
          ? html`<li><a href="#/puzzles">${t("review.story.mistakes", { n: this.#mistakes })}</a></li>`
          : nothing
      }
    </ul>`;
  }
}
