/** The review of a game: board, steps, the computer's analysis, luck and skill. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { BoardView } from "../board/board";
import type { ReviewTable } from "../game/review";
import { takeAway } from "../panels/actions";
import { finalScoring } from "../panels/final-scoring";
import { type Names, namesOf, sentences } from "../panels/log";
import { Pictures } from "../panels/pictures";
import { scoreChart } from "../panels/score-chart";
import { goalsWithin, scoreboard } from "../panels/scoreboard";
import { Shown } from "../panels/shown";
import { finalGains, seatsOfSides, segmentsOf } from "../panels/sides";
import { type Tab, tabList } from "../panels/tabs";
import { tilesLeft } from "../panels/tiles-left";
import { keepMistakes } from "../puzzles/mistakes";
import { dayOf } from "../puzzles/puzzles";
import { announce } from "../ui/announce";
import { copyAddress } from "../ui/copy";
import { back as backIcon } from "../ui/icons";
import { pictureTheme } from "../ui/theme";
import { toast, toastError } from "../ui/toast";
import { loadArea, t } from "../words/words";
import { Analysis, analysedGame, PLAYOUTS } from "./analysis";
import { type CurveOptions, curve, curveLabel } from "./curve";
import { mistakesOf } from "./own-mistakes";
import { RollOut } from "./roll-out";
import { summary } from "./summary";
import { Transport, transportBar } from "./transport";
import { placeOf, stopText, turnCard, turnList, turnText } from "./turn-card";

type Name = "turns" | "summary" | "scores" | "tiles" | "final";

/** Matches elements that use arrows, Home, End and Space themselves. */
const OWN_KEYS =
  "input, textarea, select, button, summary, [role=tabpanel], [role=region], [role=listbox], [role=option]";
/** Matches elements that use letters; a slider uses neither letters nor Space. */
const OWN_LETTERS = "input:not([type=range]), textarea, select, dialog";

/** The review of one game in a host element; `back` is the route of its table, if there is one. */
export class ReviewView {
  readonly #board: BoardView;
  readonly #pictures: Pictures;
  readonly #names: Names;
  readonly #transport: Transport;
  readonly #side: HTMLElement;
  /** The bar over the board, visible on every screen size. */
  readonly #way: HTMLElement;
  readonly #under: HTMLElement;
  readonly #shown: Shown;
  readonly #stop: () => void;
  readonly #rollOut: RollOut;
  #analysis: Analysis;
  #closer = false;
  #tab: Name = "turns";
  #finalAt = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly table: ReviewTable,
    private readonly back: string | null = null,
  ) {
    const { seats, state, setup } = table.view;
    render(
      html`<div class="review"><h1 class="unseen">${t("review.title")}</h1><div class="review-board"></div><div
        class="review-way"></div><div class="review-under"></div><div class="review-side"></div></div>`,
      host,
    );
    this.#under = host.querySelector<HTMLElement>(".review-under")!;
    this.#side = host.querySelector<HTMLElement>(".review-side")!;
    this.#way = host.querySelector<HTMLElement>(".review-way")!;
    this.#names = namesOf(seats, seatsOfSides(state));
    this.#pictures = new Pictures(table.engine, setup.game);
    this.#shown = new Shown(table);
    this.#board = new BoardView(host.querySelector<HTMLElement>(".review-board")!, table, {
      engine: table.engine,
      pictures: this.#pictures,
      shown: this.#shown,
      goals: goalsWithin(() => this.#side),
    });
    this.#transport = new Transport(table, () => this.#paint());
    this.#analysis = this.#newAnalysis();
    this.#rollOut = new RollOut(analysedGame(table), () => this.#paint());
    this.#stop = table.subscribe(() => this.#moved());
    this.#shown.subscribe(() => this.#paint());
    document.addEventListener("keydown", this.#keyed);
  }

  /** Repaints after a change of language or theme. */
  refresh(): void {
    this.#paint();
  }

  /** Closes the review and empties the host. */
  close(): void {
    document.removeEventListener("keydown", this.#keyed);
    this.#transport.pause();
    this.#analysis.stop();
    this.#rollOut.close();
    this.#stop();
    this.#board.close();
    this.#shown.close();
    this.#pictures.close();
    this.table.close();
    render(nothing, this.host);
  }

  #newAnalysis(): Analysis {
    return new Analysis(analysedGame(this.table), this.#closer ? PLAYOUTS.closer : PLAYOUTS.first, () => this.#paint());
  }

  readonly #keyed = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    const free = event.key.toLowerCase() === "p" || (event.key === " " && target.matches("[type=range]"));
    if (event.defaultPrevented || target.closest(free ? OWN_LETTERS : OWN_KEYS)) return;
    if (this.#transport.key(event)) event.preventDefault();
  };

  #moved(): void {
    this.#finalAt = 0;
    this.#board.highlight([]);
    this.#board.ghost(null);
    if (!this.#transport.playing) announce(stopText(this.table, this.table.stop, this.#names));
    this.#paint();
  }

  #look(): void {
    this.#analysis.start();
  }

  #lookCloser(): void {
    this.#analysis.stop();
    this.#closer = true;
    this.#analysis = this.#newAnalysis();
    this.#analysis.start();
  }

  #goFinal(at: number): void {
    const event = finalGains(this.table.view.steps)[at - 1];
    this.#finalAt = at;
    this.#board.highlight(event ? segmentsOf(this.table.view, event) : []);
    if (event) announce(sentences([event], this.#names)[0].text);
    this.#paint();
  }

  #choose(tab: Name): void {
    this.#tab = tab;
    if (tab !== "final") this.#board.highlight([]);
    this.#paint();
  }

  #tabs(): Tab<Name>[] {
    const tabs: Tab<Name>[] = [
      ["turns", t("review.tab.turns")],
      ["summary", t("review.tab.summary")],
      ["scores", t("review.tab.scores")],
      ["tiles", t("review.tab.tiles")],
    ];
    return this.table.view.stage === "over" ? [...tabs, ["final", t("review.tab.final")]] : tabs;
  }

  #panel(): TemplateResult {
    const { table } = this;
    const names = this.#names;
    const { progress } = this.#analysis;
    switch (this.#tab) {
      case "turns":
        return turnList(table, progress.turns, { pictures: this.#pictures, go: (stop) => this.#transport.go(stop) });
      case "summary":
        return summary(table, progress, names, (side) => this.#practise(side));
      case "scores":
        return scoreChart(table.view, names);
      case "tiles":
        return tilesLeft(table.view, this.#pictures, table);
      case "final":
        return finalScoring(table.view, names, { at: this.#finalAt, over: true, go: (at) => this.#goFinal(at) });
    }
  }

  #lookPanel(): TemplateResult {
    const { progress } = this.#analysis;
    const { turns, count, running, trouble } = progress;
    const complete = turns.size === count;
    return html`<section class="look" aria-labelledby="look-title">
      <div class="row row-apart">
        <h2 class="legend" id="look-title">${t("review.look")}</h2>
        ${
          running
            ? html`<span class="soft small figures">${t("review.look.progress", { done: turns.size, n: count })}</span>
              <button class="button button-plain" @click=${() => this.#halt()}>${t("review.look.stop")}</button>`
            : nothing
        }
        ${
          !running && !complete
            ? html`<button class="button button-main"
          @click=${() => this.#look()}>${t("review.look.start")}</button>`
            : nothing
        }
        ${
          !running && complete && !this.#closer && count > 0
            ? html`<button class="button button-plain"
          @click=${() => this.#lookCloser()}>${t("review.look.deeper")}</button>`
            : nothing
        }
      </div>
      ${
        running
          ? html`<progress class="look-progress" max=${count} value=${turns.size}
        aria-label=${t("review.look")}></progress>`
          : nothing
      }
      ${trouble ? html`<p role="alert">${t("review.look.failed")}</p>` : nothing}
      ${turns.size > 0 ? html`<p class="soft small">${curveLabel(this.table)}</p>` : nothing}
      ${turns.size > 0 ? curve(this.table, progress, this.#curveOptions()) : nothing}
      ${turns.size === 0 && !running ? html`<p class="soft small">${t("review.look.text")}</p>` : nothing}
    </section>`;
  }

  /** The options of the curve. A narrower window gets fewer units of width, so that the text stays readable. */
  #curveOptions(): CurveOptions {
    return { width: Math.max(420, Math.round(this.#under.clientWidth * 1.2)), go: (stop) => this.#transport.go(stop) };
  }

  #halt(): void {
    this.#analysis.stop();
    this.#paint();
  }

  #paint(): void {
    const { table } = this;
    const names = this.#names;
    const { stop } = table;
    const { drawn } = placeOf(table.steps, stop);
    const turn = this.#analysis.progress.turns.get(drawn ? stop : stop - 1);
    if (this.back) render(html`<a class="button" href=${this.back}>${backIcon} ${t("review.back")}</a>`, this.#way);
    render(html`${transportBar(table, this.#transport, names)}${this.#lookPanel()}`, this.#under);
    render(
      html`<div class="panels">
        ${scoreboard(this.#shown.view, { pictures: this.#pictures, now: 0 })}
        ${turnCard(table, turn, {
          names,
          pictures: this.#pictures,
          show: (move) => this.#board.ghost(move),
          brings: (move) => turnText(table.engine.tryMove(move), names),
          rolled: (at) => this.#rollOut.at(at),
          rollOut: (each) => void this.#rollOut.start(each),
        })}
        ${tabList(this.#tabs(), this.#currentTab(), (tab) => this.#choose(tab))}
        <div class="tab-panel" role="tabpanel" id="panel-now" aria-labelledby=${`tab-${this.#currentTab()}`}
          tabindex="0">${this.#panel()}</div>
        <div class="row">
          <a class="button" href="#/review">${t("review.another")}</a>
          ${
            table.view.setup.game === "classic"
              ? html`<button class="button button-plain"
                @click=${() => void this.#copyLabLink().catch(toastError)}>${t("review.lab")}</button>`
              : nothing
          }
          ${takeAway(table, () => table.engine.picture(pictureTheme(table.view.setup.game)))}
        </div>
      </div>`,
      this.#side,
    );
  }

  /** Keeps the mistakes of a side as puzzles. */
  #practise(side: number): void {
    const { progress } = this.#analysis;
    keepMistakes(mistakesOf(analysedGame(this.table), [...progress.turns.values()], side), dayOf(new Date()));
    toast(t("review.practise.kept"));
  }

  /** Copies the game up to the shown stop as a link of CarcassonneLab. */
  async #copyLabLink(): Promise<void> {
    const { engine, view } = this.table;
    const link = JSON.parse(engine.command("lab-link")[0]) as string;
    const names = link.replace(/players=([\d,]*)/, (_, seats: string) => {
      const named = seats.split(",").map((seat) => encodeURIComponent(view.seats[Number(seat) - 1].name));
      return `players=${named.join(",")}`;
    });
    await loadArea("lobby");
    await copyAddress(names);
  }

  #currentTab(): Name {
    if (this.#tab === "final" && this.table.view.stage !== "over") this.#tab = "turns";
    return this.#tab;
  }
}
