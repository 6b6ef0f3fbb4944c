/** Lets the person at this device choose a turn: interprets taps, keys and buttons of the dock, and describes the
 * choice. */

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

/** The distance in pixels within which a tap hits a spot or cell: half a finger. */
const FINGER_PX = 24;

/** The events of a turn that are described before it is sent. */
const TOLD = ["arrow", "scored", "battle", "tie", "lost"];

export type Mode = "places" | "decisions" | "realms";

export interface ChooserOptions {
  table: TableModel;
  engine: Engine;
  maps: Maps;
  stage: Stage;
  names(): Names;
  /** One segment of each held realm, for looking at realms; empty where the table locks this aid. */
  realms(): ChoiceEntry[];
  /** Whether the aid "good places" is on. */
  rated(): boolean;
  /** Called after each change of the choice, to paint it. */
  changed(): void;
  /** Called when the table refuses a turn. */
  refused(error: unknown): void;
}

export class Chooser {
  #turn: Turn | null = null;
  #words = -1;
  /** The position of the turn; the engine stays there until the table changes. */
  #taken: TableView | null = null;
  #sent: string | null = null;
  #at = 0;
  #looking = false;
  /** The gains of moves in the position of `view`. */
  #gains: { view: TableView | null; known: Map<string, Gains> } = { view: null, known: new Map() };

  #arrows: { view: TableView | null; at: string; known: readonly Arrow[] } = { view: null, at: "", known: [] };

  #rated: { view: TableView | null; ratings: ReadonlyMap<string, Rating> } = { view: null, ratings: new Map() };

  constructor(private readonly options: ChooserOptions) {}

  /** The current choice; null unless this person is to lay a tile. */
  get turn(): Turn | null {
    return this.#turn;
  }

  /** The move that was sent, until the table shows it or refuses it. */
  get sent(): string | null {
    return this.#sent;
  }

  /** What the keys step through: places, then decisions; realms while nothing is to be chosen or the person looks at
   * them. */
  get mode(): Mode {
    if (!this.#turn || this.#looking) return "realms";
    return this.#turn.placement ? "decisions" : "places";
  }

  /** The entries that the keys step through, in order. The current place shows its gains. */
  get entries(): ChoiceEntry[] {
    if (this.mode === "realms") return this.options.realms();
    const entries = entriesOf(this.#turn!, this.options.maps, this.ratings);
    const here = this.mode === "places" ? entries[Math.min(this.#at, entries.length - 1)] : undefined;
    if (here) here.words = [here.words, this.promise(cellOf(here.key))].filter(Boolean).join("; ");
    return entries;
  }

  /** The quality of places by cell; missing cells are the weaker ones. Null if the aid is off. */
  get ratings(): ReadonlyMap<string, Rating> | null {
    const { rated, table, engine } = this.options;
    if (!rated() || !this.#turn || this.#sent !== null || table.view !== this.#taken) return null;
    if (this.#rated.view !== this.#taken) this.#rated = { view: this.#taken, ratings: ratingsOf(engine) };
    return this.#rated.ratings;
  }

  /** The arrows that the tile can activate where it lies; empty once the turn is sent. */
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

  /** The arrow that the chosen turn activates. */
  get activated(): Arrow | null {
    return activated(this.#gainsNow()?.events ?? [])[0] ?? null;
  }

  /** Switches between looking at realms and choosing. */
  look(): void {
    this.#looking = !this.#looking && this.#turn !== null;
    this.#at = 0;
    this.options.changed();
  }

  /** The index of the keys' current entry. */
  get at(): number {
    return Math.min(this.#at, Math.max(this.entries.length - 1, 0));
  }

  /** Called when the table shows another position. */
  take(view: TableView): void {
    this.#taken = view;
    const due = view.may.move && view.state.tile !== null;
    if (due && this.#turn?.tile === view.state.tile && this.#words === view.words.length) return;
    if (!due || this.#words !== view.words.length) this.#sent = null;
    this.#words = view.words.length;
    this.#at = 0;
    this.#looking = false;
    this.#turn = due ? new Turn(view.state.tile!, view.state.legal, (placement) => this.#decide(placement)) : null;
    if (this.#turn) this.#tellTile(view.state.tile!);
  }

  /** Handles a tap on the board, on which a tile is `pixels` wide. Returns whether the tap had an effect. */
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

  /** Lays the tile on a cell for consideration. */
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

  /**
   * Lays a proposed turn as if the person had chosen it. The person sends it, even where turns need no confirmation.
   */
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

  /** Returns the tile to the hand, so that every place can be considered. */
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

  /** Chooses a decision; plays it at once if turns need no confirmation. */
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

  /** The pointer is over a decision of the dock: the keys continue from there. */
  point(decision: string): void {
    const at = this.entries.findIndex((entry) => entry.key === decision);
    if (at < 0 || at === this.#at) return;
    this.#at = at;
    this.options.changed();
  }

  /** Moves the keys to another entry. */
  step(by: number): void {
    this.#at = stepped(this.entries.length, this.at, by);
    this.options.changed();
  }

  /** Chooses the keys' current entry; plays a decision that is already chosen. */
  enter(): void {
    const turn = this.#turn;
    const entry = this.entries[this.at];
    if (!turn || !entry || this.mode === "realms") return;
    if (!turn.placement) this.choose(cellOf(entry.key));
    else if (turn.settled || turn.decision === entry.key) this.done();
    else this.put(entry.key);
  }

  /**
   * A short text of the tile's gains on a cell without a meeple: "+4 now, city 6 to 8"; "" if it does not fit there.
   */
  promise(cell: Cell): string {
    const { table, names } = this.options;
    const placement = this.#turn?.lying(cell);
    const gains = placement && this.#gainsOf(this.#turn!.moveAt(placement));
    return gains ? gainsWords(gains, table.view, names()) : "";
  }

  /** The gains of the chosen turn in words; empty if nothing is scored. */
  outcome(): string {
    const gains = this.#gainsNow();
    if (!gains) return "";
    const events = gains.events.filter((event) => TOLD.includes(event.event));
    const { engine, names } = this.options;
    const lines = sentences(events, names()).map((line) => line.text);
    const battle = events.find((event) => event.event === "battle");
    return [...lines, ...(battle ? [oddsWords(battle.dice, engine, names())] : [])].join(" ");
  }

  /** The most important gain of the turn. */
  get kind(): "points" | "others" | "battle" | "nothing" {
    const gains = this.#gainsNow();
    if (gains?.battle) return "battle";
    if (!gains || this.outcome() === "") return "nothing";
    return pays(gains, this.options.table.view) ? "points" : "others";
  }

  /**
   * The same for a screen reader. The text also says how realms change where no battle decides that, that nothing is
   * scored, or that no meeple can be placed.
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

  /** The gains of the chosen turn. */
  #gainsNow(): Gains | null {
    const move = this.#turn?.move;
    return move ? this.#gainsOf(move) : null;
  }

  /** The gains of a move; null once the turn is sent or the table has changed. */
  #gainsOf(move: string): Gains | null {
    const { view } = this.options.table;
    if (this.#sent !== null || view !== this.#taken) return null;
    if (this.#gains.view !== view) this.#gains = { view, known: new Map() };
    const gains = this.#gains.known.get(move) ?? gainsOf(move, view, this.options.engine);
    this.#gains.known.set(move, gains);
    return gains;
  }

  /** An accepted move stays on the board: the table may report it later than it accepts it. */
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

  /** Asks the engine, which afterwards has the same position as before. */
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

  /** A repeated tap on a spot chooses the next piece that may stand there, and finally none. */
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
