/** What is shown besides the position while steps are played out: battles, tiles put out, realms that score. */
import type { GameEvent } from "../engine/types";
import type { TableView } from "../game/model";
import { segmentsOf } from "../panels/final-scoring";
import { seatsOfSides } from "../panels/standing";
import { ownersOf } from "./aids";
import { type Battle, battleAfter, type Sides } from "./battle";
import { dropIn, flyIn, flyOut } from "./effects";
import { keyOf, type Point } from "./geometry";
import type { Maps } from "./maps";
import type { Show } from "./motion";
import type { Flash } from "./scene";
import { meepleKey } from "./sprites";
import type { Stage } from "./stage";

export interface ShowOptions {
  host: HTMLElement;
  stage: Stage;
  maps: Maps;
  view(): TableView;
  name(side: number): string;
  /** Where the hand is, seen from a cell, in tiles. */
  handFrom(at: Point): Point;
  draw(): void;
  told(event: GameEvent): void;
  done(): void;
}

type EventOf<Name extends GameEvent["event"]> = Extract<GameEvent, { event: Name }>;

export class BoardShow implements Show {
  fight: { battle: Battle; rolling: boolean } | null = null;
  out: EventOf<"put-out"> | null = null;
  flash: Flash | null = null;

  constructor(private readonly options: ShowOptions) {}

  apply(event: GameEvent, landing: boolean): void {
    const { stage, draw } = this.options;
    if (landing && event.event === "returned") flyOut(this.#find("meeple", meepleKey(event, 0)));
    stage.apply(event);
    draw();
    if (!landing) return;
    if (event.event === "placed")
      flyIn(this.#find("cell", keyOf(event), ".tile"), this.options.handFrom({ x: event.x, y: event.y }));
    if (event.event === "meeple") dropIn(this.#find("meeple", meepleKey(event, 0)));
  }

  battle(event: GameEvent, rolling: boolean): void {
    const battle = battleAfter(this.fight?.battle ?? null, event, this.#sides());
    this.fight = battle && { battle, rolling };
    this.options.draw();
  }

  battleOver(): void {
    this.fight = null;
    this.options.draw();
  }

  putOut(event: EventOf<"put-out">): void {
    this.out = event;
    this.options.draw();
  }

  putOutOver(): void {
    this.out = null;
    this.options.draw();
  }

  scored(event: EventOf<"scored">): void {
    const { view, stage, maps } = this.options;
    const colours = ownersOf(view().state, event.sides).map(({ colour }) => colour);
    const parts = maps.parts(stage, segmentsOf(view(), event));
    this.flash = { parts, at: maps.anchor(stage, event), points: event.points, colours };
    this.options.draw();
  }

  scoredOver(): void {
    this.flash = null;
    this.options.draw();
  }

  told(event: GameEvent): void {
    this.options.told(event);
  }

  done(): void {
    this.options.done();
  }

  #sides(): Sides {
    const { view, name } = this.options;
    const { state } = view();
    const seats = (side: number) =>
      seatsOfSides(state)[side - 1].map((seat) => ({ seat, colour: state.colours[seat - 1] }));
    return { name, seats };
  }

  #find(what: "cell" | "meeple", key: string, among = ""): Element | null {
    return this.options.host.querySelector(`${among}[data-${what}="${CSS.escape(key)}"]`);
  }
}
