/** The board of a table: paints the position, plays out what happened, and lets the person whose turn it is choose. */

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
import { boardKey } from "./keys";
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
  /** Stands at the table's position whenever the table has told of a change; the board leaves it there. */
  engine: Engine;
  pictures: Pictures;
  /** Told of what has been shown. */
  shown?: Shown;
  /** The final scoring plays on the board; it needs `shown`. */
  finale?: boolean;
  /** Where points and meeples go to. */
  goals?: Goals;
  /** The end of the game is shown over the board: what can be done then, and whether that is to be seen. */
  ending?: { buttons: EndingOptions["buttons"]; shown(on: boolean): void };
  /** Holds cards that lie over the upper part of the board. */
  notices?: Element;
  /** Told when the table refuses a turn; without it a notice says why. */
  refused?(error: unknown): void;
  /** Told when all that happened has been shown. */
  played?(): void;
}

/** A tile that is being laid is shown with so many pixels at least, so that its spots can be met: by a mouse, by a
 * finger. */
const NEAR_PX = { fine: 72, coarse: 104 };

/** Tiles around the one that is being laid which come into sight with it: a little, so that the view moves no more than
 * it must. */
const NEAR_MARGIN = 0.3;

/** Milliseconds before the stack is tapped by itself. */
const DRAW_PAUSE_MS = 350;

/** Milliseconds that it is told why a tile that was dragged cannot lie where it was let go. */
const REFUSED_MS = 4000;

/** Tiles around the board that are shown: the cells beside it, and a little. */
const MARGIN = 1.15;

const NO_AIDS: Aids = { owners: false, worth: false, holes: false, fits: false, ratings: false };
const MOVES = ["placed", "meeple", "arrow", "battle", "throw"];

/** The overlay that was made of a position with some aids. */
interface Known {
  view: TableView | null;
  aids: Aids;
  shown: Omit<Overlay, "scale">;
}

/** A realm that is pointed at, with the point of the window. */
interface Pointed {
  at: Point;
  found: Found;
}

/** Words beside a point of the window, with the segments that light up meanwhile. */
interface Tip {
  at: Point;
  /** Pixels from there down that it is about: below them it lies where above there is no room. */
  tall: number;
  words: string;
  segments: readonly string[];
}

/** The question mark, wherever the focus is but in a text, shows what the keys do. */
function keysAsked(event: KeyboardEvent): void {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.target as Element).matches("input, textarea, select")) return;
  event.preventDefault();
  tellKeys();
}

function tellKeys(): void {
  Promise.all([import("./keys-help"), loadArea("hints"), loadStyle("late")])
    .then(([{ showKeys }]) => showKeys())
    .catch(toastError);
}

/** The board of one table in a host element. */
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
  /** What lay under the finger when it was put down, however the view moves until it is lifted. */
  #touched = { point: { x: 0, y: 0 }, scale: 1 };
  #hover: Cell | null = null;
  /** The tile in hand is dragged. */
  #dragged = false;
  /** Where the tile in hand was looked at last. */
  #held: Cell | null = null;
  #drawTimer = 0;
  /** The cell where a dragged tile was let go and cannot lie, with the reason in words. */
  #refused: { cell: Cell; words: string } | null = null;
  #refusedTimer = 0;
  /** Until the points of the final scoring have flown. */
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
    document.addEventListener("keydown", keysAsked);
    this.#stops.push(() => document.removeEventListener("keydown", keysAsked));
    this.#stops.push(throwBySpace(() => this.#player.roll()));
    this.#stops.push(table.subscribe((view, change) => this.#changed(view, change)));
    table.waitFor?.(() => this.#player.rest);
  }

  /** Lights up the segments of a realm ("route.E@0,0"); none for an empty list. */
  highlight(segments: readonly string[]): void {
    this.#lit = segments;
    this.#paint();
  }

  /** Brings a cell into sight, with these segments lit up. */
  reveal(cell: Cell, segments: readonly string[]): void {
    this.#lit = segments;
    this.#viewport.approach(boxAround([cell], 1), NEAR_PX.coarse);
    this.#paint();
  }

  /** Shows a turn as it would lie, or no longer. */
  ghost(move: string | null): void {
    this.#hint = move;
    this.#paint();
  }

  /** Shows turns with their ranks, the best first, until a tile lies or the table changes; a tile that lies is taken
   * back. */
  rank(moves: readonly string[]): void {
    this.#ranked = moves;
    if (moves.length > 0) {
      this.#chooser.release();
      const cells = moves.flatMap((move) => previewOf(move, "red")?.placement ?? []);
      this.#viewport.reveal(boxAround(cells, 0), this.#covered());
    }
    this.#paint();
  }

  /** A turn that was shown lies in the person's name; they change it, take it back or send it. */
  adopt(move: string): void {
    this.#hint = null;
    this.#chooser.adopt(move);
  }

  /** Paints anew: the language or theme has changed. */
  refresh(): void {
    this.#paint();
  }

  /** Ends the board and empties the host. */
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

  /** The table stands elsewhere: a game that is over there has been told. */
  #jump(): void {
    this.#player.clear();
    this.#finale.close();
    clearTimeout(this.#landing);
    this.#flights.clear();
    this.#show.scoredOver();
    this.#ending.hide();
    if (this.#finals().length > 0) this.#finale.end();
  }

  /** The person has laid this tile here and seen it lie. */
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

  /** Everything that happened has been shown; after the last turn the final scoring follows. */
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

  /** Nothing more comes: the end is shown over the board. */
  #end(): void {
    if (this.options.ending) this.#ending.show();
  }

  /** What the final scoring brought; nothing before the end of the game. */
  #finals(): ReturnType<typeof finalGains> {
    return this.#view.stage === "over" ? finalGains(this.#view.steps) : [];
  }

  /**
   * Lights up the realm that is scored, and brings it into sight; points and result are known as far as they have been
   * shown.
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

  /** Goes on with the final scoring when what moves has come to its place. */
  #after(ms: number, then: () => void): void {
    clearTimeout(this.#landing);
    if (ms > 0) this.#landing = window.setTimeout(then, ms);
    else then();
  }

  /** The first tile is not drawn yet, with which the clock begins. */
  #begins(): boolean {
    const { clock, setup, words } = this.#view;
    return clock !== null && setup.clock.kind !== "days" && words.length === 0;
  }

  /** The stack is tapped by itself, but for the first tile where that starts the clock. */
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

  /** How far down the cards over the board reach. */
  #covered(): Covered {
    const { top } = this.host.querySelector(".board-view")!.getBoundingClientRect();
    const cards = [...(this.options.notices?.querySelectorAll(".notice") ?? [])];
    const reach = cards.map((card) => card.getBoundingClientRect().bottom - top);
    return { top: Math.max(0, ...reach), right: 0, bottom: 0 };
  }

  /** The cell that the decision is about at which the keys or the pointer are, wherever it is on the board; else the
   * tile's. */
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

  /** Where the hand is, seen from the middle of a cell. */
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

  /** The pointer rests at a place: the realm there is told, or the tile shown as it would lie. */
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

  /** Over the tile that is being laid the wheel turns it. */
  #wheel(at: Point, steps: number): boolean {
    const placement = this.#chooser.turn?.placement;
    if (!placement || keyOf(cellAt(this.#viewport.boardAt(at))) !== keyOf(placement)) return false;
    if (steps !== 0) this.#chooser.rotate(steps);
    return true;
  }

  /** The aids that are on; null where the table locks them. */
  #aids(): Aids | null {
    const { owners, worth, holes, fits, ratings } = settings();
    const { aids, hints } = this.#view.setup;
    return aids ? { owners, worth, holes, fits, ratings: ratings && hints } : null;
  }

  /** The overlay of the position; it rests while pieces move. */
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

  /** An overlay without the cells that have been filled since. */
  #resting(overlay: Known["shown"]): Known["shown"] {
    const empty = ({ x, y }: Cell) => !this.#stage.tileAt(x, y);
    return { ...overlay, holes: overlay.holes.filter(empty), fits: overlay.fits.filter(empty) };
  }

  /** The number of the draw of the tile in hand, by which it looks as it will lie. */
  get #drawn(): number {
    return this.#view.state.board.length;
  }

  /** What is shown as if it lay: a hint, the turn being chosen, or the tile where the pointer or the keys are. */
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

  /** The turns that were proposed, as long as the person has laid no tile and looks at none of them alone. */
  #proposals(): Proposal[] {
    if (this.#hint || !this.#chooser.turn || this.#chooser.turn.placement) return [];
    const colour = this.#view.state.colours[this.#view.state.seat - 1];
    return proposalsOf(this.#ranked, colour, this.#drawn, this.#stage, this.#maps, this.options.pictures);
  }

  /** The keys are used: a focus that follows a tap shows no cursor. */
  #listFocused(): boolean {
    return this.host.querySelector(".board-list:focus-visible") !== null;
  }

  /** The realms completed within the last round; the final scoring has a light of its own. */
  #litRealms(): LitRealm[] {
    const { steps, seats, state, stage } = this.options.shown?.view ?? this.#view;
    if (stage === "over" || this.#finale.begun) return [];
    return litRealms(steps, seats.length).map((event) => ({
      parts: this.#maps.parts(this.#stage, segmentsOf(this.#view, event)),
      colour: ownersOf(state, event.sides)[0].colour,
    }));
  }

  /** The tiles whose arrows the turn can activate; the one that it does activate stands out. */
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

  /** The realm under the pointer, or at which the keys are. */
  #pointedNow(): Pointed | null {
    const { mode, entries, at } = this.#chooser;
    if (this.#pointed || mode !== "realms" || !this.#listFocused() || !entries[at]) return this.#pointed;
    const found = realmOf(this.#view, entries[at].key);
    return found && { at: this.#viewport.placeOf(this.#maps.anchor(this.#stage, found.realm)), found };
  }

  /** What is told over the board: what the place that is looked at would bring, or the realm that is. */
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

  /** What the final scoring tells: the realm that is scored, in the end who has won. */
  #finaleWords(at: number): string {
    const event = this.#finals()[at - 1];
    if (!event) return t("panels.final.before");
    const over = at === this.#finals().length && !this.#finale.playing;
    return over ? winnersText(this.#view, this.#names()) : sentences([event], this.#names())[0].text;
  }

  /**
   * The picture of the tile in hand: the sky is that of where it lies or is looked at, else of where it was last. A
   * tile that is dragged is turned as it would lie.
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

  /** While a step is shown the hand tells whose that is; only a person who has a tile to lay goes on meanwhile. */
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

  /** Whose turn it is, and that it is an extra one. */
  #titleOf(seat: Seat): string {
    const title = this.#turnOf(seat);
    return this.#view.state.extra ? t("board.extra", { title }) : title;
  }

  /** To the person whose turn it is in words, by name where several people share the device. */
  #turnOf({ name, mine }: Seat): string {
    const { seats } = this.#view;
    if (!mine) return name;
    return seats.filter(({ mine }) => mine).length > 1 ? t("board.yours.name", { name }) : t("board.yours");
  }

  /** Where on the tile being laid a decision puts the meeple, in the tile's own units; null if it is elsewhere. */
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

  /** A tile that is dragged shows where it would lie, and lies there when it is let go. */
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

  /** Tells for a moment why the tile cannot lie on a cell: in the hand, on the board and aloud. */
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

  /** What attributes cannot say without a style: where the picture and the tip are. */
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
