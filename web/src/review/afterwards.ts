/** After a game: the computer looks at it in the background and tells what it turned on, the best move, luck and skill. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { Engine } from "../../../js/src/engine";
import { engineModule } from "../engine/module";
import { fromTable, reviewRoute } from "../game/link";
import type { TableModel } from "../game/model";
import { ReviewTable } from "../game/review";
import { namesOf } from "../panels/log";
import { ranking, seatsOfSides } from "../panels/sides";
import { loadStyle } from "../ui/style";
import { loadArea, number, percent, t } from "../words/words";
import { Analysis, analysedGame, PLAYOUTS } from "./analysis";
import type { TurnReview } from "./analyst";
import { summarize } from "./judgement";
import { storyOf } from "./story";
import { signed } from "./summary";

/** One worker leaves the rest of the machine to whoever goes on. */
const WORKERS = 1;

/** The game that is looked at, with the way to its review. */
interface Looked {
  table: ReviewTable;
  analysis: Analysis;
  route: string;
}

export class Afterwards {
  #looked: Looked | null = null;
  #closed = false;

  /** Fills the host as it comes to know; the game at the table is over. */
  constructor(
    private readonly host: HTMLElement,
    private readonly table: TableModel,
  ) {}

  /** Looks at the game; what an earlier look has found is there at once. */
  async start(): Promise<void> {
    const brought = Promise.all([loadArea("review"), loadStyle("review")]);
    const [engine, text] = await Promise.all([Engine.load(engineModule()), this.table.record(), brought]);
    const route = fromTable(await reviewRoute(text), location.hash);
    if (this.#closed) return;
    const table = new ReviewTable(engine, engine.readRecord(text)[0], text);
    const analysis = new Analysis(analysedGame(table), PLAYOUTS.first, () => this.refresh(), WORKERS);
    this.#looked = { table, analysis, route };
    analysis.start();
    this.refresh();
  }

  /** Paints anew: something is known, or the language has changed. */
  refresh(): void {
    if (this.#looked && !this.#closed) render(this.#story(this.#looked), this.host);
  }

  /** Stops; what was found is kept for the review. */
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

  /** Everything has been looked at. */
  #known({ table, route }: Looked, turns: readonly TurnReview[]): TemplateResult {
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
    const luck = (side: (typeof sums)[number]) =>
      t("review.story.luck", {
        names: names.side(side.side),
        luck: signed(side.draws.diff + side.dice.diff),
        given: number(side.given.diff, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      });
    return html`<ul class="afterwards-list">
      ${turning && rise ? link(turning.turn, t("review.story.turning", { ...nameOf(turning.turn), ...rise })) : nothing}
      ${best ? link(best.turn, t("review.story.best", { ...nameOf(best.turn), ahead: percent(best.ahead) })) : nothing}
      ${sums.map((side) => html`<li>${luck(side)}</li>`)}
    </ul>`;
  }
}
