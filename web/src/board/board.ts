/** The board of a table: paints the position, animates the steps, and lets the person whose turn it is choose. */

import { html, nothing, render, type TemplateResult } from "lit-html";
import type { Engine } from "../../../js/src/engine";
import type { Cell, GameEvent } from "../../../js/src/types";
import type { Change, Step, TableModel, TableView } from "../game/model";
import { type Names, namesOf, sentences } from "../panels/log";
import type { Pictures } from "../panels/pictures";
import type { Shown } from "../panels/shown";
import { seatsOfSides } from "../panels/sides";
import { announce } from "../ui/announce";
import { onSettings, settings } from "../ui/settings";
import { loadStyle } from "../ui/style";
import { toastError } from "../ui/toast";
import { partsOf } from "../words/decisions";
import { loadArea, t } from "../words/words";
import { type Aids, heldRealms } from "./aids";
import type { BoardParts } from "./board-parts";
import { CardPlace } from "./card-place";
import { battleCard, putOutCard } from "./cards";
import type { ChoiceEntry } from "./choices";
import { Chooser } from "./chooser";
import { fitChoices } from "./dock";
import { Ending, type EndingOptions } from "./ending";
import { FinalShow } from "./final-show";
import { Flights } from "./flights";
import { boxAround, type Covered, cellOf, TILE_PX } from "./geometry";
import { GestureWatch } from "./gestures";
import { Hand } from "./hand";
import { boardKey, onTableKeys } from "./keys";
import { choiceList, listFocused } from "./list";
import { Maps } from "./maps";
import { StepPlayer } from "./motion";
import { NO_OVERLAY } from "./overlay";
import { Painting } from "./painting";
import { oddsWords, verdictWords } from "./phrases";
import { Pointer } from "./pointer";
import { type Scene, sceneTemplate } from "./scene";
import { BoardShow, type Goals } from "./show";
import { type Preview, previewOf } from "./sprites";
import { Stage } from "./stage";
import { throwBySpace } from "./throw";
import { type Tip, tipCorner } from "./tip";
import { tools } from "./tools";
import { Viewport } from "./viewport";

export interface BoardOptions {
  /** The engine is at the table's position whenever the table reports a change; the board leaves it there. */
  engine: Engine;
  pictures: Pictures;
  /** Called with events that have been shown. */
  shown?: Shown;
  /** The final scoring plays on the board; it needs `shown`. */
  finale?: boolean;
  /** The elements to which points and meeples fly. */
  goals?: Goals;
  /** If present, the podium is shown over the board: its buttons, and a function that is called when it appears or
   * disappears. */
  ending?: { buttons: EndingOptions["buttons"]; shown(on: boolean): void };
  /** Holds cards that lie over the upper part of the board. */
  notices?: Element;
  /** Asks for hints; absent where there are none. */
  hint?(): void;
  /** Called when the table refuses a turn; if it is absent, a notice shows the reason. */
  refused?(error: unknown): void;
  /** Called when everything that happened has been shown. */
  played?(): void;
}

/** The minimum width in pixels of the tile that is being laid, so that its spots are large enough for a mouse (fine) or
 * a finger (coarse). */
const NEAR_PX = { fine: 72, coarse: 104 };

/** The margin, in tiles, that is shown around the tile being laid. It is small, so that the view moves as little as
 * possible. */
const NEAR_MARGIN = 0.3;

const MOVES = ["placed", "meeple", "arrow", "battle", "throw"];

function tellKeys(): void {
  Promise.all([import("./keys-help"), loadArea("hints"), loadStyle("late")])
    .then(([{ showKeys }]) => showKeys())
    .catch(toastError);
}

/** The board of one table inside a host element. */
export class BoardView {
  readonly #stage = new Stage();
  readonly #maps: Maps;
  readonly #chooser: Chooser;
  readonly #show: BoardShow;
  readonly #player: StepPlayer;
  readonly #flights = new Flights(() => this.host.querySelector(".board-flights"));
  readonly #final: FinalShow;
  readonly #pointer: Pointer;
  readonly #hand: Hand;
  readonly #painting: Painting;
  readonly #ending: Ending;
  readonly #cards: CardPlace;
  readonly #viewport: Viewport;
  readonly #stops: (() => void)[] = [];
  #view: TableView;
  #hint: string | null = null;
  #ranked: readonly string[] = [];
  #lit: readonly string[] = [];

  constructor(
    private readonly host: HTMLElement,
    private readonly table: TableModel,
    private readonly options: BoardOptions,
  ) {
    this.#view = table.view;
    this.#maps = new Maps(options.engine);
    this.#chooser = this.#newChooser();
    this.#show = this.#newShow();
    this.#ending = this.#newEnding();
    this.#cards = new CardPlace(host, (box, covered) => void this.#viewport.reveal(box, covered));
    this.#player = new StepPlayer(this.#show);
    const parts = this.#parts();
    this.#pointer = new Pointer(parts);
    this.#hand = new Hand(parts, table, this.#pointer, options.hint);
    this.#painting = new Painting(parts);
    this.#final = new FinalShow(parts, {
      shown: options.shown,
      ended: (over) => (over ? this.#end() : this.#ending.hide()),
    });
    this.#stage.show(this.#view.state, this.#view.words);
    this.#paint();
    const window = host.querySelector<HTMLElement>(".board-view")!;
    this.#viewport = new Viewport(window, host.querySelector<HTMLElement>(".board-plane")!, () => this.#paint());
    const gestures = new GestureWatch(window, this.#pointer.gestures());
    this.#stops.push(() => gestures.close());
    this.#stops.push(onSettings(() => this.#paint()));
    this.#stops.push(onTableKeys({ help: tellKeys, type: () => this.#type() }));
    this.#stops.push(throwBySpace(() => this.#player.roll()));
    this.#stops.push(table.subscribe((view, change) => this.#changed(view, change)));
    table.waitFor?.(() => this.#player.rest);
  }

  /** Lights up the segments of a realm ("route.E@0,0"); none for an empty list. */
  highlight(segments: readonly string[]): void {
    this.#lit = segments;
    this.#paint();
  }

  /** Moves the view to a cell, and lights up these segments. */
  reveal(cell: Cell, segments: readonly string[]): void {
    this.#lit = segments;
    this.#viewport.approach(boxAround([cell], 1), NEAR_PX.coarse);
    this.#paint();
  }

  /** Shows a turn as a preview; null removes the preview. */
  ghost(move: string | null): void {
    this.#hint = move;
    this.#paint();
  }

  /** Shows turns with their ranks, the best first, until a tile is laid or the table changes. A tile that lies already
   * returns to the hand. */
  rank(moves: readonly string[]): void {
    this.#ranked = moves;
    if (moves.length > 0) {
      this.#chooser.release();
      const cells = moves.flatMap((move) => previewOf(move, "red")?.placement ?? []);
      this.#viewport.reveal(boxAround(cells, 0), this.#covered());
    }
    this.#paint();
  }

  /** Makes a shown turn the person's choice, which the person can change, take back or send. */
  adopt(move: string): void {
    this.#hint = null;
    this.#chooser.adopt(move);
  }

  /** Repaints the board after a change of language or theme. */
  refresh(): void {
    this.#paint();
  }

  /** Closes the board and empties the host. */
  close(): void {
    this.#hand.close();
    this.#pointer.close();
    for (const stop of this.#stops) stop();
    this.#player.clear();
    this.#ending.close();
    this.#final.close();
    this.#flights.clear();
    this.#viewport.close();
    render(nothing, this.host);
  }

  #parts(): BoardParts {
    const { engine, pictures } = this.options;
    return {
      host: this.host,
      engine,
      pictures,
      stage: this.#stage,
      maps: this.#maps,
      chooser: this.#chooser,
      show: this.#show,
      player: this.#player,
      viewport: () => this.#viewport,
      view: () => this.#view,
      names: () => this.#names(),
      aids: () => this.#aids(),
      paint: () => this.#paint(),
    };
  }

  #newChooser(): Chooser {
    const { engine, refused = toastError } = this.options;
    const names = () => this.#names();
    const changed = () => this.#chose();
    const realms = () => this.#realms();
    const [table, maps, stage] = [this.table, this.#maps, this.#stage];
    const rated = () => this.#aids()?.ratings ?? false;
    return new Chooser({ table, engine, maps, stage, names, realms, rated, changed, refused });
  }

  #newShow(): BoardShow {
    return new BoardShow({
      host: this.host,
      stage: this.#stage,
      maps: this.#maps,
      flights: this.#flights,
      pictures: this.options.pictures,
      goals: this.options.goals,
      view: () => this.#view,
      name: (side) => this.#names().side(side),
      odds: (dice) => this.options.engine.odds(dice),
      handFrom: (at) => this.#hand.from(at),
      roll: () => void this.#player.roll(),
      paint: () => this.#paint(),
      laid: () => this.#follow(),
      told: (event) => this.#told(event),
      done: () => this.#played(),
    });
  }

  #newEnding(): Ending {
    const { pictures, ending } = this.options;
    const changed = (open: boolean) => {
      ending?.shown(open);
      this.#paint();
    };
    const buttons = (close: () => void) => ending!.buttons(close);
    return new Ending({ pictures, view: () => this.#view, names: () => this.#names(), buttons, changed });
  }

  #names(): Names {
    return namesOf(this.#view.seats, seatsOfSides(this.#view.state));
  }

  #changed(view: TableView, change: Change): void {
    const lost = view.lost && !this.#view.lost;
    this.#view = view;
    this.#hint = null;
    this.#ranked = [];
    this.#pointer.goOn();
    if (change.jumped) this.#jump();
    for (const step of change.steps) this.#player.play(step, this.#isLying(step));
    if (this.#player.idle) this.#stage.show(view.state, view.words);
    this.#chooser.take(view);
    if (view.stage !== "over") this.#ending.hide();
    else if (lost) this.#end();
    this.#paint();
    this.#follow();
    this.#hand.drawSoon();
  }

  /** Shows the table's position at once, after a jump. */
  #jump(): void {
    this.#player.clear();
    this.#final.jump();
    this.#flights.clear();
    this.#show.scoredOver();
    this.#ending.hide();
  }

  /** Whether the person at this device laid this tile, so that it is shown already. */
  #isLying(step: Step): boolean {
    return this.#chooser.sent !== null && step.words.includes(this.#chooser.sent);
  }

  #told(event: GameEvent): void {
    this.options.shown?.advance();
    const { fight } = this.#show;
    const verdict = event.event === "lost" && fight ? verdictWords(fight.battle) : "";
    if (verdict) announce(verdict);
    if (!MOVES.includes(event.event)) return;
    for (const line of sentences([event], this.#names())) announce(line.text);
    if (event.event === "battle") announce(oddsWords(event.dice, this.options.engine, this.#names()));
  }

  /** Called when everything that happened has been shown; after the last turn it starts the final scoring. */
  #played(): void {
    this.#stage.show(this.#view.state, this.#view.words);
    if (this.options.finale && this.#final.gains.length > 0) this.#final.start();
    else {
      this.options.shown?.hide(0);
      if (this.#view.stage === "over") this.#end();
      this.#follow();
    }
    this.#paint();
    this.#hand.drawSoon();
    this.options.played?.();
  }

  /** Shows the podium when nothing more is to be shown. */
  #end(): void {
    if (this.options.ending) this.#ending.show();
  }

  /** Opens the box in which turns and questions are typed. */
  #type(): void {
    const [chooser, maps] = [this.#chooser, this.#maps];
    const view = () => this.#view;
    const names = () => this.#names();
    const realms = () => this.#realms();
    const draw = () => this.#hand.draw();
    Promise.all([import("./typed-box"), loadArea("hints"), loadStyle("late")])
      .then(([{ openTyped }]) => openTyped({ chooser, maps, view, names, realms, draw }))
      .catch(toastError);
  }

  #chose(): void {
    this.#pointer.goOn();
    this.#paint();
    const { turn } = this.#chooser;
    const coarse = matchMedia("(pointer: coarse)").matches;
    const near = coarse ? NEAR_PX.coarse : NEAR_PX.fine;
    if (turn?.placement && (coarse || !turn.settled))
      this.#viewport.approach(boxAround([this.#lookedAt(turn.placement)], NEAR_MARGIN), near, this.#covered());
    else this.#follow(this.#cursor());
  }

  /** The part of the window that the cards cover. */
  #covered(): Covered {
    const { top } = this.host.querySelector(".board-view")!.getBoundingClientRect();
    const cards = [...(this.options.notices?.querySelectorAll(".notice") ?? [])];
    const reach = cards.map((card) => card.getBoundingClientRect().bottom - top);
    return { top: Math.max(0, ...reach), right: 0, bottom: 0 };
  }

  /** The cell of the decision at the keyboard cursor or the pointer, wherever it is on the board; otherwise the tile's
   * cell. */
  #lookedAt(placement: Cell): Cell {
    const { entries, at } = this.#chooser;
    const { cell } = partsOf(entries[at]?.key ?? "");
    return cell === null ? placement : cellOf(cell);
  }

  /** The camera follows the game, to a cell or the last tile, unless a tile is being laid. */
  #follow(cell: Cell | null = null): void {
    if (this.#chooser.turn?.placement) return;
    const looked = cell ?? this.#stage.last ?? { x: 0, y: 0 };
    this.#viewport.follow(this.#painting.box, boxAround([looked], 1));
  }

  /** The cell of the place or realm at the keyboard cursor. */
  #cursor(): Cell | null {
    const { entries, at, mode } = this.#chooser;
    const key = listFocused(this.host) && mode !== "decisions" ? entries[at]?.key : undefined;
    return key ? cellOf(key.slice(key.indexOf("@") + 1)) : null;
  }

  /** The active aids; null if the table locks them. */
  #aids(): Aids | null {
    const { owners, worth, holes, fits, ratings } = settings();
    const { aids, hints } = this.#view.setup;
    return aids ? { owners, worth, holes, fits, ratings: ratings && hints } : null;
  }

  /** The realms that can be looked at; empty where the table locks this aid. */
  #realms(): ChoiceEntry[] {
    return this.#aids() ? heldRealms(this.#view, this.#names()) : [];
  }

  /** The dock: of the final scoring once it has begun, otherwise of the tile in hand. */
  #dock(preview: Preview | null): TemplateResult {
    return this.options.finale && this.#final.begun ? this.#final.dock() : this.#hand.dock(preview);
  }

  #scene(preview: Preview | null, tip: Tip | null): Scene {
    const { turn } = this.#chooser;
    const { colours, seat } = this.#view.state;
    const settled = this.options.shown?.view ?? this.#view;
    return this.#painting.scene({
      preview: this.#hint ? previewOf(this.#hint, colours[seat - 1]) : preview,
      lit: this.#lit.length > 0 ? this.#lit : (tip?.segments ?? []),
      // while the person has laid no tile and looks at no single proposal
      ranked: !this.#hint && turn && !turn.placement ? this.#ranked : [],
      refused: this.#pointer.refused?.cell ?? null,
      // the final scoring lights up realms itself
      completed: settled.stage === "over" || this.#final.begun ? null : settled,
      scale: this.#viewport?.scale ?? NO_OVERLAY.scale,
    });
  }

  #card(): TemplateResult | typeof nothing {
    const { fight, out } = this.#show;
    if (fight) return battleCard({ ...fight, pictures: this.options.pictures, roll: () => this.#player.roll() });
    if (!out) return nothing;
    return putOutCard(
      this.options.pictures.tile(out.tile, 0, null, this.#stage.tiles.length),
      this.#names().seat(out.seat),
      this.#maps.words(out.tile),
    );
  }

  #keys(): Parameters<typeof boardKey>[1] {
    return {
      chooser: this.#chooser,
      zoom: (factor) => this.#viewport.zoomBy(factor),
      pan: (by) => this.#viewport.panBy(by),
      fit: () => this.#viewport.fit(),
    };
  }

  #paint(): void {
    const { entries, at, turn, mode } = this.#chooser;
    const preview = this.#hint ? null : this.#pointer.preview();
    const tip = this.#final.playing || this.#ending.open ? null : this.#pointer.tip(preview);
    const keyed = (event: KeyboardEvent) => boardKey(event, this.#keys());
    render(
      html`<section class="board" aria-label=${t("board.board")} @keydown=${keyed}>
        ${choiceList({ entries, at, turn, mode, repaint: () => this.#paint() })}
        <div class="board-window">
          <div class="board-view">
            <div class="board-plane">${sceneTemplate(this.#scene(preview, tip))}</div>
            <div class="board-cards">${this.#card()}</div>
            ${tip ? html`<p class="board-tip">${tip.words}</p>` : nothing}
          </div>
          ${tools(this.#aids(), this.#view.setup.hints, {
            zoom: (factor) => this.#viewport.zoomBy(factor),
            fit: () => this.#viewport.fit(),
            keys: tellKeys,
          })}
          ${this.#ending.template()}
        </div>
        ${this.#dock(preview)}
        <div class="board-flights" aria-hidden="true"></div>
      </section>`,
      this.host,
    );
    fitChoices(this.host);
    this.#place(tip);
    this.#cards.place(this.#show.flash?.parts ?? []);
  }

  /** Sets the positions of the picture and the tip, which need styles that attributes cannot express. */
  #place(tip: Tip | null): void {
    const { left, top } = this.#painting.box;
    const scene = this.host.querySelector<SVGElement>(".board-scene")!;
    scene.style.left = `${left * TILE_PX}px`;
    scene.style.top = `${top * TILE_PX}px`;
    const words = this.host.querySelector<HTMLElement>(".board-tip");
    if (!words || !tip) return;
    const { clientWidth: width, clientHeight: height } = words.parentElement!;
    const size = { width: words.offsetWidth, height: words.offsetHeight };
    const corner = tipCorner(tip.at, tip.tall, size, { width, height });
    words.style.left = `${corner.x}px`;
    words.style.top = `${corner.y}px`;
  }
}
