/** The board of a table: paints the position, animates the steps, and lets the person whose turn it is choose. */

import { html, nothing, render, type TemplateResult } from "lit-html";
import type { Engine } from "../../../js/src/engine";
import type { Cell, GameEvent } from "../../../js/src/types";
import type { Change, Seat, Step, TableModel, TableView } from "../game/model";
import { type Names, namesOf, sentences } from "../panels/log";
import type { Pictures } from "../panels/pictures";
import type { Shown } from "../panels/shown";
import { finalEvents, finalGains, seatsOfSides, segmentsOf, tilesInStack } from "../panels/sides";
import { supply } from "../panels/supply";
import { winnersText } from "../panels/winners";
import { announce } from "../ui/announce";
import { onSettings, settings } from "../ui/settings";
import { loadStyle } from "../ui/style";
import { toastError } from "../ui/toast";
import { partsOf } from "../words/decisions";
import { loadArea, t } from "../words/words";
import { type Aids, heldRealms, overlayOf, ownersOf, realmWords } from "./aids";
import { CardPlace } from "./card-place";
import { battleCard, putOutCard } from "./cards";
import { Chooser } from "./chooser";
import { type DockActions, type DockState, dock, fitChoices } from "./dock";
import { type DragActions, dragTile } from "./drag";
import { Ending, type EndingOptions } from "./ending";
import { Finale, type FinaleState, finaleDock, pace } from "./finale";
import { Flights } from "./flights";
import { type Box, boxAround, type Covered, cellAt, cellOf, keyOf, type Point, TILE_PX } from "./geometry";
import { GestureWatch } from "./gestures";
import { boardKey, onTableKeys } from "./keys";
import { choiceList } from "./list";
import { litRealms } from "./lit";
import { Maps } from "./maps";
import { StepPlayer } from "./motion";
import { NO_OVERLAY, type Overlay } from "./overlay";
import { oddsWords, refusalWords, verdictWords } from "./phrases";
import { type Found, RealmFinder, realmOf } from "./realm-finder";
import {
  type ArrowLight,
  type Ghost,
  type LitRealm,
  type Proposal,
  type RatedPlace,
  type Scene,
  sceneTemplate,
} from "./scene";
import { BoardShow, type Goals } from "./show";
import { ghostOf, meepleSprites, type Preview, previewOf, proposalsOf, tileSprites } from "./sprites";
import { Stage } from "./stage";
import { throwBySpace } from "./throw";
import { tipCorner } from "./tip";
import { tools } from "./tools";
import type { Turn } from "./turn";
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

/** Milliseconds before the board draws a tile automatically. */
const DRAW_PAUSE_MS = 350;

/** Milliseconds for which the board shows why a dropped tile does not fit. */
const REFUSED_MS = 4000;

/** The margin, in tiles, around the board: the neighbouring cells and a little more. */
const MARGIN = 1.15;

const NO_AIDS: Aids = { owners: false, worth: false, holes: false, fits: false, ratings: false };
const MOVES = ["placed", "meeple", "arrow", "battle", "throw"];

/** The overlay that was computed for a position and aids. */
interface Known {
  view: TableView | null;
  aids: Aids;
  shown: Omit<Overlay, "scale">;
}

/** The realm at the pointer, with the point of the window. */
interface Pointed {
  at: Point;
  found: Found;
}

/** A text next to a point of the window, with the segments that light up while it is shown. */
interface Tip {
  at: Point;
  /** The height in pixels of the place, from that point down: if there is no room above the point, the text lies below
   * this height. */
  tall: number;
  words: string;
  segments: readonly string[];
}

function tellKeys(): void {
  Promise.all([import("./keys-help"), loadArea("hints"), loadStyle("late")])
    .then(([{ showKeys }]) => showKeys())
    .catch(toastError);
}

/** The board of one table inside a host element. */
export class BoardView {
  readonly #stage = new Stage();
  readonly #maps: Maps;
  readonly #finder: RealmFinder;
  readonly #chooser: Chooser;
  readonly #show: BoardShow;
  readonly #player: StepPlayer;
  readonly #flights = new Flights(() => this.host.querySelector(".board-flights"));
  readonly #finale = new Finale({
    count: () => this.#finals().length,
    show: (at, state) => this.#showFinale(at, state),
  });
  readonly #ending: Ending;
  readonly #cards: CardPlace;
  readonly #viewport: Viewport;
  readonly #stops: (() => void)[] = [];
  #view: TableView;
  #overlay: Known = { view: null, aids: NO_AIDS, shown: NO_OVERLAY };
  #hint: string | null = null;
  #ranked: readonly string[] = [];
  #lit: readonly string[] = [];
  #pointed: Pointed | null = null;
  /** The point of the board under the finger when it was pressed, and the scale; the view may move until the finger is
   * lifted. */
  #touched = { point: { x: 0, y: 0 }, scale: 1 };
  #hover: Cell | null = null;
  /** The tile in hand is being dragged. */
  #dragged = false;
  /** The cell at which the tile in hand was shown last. */
  #held: Cell | null = null;
  #drawTimer = 0;
  /** The cell where a tile was dropped that does not fit, with the reason. */
  #refused: { cell: Cell; words: string } | null = null;
  #refusedTimer = 0;
  /** The timer that ends when the points of the final scoring have arrived. */
  #landing = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly table: TableModel,
    private readonly options: BoardOptions,
  ) {
    this.#view = table.view;
    this.#maps = new Maps(options.engine);
    this.#finder = new RealmFinder(this.#stage, this.#maps);
    this.#chooser = this.#newChooser();
    this.#show = this.#newShow();
    this.#ending = this.#newEnding();
    this.#cards = new CardPlace(host, (box, covered) => void this.#viewport.reveal(box, covered));
    this.#player = new StepPlayer(this.#show);
    this.#stage.show(this.#view.state);
    this.#paint();
    const window = host.querySelector<HTMLElement>(".board-view")!;
    this.#viewport = new Viewport(window, host.querySelector<HTMLElement>(".board-plane")!, () => this.#paint());
    const gestures = new GestureWatch(window, this.#gestures());
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
    clearTimeout(this.#drawTimer);
    clearTimeout(this.#refusedTimer);
    for (const stop of this.#stops) stop();
    this.#player.clear();
    this.#ending.close();
    this.#finale.close();
    clearTimeout(this.#landing);
    this.#flights.clear();
    this.#viewport.close();
    render(nothing, this.host);
  }

  #newChooser(): Chooser {
    const { engine, refused = toastError } = this.options;
    const names = () => this.#names();
    const changed = () => this.#chose();
    const realms = () => (this.#aids() ? heldRealms(this.#view, this.#names()) : []);
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
      handFrom: (at) => this.#handFrom(at),
      roll: () => void this.#player.roll(),
      paint: () => this.#paint(),
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
    this.#refused = null;
    if (change.jumped) this.#jump();
    for (const step of change.steps) this.#player.play(step, this.#isLying(step));
    if (this.#player.idle) this.#stage.show(view.state);
    this.#chooser.take(view);
    if (view.stage !== "over") this.#ending.hide();
    else if (lost) this.#end();
    this.#paint();
    this.#follow();
    this.#drawSoon();
  }

  /** Shows the table's position at once, after a jump. If the game is over there, its final scoring counts as shown. */
  #jump(): void {
    this.#player.clear();
    this.#finale.close();
    clearTimeout(this.#landing);
    this.#flights.clear();
    this.#show.scoredOver();
    this.#ending.hide();
    if (this.#finals().length > 0) this.#finale.end();
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
    this.#stage.show(this.#view.state);
    if (this.options.finale && this.#finals().length > 0) {
      if (!this.#finale.begun) this.#finale.start();
    } else {
      this.options.shown?.hide(0);
      if (this.#view.stage === "over") this.#end();
    }
    this.#paint();
    this.#drawSoon();
    this.options.played?.();
  }

  /** Shows the podium when nothing more is to be shown. */
  #end(): void {
    if (this.options.ending) this.#ending.show();
  }

  /** The gains of the final scoring; empty before the end of the game. */
  #finals(): ReturnType<typeof finalGains> {
    return this.#view.stage === "over" ? finalGains(this.#view.steps) : [];
  }

  /**
   * Lights up the realm that is scored, and moves the view to it. Points and result are displayed only as far as they
   * have been shown.
   */
  #showFinale(at: number, state: FinaleState): void {
    const events = this.#finals();
    const event = state === "ended" ? undefined : events[at - 1];
    if (at === 0) this.#viewport.fit();
    if (event) this.#show.scored(event);
    else this.#show.scoredOver();
    const over = at >= events.length && state !== "plays";
    if (state === "ended") this.#end();
    else this.#ending.hide();
    const all = finalEvents(this.#view.steps);
    const land = () => this.options.shown?.hide(over ? 0 : all.length - all.indexOf(events[at - 1]));
    const fly = () =>
      this.#after(event && state === "plays" ? this.#show.rise(event, pace(events.length) / 2) : 0, land);
    const parts = event ? (this.#show.flash?.parts ?? []) : [];
    this.#after(parts.length > 0 ? this.#viewport.reveal(boxAround(parts, 0)) : 0, fly);
    if (event && state === "stands") for (const line of sentences([event], this.#names())) announce(line.text);
    this.#paint();
  }

  /** Continues the final scoring when the animation has ended. */
  #after(ms: number, then: () => void): void {
    clearTimeout(this.#landing);
    if (ms > 0) this.#landing = window.setTimeout(then, ms);
    else then();
  }

  /** Whether the first tile is not drawn yet; drawing it starts the clock. */
  #begins(): boolean {
    const { clock, setup, words } = this.#view;
    return clock !== null && setup.clock.kind !== "days" && words.length === 0;
  }

  /** Whether the board draws automatically: not for the first tile if that starts the clock. */
  #drawsItself(): boolean {
    return settings().autoDraw && !this.#begins();
  }

  #drawSoon(): void {
    clearTimeout(this.#drawTimer);
    if (!this.#view.may.draw || !this.#drawsItself() || !this.#player.idle) return;
    this.#drawTimer = window.setTimeout(() => this.#drawTile(), DRAW_PAUSE_MS);
  }

  #drawTile(): void {
    clearTimeout(this.#drawTimer);
    if (this.#view.may.draw) this.table.draw().catch(toastError);
  }

  /** Opens the box in which turns and questions are typed. */
  #type(): void {
    const [chooser, maps] = [this.#chooser, this.#maps];
    const view = () => this.#view;
    const names = () => this.#names();
    const realms = () => (this.#aids() ? heldRealms(this.#view, this.#names()) : []);
    const draw = () => this.#drawTile();
    Promise.all([import("./typed-box"), loadArea("hints"), loadStyle("late")])
      .then(([{ openTyped }]) => openTyped({ chooser, maps, view, names, realms, draw }))
      .catch(toastError);
  }

  #chose(): void {
    this.#refused = null;
    this.#paint();
    const { turn } = this.#chooser;
    const coarse = matchMedia("(pointer: coarse)").matches;
    const near = coarse ? NEAR_PX.coarse : NEAR_PX.fine;
    if (turn?.placement && (coarse || !turn.settled))
      this.#viewport.approach(boxAround([this.#lookedAt(turn.placement)], NEAR_MARGIN), near, this.#covered());
    else this.#follow();
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

  #box(): Box {
    return boxAround(this.#view.state.board.length > 0 ? this.#view.state.board : [{ x: 0, y: 0 }], MARGIN);
  }

  #follow(): void {
    if (!this.#chooser.turn?.placement) this.#viewport.follow(this.#box());
  }

  /** The position of the tile in hand relative to the middle of a cell. */
  #handFrom(at: Point): Point {
    const view = this.host.querySelector(".board-view")!.getBoundingClientRect();
    const dock = this.host.querySelector(".board-dock")!.getBoundingClientRect();
    const hand = this.#viewport.boardAt({ x: dock.left - view.left + 80, y: dock.top - view.top + 60 });
    return { x: hand.x - at.x - 0.5, y: hand.y - at.y - 0.5 };
  }

  #gestures(): ConstructorParameters<typeof GestureWatch>[1] {
    return {
      drag: (on) => this.#viewport.drag(on),
      pan: (by) => this.#viewport.pan(by),
      zoom: (at, factor) => this.#viewport.zoom(at, factor),
      down: (at) => {
        this.#touched = { point: this.#viewport.boardAt(at), scale: this.#viewport.scale };
      },
      tap: (at) => this.#tap(at),
      point: (at) => this.#point(at),
      wheel: (at, steps) => this.#wheel(at, steps),
    };
  }

  #tap(at: Point): void {
    if (this.#player.roll()) return;
    const shown = this.#show.fight !== null || this.#show.out !== null;
    this.#player.skip();
    if (shown) return;
    this.#point(null);
    if (!this.#chooser.tap(this.#touched.point, this.#touched.scale)) this.#point(at);
  }

  /** Handles a pointer that hovers at a place: shows the text about the realm there, or the tile as it would lie. */
  #point(at: Point | null): void {
    const point = at && this.#viewport.boardAt(at);
    const found = point && this.#aids() ? this.#finder.at(point, this.#view) : null;
    const cell = point && this.#chooser.turn?.places.has(keyOf(cellAt(point))) ? cellAt(point) : null;
    const same =
      this.#pointed?.found.realm === found?.realm &&
      keyOf(cell ?? { x: 0.5, y: 0 }) === keyOf(this.#hover ?? { x: 0.5, y: 0 });
    this.#pointed = at && found ? { at, found } : null;
    this.#hover = cell;
    if (!same) this.#paint();
  }

  /** Handles the wheel: over the tile being laid it rotates the tile. */
  #wheel(at: Point, steps: number): boolean {
    const placement = this.#chooser.turn?.placement;
    if (!placement || keyOf(cellAt(this.#viewport.boardAt(at))) !== keyOf(placement)) return false;
    if (steps !== 0) this.#chooser.rotate(steps);
    return true;
  }

  /** The active aids; null if the table locks them. */
  #aids(): Aids | null {
    const { owners, worth, holes, fits, ratings } = settings();
    const { aids, hints } = this.#view.setup;
    return aids ? { owners, worth, holes, fits, ratings: ratings && hints } : null;
  }

  /** The overlay of the position; it does not change while pieces move. */
  #overlayNow(): Known["shown"] {
    const aids = this.#aids() ?? NO_AIDS;
    const known = this.#overlay;
    const same = known.view === this.#view && JSON.stringify(known.aids) === JSON.stringify(aids);
    if (same) return known.shown;
    if (!this.#player.idle) return this.#resting(known.shown);
    const shown = overlayOf(this.#view, aids, this.#stage, this.#maps, this.options.engine);
    this.#overlay = { view: this.#view, aids, shown };
    return shown;
  }

  /** The previous overlay without the cells that have been filled since. */
  #resting(overlay: Known["shown"]): Known["shown"] {
    const empty = ({ x, y }: Cell) => !this.#stage.tileAt(x, y);
    return { ...overlay, holes: overlay.holes.filter(empty), fits: overlay.fits.filter(empty) };
  }

  /** The draw number of the tile in hand; a tile's look depends on it. */
  get #drawn(): number {
    return this.#view.state.board.length;
  }

  /** The preview to show: a hint, the turn being chosen, or the tile at the pointer or the keyboard cursor. */
  #preview(): Preview | null {
    const { turn, entries, at, mode } = this.#chooser;
    const colour = this.#view.state.colours[this.#view.state.seat - 1];
    if (this.#hint) return previewOf(this.#hint, colour);
    if (!turn) return null;
    const keyed = this.#listFocused() && mode === "places";
    if (turn.placement) {
      const { tile, placement, decision, decisions } = turn;
      return { tile, placement, decision, decisions, pointed: entries[at]?.key ?? null, colour, hint: false };
    }
    const cell = this.#hover ?? (keyed && entries[at] ? cellOf(entries[at].key) : null);
    const placement = cell && turn.lying(cell);
    if (!placement) return null;
    return { tile: turn.tile, placement, decision: null, decisions: [], pointed: null, colour, hint: true };
  }

  #places(turn: Turn): RatedPlace[] {
    const ratings = this.#chooser.ratings;
    return [...turn.places.keys()].map((key) => ({ ...cellOf(key), rating: ratings && (ratings.get(key) ?? 1) }));
  }

  /** The proposed turns, while the person has laid no tile and looks at no single proposal. */
  #proposals(): Proposal[] {
    if (this.#hint || !this.#chooser.turn || this.#chooser.turn.placement) return [];
    const colour = this.#view.state.colours[this.#view.state.seat - 1];
    return proposalsOf(this.#ranked, colour, this.#drawn, this.#stage, this.#maps, this.options.pictures);
  }

  /** Whether the person uses the keyboard: a focus caused by a tap shows no cursor. */
  #listFocused(): boolean {
    return this.host.querySelector(".board-list:focus-visible") !== null;
  }

  /** The realms completed within the last round; empty during the final scoring, which lights up realms itself. */
  #litRealms(): LitRealm[] {
    const { steps, seats, state, stage } = this.options.shown?.view ?? this.#view;
    if (stage === "over" || this.#finale.begun) return [];
    return litRealms(steps, seats.length).map((event) => ({
      parts: this.#maps.parts(this.#stage, segmentsOf(this.#view, event)),
      colour: ownersOf(state, event.sides)[0].colour,
    }));
  }

  /** The tiles whose arrows the turn can activate; the one that the present choice activates is highlighted. */
  #arrowLights(): ArrowLight[] {
    const { arrows, activated } = this.#chooser;
    return arrows.map(({ x, y, did }) => ({
      x,
      y,
      active: activated !== null && keyOf(activated) === keyOf({ x, y }) && activated.did === did,
    }));
  }

  #scene(tip: Tip | null, preview: Preview | null): Scene {
    const { state, steps } = this.#view;
    const { turn } = this.#chooser;
    const { pictures } = this.options;
    const ghost: Ghost | null = preview && ghostOf(preview, this.#drawn, this.#stage, this.#maps, pictures);
    const lit =
      this.#lit.length > 0
        ? this.#maps.parts(this.#stage, this.#lit)
        : this.#maps.parts(this.#stage, tip?.segments ?? []);
    const last = steps.flatMap((step) => step.events).findLast((event) => event.event === "placed");
    const keyed = ghost && this.#listFocused() && !turn?.placement ? ghost.tile : null;
    const cursor = this.#refused?.cell ?? keyed;
    return {
      box: this.#box(),
      tiles: tileSprites(this.#stage, pictures),
      meeples: meepleSprites(this.#stage, this.#maps, pictures, state.colours),
      last: last && this.#stage.tileAt(last.x, last.y) ? last : null,
      places: turn && !turn.placement ? this.#places(turn) : [],
      cursor,
      ghost,
      proposals: this.#proposals(),
      flash: this.#show.flash ?? (lit.length > 0 ? { parts: lit, at: null, points: 0, colours: [] } : null),
      lit: this.#litRealms(),
      arrows: this.#arrowLights(),
      overlay: { ...this.#overlayNow(), scale: this.#viewport?.scale ?? NO_OVERLAY.scale },
    };
  }

  /** The realm at the pointer or the keyboard cursor. */
  #pointedNow(): Pointed | null {
    const { mode, entries, at } = this.#chooser;
    if (this.#pointed || mode !== "realms" || !this.#listFocused() || !entries[at]) return this.#pointed;
    const found = realmOf(this.#view, entries[at].key);
    return found && { at: this.#viewport.placeOf(this.#maps.anchor(this.#stage, found.realm)), found };
  }

  /** The text over the board: the gains at the inspected cell, or a description of the inspected realm. */
  #tipNow(preview: Preview | null): Tip | null {
    if (this.#finale.playing || this.#ending.open) return null;
    const { arrow } = this.#show;
    if (arrow) {
      const at = this.#viewport.placeOf({ x: arrow.x + 0.5, y: arrow.y });
      return { at, tall: this.#viewport.scale, words: sentences([arrow], this.#names())[0].text, segments: [] };
    }
    const { cell, words: why } = this.#refused ?? {};
    if (cell || (preview?.hint && !this.#hint)) {
      const { x, y } = cell ?? preview!.placement;
      const words = why ?? this.#chooser.promise({ x, y });
      return { at: this.#viewport.placeOf({ x: x + 0.5, y }), tall: this.#viewport.scale, words, segments: [] };
    }
    const pointed = this.#pointedNow();
    if (!pointed) return null;
    const { at, found } = pointed;
    return { at, tall: 0, words: realmWords(found.realm, this.#names()), segments: found.segments };
  }

  /** The text of the final scoring: the present realm, and at the end the winner. */
  #finaleWords(at: number): string {
    const event = this.#finals()[at - 1];
    if (!event) return t("panels.final.before");
    const over = at === this.#finals().length && !this.#finale.playing;
    return over ? winnersText(this.#view, this.#names()) : sentences([event], this.#names())[0].text;
  }

  /**
   * The picture of the tile in hand. Its sky is that of the cell where it lies or is shown, otherwise that of the last
   * such cell. A dragged tile is rotated as it would lie.
   */
  #inHand(tile: string, preview: Preview | null): string {
    const { turn } = this.#chooser;
    const { pictures } = this.options;
    if (!turn) return pictures.tile(tile, 0, null, this.#drawn);
    const looked = this.#hint ? undefined : preview?.placement;
    if (looked || !this.#held || !turn.places.has(keyOf(this.#held)))
      this.#held = looked ?? cellOf([...turn.places.keys()][0]);
    return pictures.tile(tile, looked && this.#dragged ? looked.rotation : turn.rotation, this.#held, this.#drawn);
  }

  /** The dock. While a step is animated it names the player of the step, and only a person who has a tile to lay can
   * use it. */
  #dock(preview: Preview | null): TemplateResult {
    const finale = this.#finale;
    if (this.options.finale && finale.begun)
      return finaleDock({ finale, count: this.#finals().length, words: this.#finaleWords(finale.at) });
    const { state, seats, may, stage } = this.#view;
    const { turn, sent } = this.#chooser;
    const { pictures } = this.options;
    const step = turn ? null : this.#player.step;
    const seat = seats[(step ?? state).seat - 1];
    const doing = step ? (step.words[0].includes("@") ? "place" : "draw") : (state.phase as "draw" | "place");
    const tile = !step &&
      state.tile && {
        address: this.#inHand(state.tile, preview),
        words: this.#maps.words(state.tile),
      };
    const dockState: DockState = {
      title: step ? this.#turnOf(seat) : stage === "over" ? t("panels.log.over") : this.#titleOf(seat),
      doing: seat.mine || (stage !== "playing" && !step) ? "" : t(`panels.turn.${doing}`),
      tile: tile || null,
      left: tilesInStack(this.#view),
      mayDraw: may.draw && !this.#drawsItself(),
      begins: this.#begins(),
      turn,
      brings: turn?.placement ? this.#chooser.brings() : "",
      refused: this.#refused?.words ?? null,
      kind: this.#chooser.kind,
      spotOf: (decision) => this.#spotOnTile(decision),
      sent: sent !== null,
      colour: seat.colour,
      over: stage === "over" && !step,
      supply: supply(this.#view, seat, pictures),
      pictures,
    };
    return dock(dockState, this.#dockActions());
  }

  /** The title: whose turn it is, and whether it is an extra turn. */
  #titleOf(seat: Seat): string {
    const title = this.#turnOf(seat);
    return this.#view.state.extra ? t("board.extra", { title }) : title;
  }

  /** The text for the person whose turn it is, with the name if several people share the device. */
  #turnOf({ name, mine }: Seat): string {
    const { seats } = this.#view;
    if (!mine) return name;
    return seats.filter(({ mine }) => mine).length > 1 ? t("board.yours.name", { name }) : t("board.yours");
  }

  /** The point on the tile being laid where a decision places the meeple, in the tile's units; null if it is on another
   * tile. */
  #spotOnTile(decision: string): readonly number[] | null {
    const { turn } = this.#chooser;
    const { realm, cell } = partsOf(decision);
    if (!turn?.placement || cell !== null) return null;
    const { features } = this.#maps.of(turn.tile, turn.placement.rotation);
    return features.find((each) => each.realm === realm)?.spot ?? null;
  }

  #dockActions(): DockActions {
    const chooser = this.#chooser;
    return {
      draw: () => this.#drawTile(),
      grab: (event) => dragTile(event, this.#drag()),
      rotate: (by) => void chooser.rotate(by),
      put: (decision) => chooser.put(decision),
      point: (decision) => chooser.point(decision),
      back: () => void chooser.back(),
      done: () => chooser.done(),
    };
  }

  /** The actions of a drag: the dragged tile is shown where it would lie, and is laid there when it is dropped. */
  #drag(): DragActions {
    const inView = ({ x, y }: Point) => {
      const box = this.host.querySelector(".board-view")!.getBoundingClientRect();
      return { x: x - box.left, y: y - box.top };
    };
    return {
      size: () => this.#viewport.scale,
      over: (at) => {
        this.#dragged = at !== null;
        this.#refused = null;
        this.#point(at && inView(at));
      },
      drop: (at) => {
        const point = this.#viewport.boardAt(inView(at));
        if (this.#chooser.tap(point, this.#viewport.scale)) return;
        const over = document.elementFromPoint(at.x, at.y)?.closest(".board-view");
        if (over) this.#refuse(cellAt(point));
      },
    };
  }

  /** Shows for a moment why the tile does not fit on a cell: in the dock, on the board and for screen readers. */
  #refuse(cell: Cell): void {
    const words = refusalWords(cell, this.#stage);
    this.#refused = { cell, words };
    clearTimeout(this.#refusedTimer);
    this.#refusedTimer = window.setTimeout(() => {
      this.#refused = null;
      this.#paint();
    }, REFUSED_MS);
    announce(words);
    this.#paint();
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
    const preview = this.#preview();
    const tip = this.#tipNow(preview);
    const keyed = (event: KeyboardEvent) => boardKey(event, this.#keys());
    render(
      html`<section class="board" aria-label=${t("board.board")} @keydown=${keyed}>
        ${choiceList({ entries, at, turn, mode, repaint: () => this.#paint() })}
        <div class="board-window">
          <div class="board-view">
            <div class="board-plane">${sceneTemplate(this.#scene(tip, preview))}</div>
            <div class="board-cards">${this.#card()}</div>
            ${tip ? html`<p class="board-tip">${tip.words}</p>` : nothing}
          </div>
          ${tools(this.#aids(), this.#view.setup.hints, { zoom: (factor) => this.#viewport.zoomBy(factor), fit: () => this.#viewport.fit(), keys: tellKeys })}
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
    const { left, top } = this.#box();
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
