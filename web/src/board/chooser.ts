/** Lets the person at this device choose a turn: what a tap, a key or a button of the dock means, and what it tells. */

import type { Engine } from "../../../js/src/engine";
import type { Cell } from "../../../js/src/types";
import type { TableModel, TableView } from "../game/model";
import { type Gains, gainsOf, gainsWords, growthWords, pays } from "../panels/gains";
import { type Names, sentences } from "../panels/log";
import { announce } from "../ui/announce";
import { settings } from "../ui/settings";
import { sound } from "../ui/sound";
import { decisionWords, turnedWords } from "../words/decisions";
import { placeWord } from "../words/terms";
import { t } from "../words/words";
import { type Arrow, activated, arrowsOf, arrowsWords } from "./arrows";
import { type ChoiceEntry, entriesOf, stepped } from "./choices";
import { cellOf, distanceTo, keyOf, nearest, type Point } from "./geometry";
import type { Maps } from "./maps";
import { bringsWords, oddsWords } from "./phrases";
import { type Rating, ratingsOf } from "./ratings";
import { type Preview, previewOf, spotOfDecision } from "./sprites";
import type { Stage } from "./stage";
import { decisionsOf, type Placement, Turn } from "./turn";

/** Pixels around a spot or cell that still mean it: half a finger. */
const FINGER_PX = 24;

/** Events of a turn that are worth telling before it is sent. */
const TOLD = ["arrow", "scored", "battle", "tie", "lost"];

export type Mode = "places" | "decisions" | "realms";

export interface ChooserOptions {
  table: TableModel;
  engine: Engine;
  maps: Maps;
  stage: Stage;
  names(): Names;
  /** The realms that somebody holds, by a segment of each: to be looked at; none where the table locks that. */
  realms(): ChoiceEntry[];
  /** Whether the person wants to see how good places are. */
  rated(): boolean;
  /** Something was chosen: it is to be painted. */
  changed(): void;
  /** The table has refused a turn that was sent. */
  refused(error: unknown): void;
}

export class Chooser {
  #turn: Turn | null = null;
  #words = -1;
  /** The position of the turn: the engine stands there until the table goes on. */
  #taken: TableView | null = null;
  #sent: string | null = null;
  #at = 0;
  #looking = false;
  /** What moves would bring in the position of `view`. */
  #gains: { view: TableView | null; known: Map<string, Gains> } = { view: null, known: new Map() };

  #arrows: { view: TableView | null; at: string; known: readonly Arrow[] } = { view: null, at: "", known: [] };

  #rated: { view: TableView | null; ratings: ReadonlyMap<string, Rating> } = { view: null, ratings: new Map() };

  constructor(private readonly options: ChooserOptions) {}

  /** What is being chosen; null when it is not this person's turn to lay a tile. */
  get turn(): Turn | null {
    return this.#turn;
  }

  /** The move that was sent, until the table shows it or refuses it. */
  get sent(): string | null {
    return this.#sent;
  }

  /** What the keys go through: places, then decisions; the realms, when nothing is to be chosen or they are to be looked at. */
  get mode(): Mode {
    if (!this.#turn || this.#looking) return "realms";
    return this.#turn.placement ? "decisions" : "places";
  }

  /** What the keys go through, in their order. The place where they are tells what it would bring. */
  get entries(): ChoiceEntry[] {
    if (this.mode === "realms") return this.options.realms();
    const entries = entriesOf(this.#turn!, this.options.maps, this.ratings);
    const here = this.mode === "places" ? entries[Math.min(this.#at, entries.length - 1)] : undefined;
    if (here) here.words = [here.words, this.promise(cellOf(here.key))].filter(Boolean).join("; ");
    return entries;
  }

  /** How good the places are, by cell; those that are not there are the weaker ones. Null if it is not to be seen. */
  get ratings(): ReadonlyMap<string, Rating> | null {
    const { rated, table, engine } = this.options;
    if (!rated() || !this.#turn || this.#sent !== null || table.view !== this.#taken) return null;
    if (this.#rated.view !== this.#taken) this.#rated = { view: this.#taken, ratings: ratingsOf(engine) };
    return this.#rated.ratings;
  }

  /** The arrows that can be activated as the tile lies; none once the turn is sent. */
  get arrows(): readonly Arrow[] {
    const { table, engine } = this.options;
    const placement = this.#turn?.placement;
    const { view } = table;
    if (!placement || this.#sent !== null || view !== this.#taken || !view.state.options.includes("arrows")) return [];
    const at = this.#turn!.moveAt(placement);
    if (this.#arrows.view !== view || this.#arrows.at !== at)
      this.#arrows = { view, at, known: arrowsOf(this.#turn!, engine) };
    return this.#arrows.known;
  }

  /** Of these the one that the turn activates as it is chosen now. */
  get activated(): Arrow | null {
    return activated(this.#gainsNow()?.events ?? [])[0] ?? null;
  }

  /** Looks at the realms, or goes on choosing. */
  look(): void {
    this.#looking = !this.#looking && this.#turn !== null;
    this.#at = 0;
    this.options.changed();
  }

  /** Where the keys are among the entries. */
  get at(): number {
    return Math.min(this.#at, Math.max(this.entries.length - 1, 0));
  }

  /** The table shows something new. */
  take(view: TableView): void {
    this.#taken = view;
    const due = view.may.move && view.state.tile !== null;
    if (due && this.#turn && this.#words === view.words.length) return;
    if (this.#words !== view.words.length) this.#sent = null;
    this.#words = view.words.length;
    this.#at = 0;
    this.#looking = false;
    this.#turn = due ? new Turn(view.state.tile!, view.state.legal, (placement) => this.#decide(placement)) : null;
    if (this.#turn) this.#tellTile(view.state.tile!);
  }

  /** A tap on the board, `pixels` a tile wide. Returns whether it meant anything. */
  tap(point: Point, pixels: number): boolean {
    const turn = this.#turn;
    if (!turn || this.#sent !== null) return false;
    const reach = FINGER_PX / pixels;
    const decision = turn.placement && this.#decisionAt(point, Math.max(reach, 0.14));
    if (decision) return this.#tapSpot(decision);
    const cells = [...turn.places.keys()].map(cellOf);
    const cell = nearest(cells, (each) => distanceTo(each, point), reach);
    if (!cell) return false;
    if (turn.placement && keyOf(cell) === keyOf(turn.placement)) return this.rotate(1);
    return this.choose(cell);
  }

  /** Lays the tile on a cell, to look at it. */
  choose(cell: Cell): boolean {
    if (!this.#turn?.choose(cell)) return false;
    this.#at = 0;
    sound("lay");
    const { rotation } = this.#turn;
    const lies = turnedWords(this.options.maps.of(this.#turn.tile, rotation));
    const meeple = this.#turn.settled ? this.brings() : this.outcome();
    announce([placeWord(cell), lies, arrowsWords(this.arrows), meeple].filter(Boolean).join("; "));
    this.options.changed();
    return true;
  }

  /** A proposed turn lies as if the person had chosen it; also where turns are not confirmed it is for them to send it. */
  adopt(move: string): void {
    const turn = this.#turn;
    const proposed = previewOf(move, "red");
    if (!turn || !proposed || this.#sent !== null) return;
    const { placement, decision } = proposed;
    if (!turn.adopt(placement, decision ?? "none")) return;
    this.#at = Math.max(0, turn.decisions.indexOf(decision ?? "none"));
    sound("lay");
    announce([placeWord(placement), decisionWords(decision ?? "none", placement), this.brings()].join("; "));
    this.options.changed();
  }

  /** The tile is in the hand again, so that every place is free to be looked at. */
  release(): void {
    while (this.#sent === null && this.#turn?.back()) this.#at = 0;
  }

  rotate(by: number): boolean {
    if (this.#sent !== null || !this.#turn?.rotate(by)) return false;
    sound("turn");
    const { tile, rotation } = this.#turn;
    const lies = turnedWords(this.options.maps.of(tile, rotation));
    announce([lies, arrowsWords(this.arrows), this.outcome()].filter(Boolean).join("; "));
    this.options.changed();
    return true;
  }

  /** Chooses a decision; plays it at once if turns are not to be confirmed. */
  put(decision: string): void {
    const turn = this.#turn;
    if (!turn?.placement || this.#sent !== null) return;
    turn.put(turn.decision === decision ? null : decision);
    this.#at = turn.decisions.indexOf(decision);
    if (turn.decision?.includes(":")) sound("meeple");
    if (!settings().confirm && turn.decision !== null) {
      this.done();
      return;
    }
    announce([decisionWords(turn.decision ?? "none", turn.placement), this.outcome()].filter(Boolean).join("; "));
    this.options.changed();
  }

  back(): boolean {
    if (this.#looking) {
      this.look();
      return true;
    }
    if (this.#sent !== null || !this.#turn?.back()) return false;
    this.#at = 0;
    announce(t(this.#turn.placement ? "board.said.meeple" : "board.said.back"));
    this.options.changed();
    return true;
  }

  /** Sends the turn. */
  done(): void {
    const move = this.#turn?.move;
    if (move && this.#sent === null) void this.#send(move);
  }

  /** The pointer is over a decision of the dock: the keys go on from there. */
  point(decision: string): void {
    const at = this.entries.findIndex((entry) => entry.key === decision);
    if (at < 0 || at === this.#at) return;
    this.#at = at;
    this.options.changed();
  }

  /** The keys go on in the list. */
  step(by: number): void {
    this.#at = stepped(this.entries.length, this.at, by);
    this.options.changed();
  }

  /** What the keys are at is chosen; a decision that is chosen already is played. */
  enter(): void {
    const turn = this.#turn;
    const entry = this.entries[this.at];
    if (!turn || !entry || this.mode === "realms") return;
    if (!turn.placement) this.choose(cellOf(entry.key));
    else if (turn.settled || turn.decision === entry.key) this.done();
    else this.put(entry.key);
  }

  /** What the tile would bring on a cell, without a meeple, in short: "+4 now, city 6 to 8"; "" if it does not fit there. */
  promise(cell: Cell): string {
    const { table, names } = this.options;
    const placement = this.#turn?.lying(cell);
    const gains = placement && this.#gainsOf(this.#turn!.moveAt(placement));
    return gains ? gainsWords(gains, table.view, names()) : "";
  }

  /** What the turn would bring as it is chosen now, in words; nothing if nothing is scored. */
  outcome(): string {
    const gains = this.#gainsNow();
    if (!gains) return "";
    const events = gains.events.filter((event) => TOLD.includes(event.event));
    const { engine, names } = this.options;
    const lines = sentences(events, names()).map((line) => line.text);
    const battle = events.find((event) => event.event === "battle");
    return [...lines, ...(battle ? [oddsWords(battle.dice, engine, names())] : [])].join(" ");
  }

  /** What the turn would bring above all. */
  get kind(): "points" | "others" | "battle" | "nothing" {
    const gains = this.#gainsNow();
    if (gains?.battle) return "battle";
    if (!gains || this.outcome() === "") return "nothing";
    return pays(gains, this.options.table.view) ? "points" : "others";
  }

  /**
   * The same for a reader, who is told as well how realms change where no battle decides that, that nothing is scored, or
   * that no meeple can be set.
   */
  brings(): string {
    const { table, names } = this.options;
    const { state, setup } = table.view;
    const words = bringsWords(this.outcome(), state.supply[state.seat - 1], this.#turn?.settled ?? false);
    const gains = setup.aids && this.kind !== "battle" ? this.#gainsNow() : null;
    const growth = gains ? growthWords(gains, table.view, names()) : "";
    const arrows = this.activated ? "" : arrowsWords(this.arrows);
    return [arrows, words, growth && t("board.gains.then", { growth })].filter(Boolean).join(" ");
  }

  /** Of the turn as it is chosen now. */
  #gainsNow(): Gains | null {
    const move = this.#turn?.move;
    return move ? this.#gainsOf(move) : null;
  }

  /** What a move would bring; null once the turn is sent or the table has gone on. */
  #gainsOf(move: string): Gains | null {
    const { view } = this.options.table;
    if (this.#sent !== null || view !== this.#taken) return null;
    if (this.#gains.view !== view) this.#gains = { view, known: new Map() };
    const gains = this.#gains.known.get(move) ?? gainsOf(move, view, this.options.engine);
    this.#gains.known.set(move, gains);
    return gains;
  }

  /** An accepted move stays as it is shown: the table may tell of it later than it accepts it. */
  async #send(move: string): Promise<void> {
    this.#sent = move;
    this.options.changed();
    try {
      await this.options.table.play(move);
    } catch (error) {
      this.options.refused(error);
      this.#sent = null;
      this.options.changed();
    }
  }

  /** Asks the engine, which then stands where it stood. */
  #decide({ x, y, rotation }: Placement): string[] {
    const { engine } = this.options;
    engine.command(`place ${x},${y}r${rotation}`);
    try {
      return decisionsOf(engine.legal());
    } finally {
      engine.undo(1);
    }
  }

  #decisionAt(point: Point, reach: number): string | null {
    const turn = this.#turn!;
    const preview: Preview = {
      tile: turn.tile,
      placement: turn.placement!,
      decision: null,
      decisions: [],
      pointed: null,
      colour: "red",
      hint: false,
    };
    const measure = (decision: string) => {
      const at = spotOfDecision(preview, decision, this.options.stage, this.options.maps);
      return at ? Math.hypot(at.x - point.x, at.y - point.y) : Number.POSITIVE_INFINITY;
    };
    return nearest([...turn.decisions].reverse(), measure, reach);
  }

  /** A spot that is tapped again goes on to the next piece that may stand there, and then to none. */
  #tapSpot(decision: string): boolean {
    const turn = this.#turn!;
    const spot = decision.replace(/^\w+:/, "");
    const here = turn.decisions.filter((each) => each.replace(/^\w+:/, "") === spot);
    const next = here[here.indexOf(turn.decision ?? "") + 1];
    this.put(next ?? turn.decision!);
    return true;
  }

  #tellTile(tile: string): void {
    const { maps } = this.options;
    announce(t("board.said.tile", { tile: maps.words(tile), n: this.#turn!.places.size }));
  }
}
