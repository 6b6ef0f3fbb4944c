/** Shows what the position does not contain while steps are animated: battles, discarded tiles, realms that score. */
import type { GameEvent, Spot } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { realmType } from "../panels/log";
import type { Pictures } from "../panels/pictures";
import { pointsOf, seatsOfSides, segmentsOf, sideOf } from "../panels/sides";
import { sound } from "../ui/sound";
import { factionOf } from "../words/terms";
import { ownersOf } from "./aids";
import { type Battle, battleAfter, type Fighter, outcomeOf, type Sides } from "./battle";
import type { DiceState } from "./cards";
import { dropIn, flyIn, flyOut } from "./effects";
import type { Flights } from "./flights";
import { keyOf, type Point } from "./geometry";
import type { Maps, Part } from "./maps";
import { RETURN_MS, type Show } from "./motion";
import { realmOf } from "./realm-finder";
import type { Flash } from "./scene";
import { meepleKey } from "./sprites";
import type { Stage } from "./stage";
import { ShakeWatch } from "./throw";

/** The elements beside the board to which points and meeples fly; null if an element is not visible. */
export interface Goals {
  /** The scores of a side. */
  side(side: number): Element | null;
  /** The supply of a seat. */
  seat(seat: number): Element | null;
}

/** The area of a tile in its own units. */
const WHOLE_TILE = "M0 0H1000V1000H0Z";

/** Milliseconds that points fly. */
const POINTS_MS = 600;

export interface ShowOptions {
  host: HTMLElement;
  stage: Stage;
  maps: Maps;
  view(): TableView;
  name(side: number): string;
  /** Each side's probability of winning a battle, given the numbers of dice. */
  odds(dice: readonly number[]): readonly number[];
  /** The position of the tile in hand relative to a point of the board, in tiles. */
  handFrom(at: Point): Point;
  flights: Flights;
  pictures: Pictures;
  /** Absent where there are no scores beside the board. */
  goals?: Goals;
  /** Throws the dice that wait for the person at this device. */
  roll(): void;
  paint(): void;
  /** Called when a tile has come onto the board. */
  laid(): void;
  told(event: GameEvent): void;
  done(): void;
}

type EventOf<Name extends GameEvent["event"]> = Extract<GameEvent, { event: Name }>;

export class BoardShow implements Show {
  fight: { battle: Battle; dice: DiceState } | null = null;
  out: EventOf<"put-out"> | null = null;
  flash: Flash | null = null;
  /** An activated arrow, which is explained beside its tile. */
  arrow: EventOf<"arrow"> | null = null;
  /** The seat whose turn is shown. */
  #mover = 1;
  readonly #shakes: ShakeWatch;

  constructor(private readonly options: ShowOptions) {
    this.#shakes = new ShakeWatch(options.roll);
  }

  apply(event: GameEvent, landing: boolean): void {
    const { stage, paint, laid } = this.options;
    if (landing && event.event === "returned") this.#goHome(event);
    stage.apply(event);
    if (event.event === "placed") this.#mover = event.seat;
    paint();
    if (event.event === "placed") laid();
    if (!landing) return;
    if (event.event === "placed" || event.event === "meeple") sound(event.event === "placed" ? "lay" : "meeple");
    if (event.event === "placed")
      flyIn(this.#find("cell", keyOf(event), ".tile"), this.options.handFrom({ x: event.x, y: event.y }));
    if (event.event === "meeple") dropIn(this.#find("meeple", meepleKey(event, 0)));
  }

  battle(event: GameEvent, rolling: boolean): void {
    this.#shakes.stop();
    if (rolling) sound("dice");
    const before = this.fight?.battle ?? null;
    const battle = battleAfter(before, event, this.#sides());
    const outcome = battle && outcomeOf(battle);
    if (outcome && outcome !== (before && outcomeOf(before))) sound(outcome);
    this.fight = battle && { battle, dice: rolling ? "rolling" : "lie" };
    if (battle) this.flash = { parts: this.#partsOf(battle.spot), at: null, points: 0, colours: [] };
    this.options.paint();
  }

  hold(): boolean {
    if (!this.fight?.battle.fighters.some(({ mine, state }) => mine && state !== "lost")) return false;
    this.fight = { ...this.fight, dice: "held" };
    this.#shakes.start();
    this.options.paint();
    return true;
  }

  battleOver(): void {
    this.#shakes.stop();
    this.fight = null;
    this.flash = null;
    this.options.paint();
  }

  putOut(event: EventOf<"put-out">): void {
    this.out = event;
    this.options.paint();
  }

  putOutOver(): void {
    this.out = null;
    this.options.paint();
  }

  scored(event: EventOf<"scored"> | EventOf<"arrow">): void {
    const { points } = event;
    if (points > 0) sound("score");
    const { view, stage, maps } = this.options;
    const arrow = event.event === "arrow";
    const sides = arrow ? [event.seat] : event.sides;
    const colours = ownersOf(view().state, sides).map(({ colour }) => colour);
    const parts = arrow ? [{ path: WHOLE_TILE, border: WHOLE_TILE, x: event.x, y: event.y }] : this.#partsOf(event);
    const spot = arrow ? { x: event.x + 0.5, y: event.y + 0.5 } : maps.anchor(stage, event);
    this.flash = { parts, at: points > 0 ? spot : null, points, colours };
    this.arrow = arrow ? event : null;
    this.options.paint();
  }

  rise(event: GameEvent, most = POINTS_MS): number {
    const { goals, flights, view } = this.options;
    const from = this.#risesFrom(event);
    if (!goals || !from) return 0;
    const { state } = view();
    const gained = pointsOf(event).filter(({ points }) => points > 0);
    const flown = gained.map(({ side, points }) => {
      const goal = goals.side(side);
      const [{ colour }] = ownersOf(state, [side]);
      return goal !== null && flights.points(points, colour, from(side), goal.getBoundingClientRect(), most);
    });
    if (!flown.includes(true)) return 0;
    if (this.flash) this.flash = { ...this.flash, at: null };
    this.options.paint();
    return most;
  }

  scoredOver(): void {
    this.flash = null;
    this.arrow = null;
    this.options.paint();
  }

  told(event: GameEvent): void {
    this.options.told(event);
  }

  done(): void {
    this.options.done();
  }

  /** Where points start to fly: for a realm at its label, for a battle at the side's line of the card. */
  #risesFrom(event: GameEvent): ((side: number) => DOMRect) | null {
    const box = (selector: string) => this.options.host.querySelector(selector)?.getBoundingClientRect();
    const label = event.event === "scored" || event.event === "arrow" ? box(".flash-points") : box(".battle");
    return label ? (side) => box(`.fighter[data-side="${side}"] .fighter-meeples`) ?? label : null;
  }

  #goHome(event: EventOf<"returned">): void {
    const { view, pictures, goals, flights } = this.options;
    const meeple = this.#find("meeple", meepleKey(event, 0));
    const goal = goals?.seat(event.seat);
    const picture = pictures.piece(event.piece, view().state.colours[event.seat - 1], realmType(event.realm));
    if (!meeple || !goal) flyOut(meeple);
    else flights.meeple(picture, meeple.getBoundingClientRect(), goal.getBoundingClientRect(), RETURN_MS);
  }

  #partsOf(spot: Spot): readonly Part[] {
    const { view, stage, maps } = this.options;
    return maps.parts(stage, segmentsOf(view(), spot));
  }

  #sides(): Sides {
    const { view, stage, name, odds } = this.options;
    const { state } = view();
    const seats = (side: number) =>
      seatsOfSides(state)[side - 1].map((seat) => ({ seat, colour: state.colours[seat - 1] }));
    const meeples = (side: number, spot: Spot): Fighter["meeples"] => {
      const segments = segmentsOf(view(), spot);
      const there = stage.meeples.filter(({ realm, x, y }) => segments.includes(`${realm}@${x},${y}`));
      const own = there.filter(({ seat }) => sideOf(state, seat) === side);
      return own.map(({ piece, seat }) => ({ piece, colour: state.colours[seat - 1] }));
    };
    const mine = (side: number) => seats(side).some(({ seat }) => view().seats[seat - 1].mine);
    const mover = () => ({ side: sideOf(state, this.#mover), name: view().seats[this.#mover - 1].name });
    const symbol = (side: number, { realm, x, y }: Spot) => {
      const factions = realmOf(view(), `${realm}@${x},${y}`)?.realm.factions ?? [];
      return factions.includes(factionOf(seats(side)[0].colour));
    };
    return { name, seats, meeples, mine, mover, odds, symbol };
  }

  #find(what: "cell" | "meeple", key: string, among = ""): Element | null {
    return this.options.host.querySelector(`${among}[data-${what}="${CSS.escape(key)}"]`);
  }
}
