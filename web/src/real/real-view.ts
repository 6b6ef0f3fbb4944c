/** A game at a real table: the board, and beside it what has to be entered next, corrections and scores. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { Engine } from "../../../js/src/engine";
import { BoardView } from "../board/board";
import { reviewRoute } from "../game/link";
import { type Names, namesOf } from "../panels/log";
import { Pictures, tileImage } from "../panels/pictures";
import { goalsWithin, scoreboard } from "../panels/scoreboard";
import { Shown } from "../panels/shown";
import { seatsOfSides, tilesInStack } from "../panels/sides";
import { announce } from "../ui/announce";
import { go } from "../ui/screen";
import { toastError } from "../ui/toast";
import { number, t } from "../words/words";
import type { RealTable } from "./real-table";

const FACES = [1, 2, 3, 4, 5, 6];

export class RealView {
  readonly #pictures: Pictures;
  readonly #names: Names;
  readonly #shown: Shown;
  readonly #board: BoardView;
  readonly #stop: () => void;
  /** The faces that were entered of the dice that are due. */
  #faces: number[] = [];

  /** The view owns table and engine. */
  constructor(
    private readonly host: HTMLElement,
    private readonly table: RealTable,
    engine: Engine,
  ) {
    const { view } = table;
    render(
      html`<div class="real"><div class="real-board"></div><section class="real-side" tabindex="-1"></section></div>`,
      host,
    );
    this.#pictures = new Pictures(engine, view.setup.game);
    this.#names = namesOf(view.seats, seatsOfSides(view.state));
    this.#shown = new Shown(table);
    this.#board = new BoardView(host.querySelector<HTMLElement>(".real-board")!, table, {
      engine,
      pictures: this.#pictures,
      shown: this.#shown,
      goals: goalsWithin(() => this.#side()),
    });
    this.#stop = table.subscribe(() => {
      this.#faces = [];
      this.#paint();
    });
  }

  /** Repaints in the present language and theme. */
  refresh(): void {
    this.#board.refresh();
    this.#paint();
  }

  /** Closes the view and empties the host. */
  close(): void {
    this.#stop();
    this.#board.close();
    this.#shown.close();
    this.table.close();
    this.#pictures.close();
    render(nothing, this.host);
  }

  #side(): HTMLElement {
    return this.host.querySelector<HTMLElement>(".real-side")!;
  }

  #paint(): void {
    const { view } = this.table;
    render(
      html`<h1 class="unseen">${t("real.title")}</h1>
        <div class="real-next" aria-live="polite">${this.#next()}</div>
        ${this.#correction()}
        ${scoreboard(view, { pictures: this.#pictures, now: 0 })}
        ${this.#turns()}`,
      this.#side(),
    );
  }

  /** What has to be entered next. */
  #next(): TemplateResult {
    const { view, wanted } = this.table;
    const name = this.#names.seat(view.state.seat);
    const back = html`<button class="button button-plain" ?disabled=${view.words.length === 0}
      @click=${() => this.table.back()}>${t(wanted === "move" ? "real.other" : "real.back")}</button>`;
    switch (wanted) {
      case "tile":
        return html`<div class="row row-apart"><h2 class="legend">${t("real.tile", { name })}</h2>
            <span class="soft small figures">${t("panels.left", { n: tilesInStack(view) })}</span>${back}</div>
          ${this.#tiles()}`;
      case "move":
        return html`<div class="row row-apart"><h2 class="legend">${t("real.move", { name })}</h2>${back}</div>`;
      case "dice":
        return html`<div class="row row-apart"><h2 class="legend">${t("real.dice")}</h2>${back}</div>${this.#dice()}`;
      case "over":
        return html`<div class="row row-apart"><h2 class="legend">${t("real.over")}</h2>${back}
          <button class="button button-main" @click=${() => void this.#review().catch(toastError)}
            >${t("real.review")}</button></div>`;
    }
  }

  /** The tiles that are left, those with most copies first. */
  #tiles(): TemplateResult {
    const { bag } = this.table.view.state;
    const due = new Set(this.table.view.state.legal.map((line) => line.replace("draw ", "").split("*")[0]));
    const kinds = Object.entries(bag)
      .filter(([tile, n]) => n > 0 && due.has(tile))
      .sort((a, b) => b[1] - a[1]);
    return html`<ul class="real-tiles">${kinds.map(
      ([
        tile,
        n,
      ]) => html`<li><button class="real-tile" data-tile=${tile} aria-label=${t("panels.left.kind", { tile, n })}
        @click=${() => this.#pick(tile)}>
        <svg viewBox="0 0 1000 1000" aria-hidden="true">${tileImage(this.#pictures.tile(tile, 0))}</svg>
        <span class="kind-count figures">${number(n)}</span></button></li>`,
    )}</ul>`;
  }

  #pick(tile: string): void {
    this.table.pick(tile);
    if (this.table.wanted === "tile") announce(t("real.out"));
  }

  /** The dice that are due: a tap on a face enters the next die. */
  #dice(): TemplateResult {
    const dice = this.table.dice;
    const all = dice.flatMap(({ side, count }) => Array.from({ length: count }, () => side));
    const at = this.#faces.length;
    return html`<ul class="real-dice">${dice.map(
      ({ side }) => html`<li><b translate="no">${this.#names.side(side)}</b>
          <span class="figures">${all.map((own, i) =>
            own === side ? html` ${this.#faces[i] ?? (i === at ? "?" : "–")}` : nothing,
          )}</span></li>`,
    )}</ul>
      <div class="row real-faces" role="group" aria-label=${t("real.face", { name: this.#names.side(all[at]) })}
        >${FACES.map(
          (face) =>
            html`<button class="button figures" @click=${() => this.#enter(face, all)}>${number(face)}</button>`,
        )}</div>`;
  }

  #enter(face: number, all: readonly number[]): void {
    this.#faces = [...this.#faces, face];
    if (this.#faces.length < all.length) {
      this.#paint();
      return;
    }
    const faces = this.#faces;
    this.table.throwDice(this.table.dice.map(({ side }) => faces.filter((_, i) => all[i] === side)));
  }

  /** What a correction leads to, and the way back. */
  #correction(): TemplateResult | typeof nothing {
    const { correction } = this.table;
    if (!correction) return nothing;
    const { follow, fallen } = correction;
    const text =
      follow > 0 ? t("real.follow", { n: follow }) : fallen > 0 ? t("real.fallen", { n: fallen }) : t("real.corrected");
    return html`<div class="panel row row-apart" role="status"><span>${text}</span>
      <button class="button button-plain" @click=${() => this.table.restore()}>${t("real.restore")}</button></div>`;
  }

  /** All turns; a tap on one corrects it. */
  #turns(): TemplateResult | typeof nothing {
    const { turns } = this.table;
    if (turns.length === 0) return nothing;
    return html`<details class="real-turns"><summary class="button button-plain">${t("real.correct")}</summary>
      <ol reversed>${turns
        .map((turn, at) => {
          const tile = turn.findLast((word) => !word.startsWith("[") && !word.includes("@")) ?? "";
          const words = t("real.correct.turn", { n: at + 1, tile: tile.replace(/[()]/g, "") });
          return html`<li><button class="button button-plain" aria-label=${words} data-turn=${at + 1}
            @click=${() => this.table.correct(at)}>
            <svg class="turn-tile" viewBox="0 0 1000 1000" aria-hidden="true">${tileImage(
              this.#pictures.tile(tile.replace(/[()]/g, ""), 0),
            )}</svg> ${number(at + 1)}</button></li>`;
        })
        .reverse()}</ol></details>`;
  }

  async #review(): Promise<void> {
    go(await reviewRoute(await this.table.record()));
  }
}
