/** The tile in hand: draws it, and shows it in the dock with the controls of the turn. */
import type { TemplateResult } from "lit-html";
import type { Cell } from "../../../js/src/types";
import type { Seat, TableModel } from "../game/model";
import { tilesInStack } from "../panels/sides";
import { supply } from "../panels/supply";
import { settings } from "../ui/settings";
import { toastError } from "../ui/toast";
import { partsOf } from "../words/decisions";
import { t } from "../words/words";
import type { BoardParts } from "./board-parts";
import { type DockActions, type DockState, dock } from "./dock";
import { dragTile } from "./drag";
import { cellOf, keyOf, type Point } from "./geometry";
import type { Pointer } from "./pointer";
import type { Preview } from "./sprites";

/** Milliseconds before the board draws a tile automatically. */
const DRAW_PAUSE_MS = 350;

export class Hand {
  /** The cell at which the tile in hand was shown last. */
  #held: Cell | null = null;
  #timer = 0;

  constructor(
    private readonly parts: BoardParts,
    private readonly table: TableModel,
    private readonly pointer: Pointer,
    private readonly hint?: () => void,
  ) {}

  close(): void {
    clearTimeout(this.#timer);
  }

  draw(): void {
    clearTimeout(this.#timer);
    if (this.parts.view().may.draw) this.table.draw().catch(toastError);
  }

  /** Draws after a pause, where the board draws automatically. */
  drawSoon(): void {
    clearTimeout(this.#timer);
    if (!this.parts.view().may.draw || !this.#drawsItself() || !this.parts.player.idle) return;
    this.#timer = window.setTimeout(() => this.draw(), DRAW_PAUSE_MS);
  }

  /** The position of the tile in hand relative to the middle of a cell. */
  from(at: Point): Point {
    const { host, viewport } = this.parts;
    const view = host.querySelector(".board-view")!.getBoundingClientRect();
    const dock = host.querySelector(".board-dock")!.getBoundingClientRect();
    const hand = viewport().boardAt({ x: dock.left - view.left + 80, y: dock.top - view.top + 60 });
    return { x: hand.x - at.x - 0.5, y: hand.y - at.y - 0.5 };
  }

  /** The dock. While a step is animated it names the player of the step, and only a person who has a tile to lay can
   * use it. */
  dock(preview: Preview | null): TemplateResult {
    const { chooser, maps, pictures, player } = this.parts;
    const view = this.parts.view();
    const { state, seats, may, stage } = view;
    const { turn, sent } = chooser;
    const step = turn ? null : player.step;
    const seat = seats[(step ?? state).seat - 1];
    const doing = step ? (step.words[0].includes("@") ? "place" : "draw") : (state.phase as "draw" | "place");
    const tile = !step &&
      state.tile && {
        address: this.#picture(state.tile, preview),
        words: maps.words(state.tile),
      };
    const dockState: DockState = {
      title: step ? this.#turnOf(seat) : stage === "over" ? t("panels.log.over") : this.#titleOf(seat),
      doing: seat.mine || (stage !== "playing" && !step) ? "" : t(`panels.turn.${doing}`),
      tile: tile || null,
      left: tilesInStack(view),
      mayDraw: may.draw && !this.#drawsItself(),
      begins: this.#begins(),
      turn,
      brings: turn?.placement ? chooser.brings() : "",
      refused: this.pointer.refused?.words ?? null,
      kind: chooser.kind,
      spotOf: (decision) => this.#spotOnTile(decision),
      sent: sent !== null,
      colour: seat.colour,
      over: stage === "over" && !step,
      supply: supply(view, seat, pictures),
      pictures,
    };
    return dock(dockState, this.#actions());
  }

  #actions(): DockActions {
    const { chooser, view } = this.parts;
    return {
      hint: view().setup.hints ? this.hint : undefined,
      draw: () => this.draw(),
      grab: (event) => dragTile(event, this.pointer.drag()),
      rotate: (by) => void chooser.rotate(by),
      put: (decision) => chooser.put(decision),
      point: (decision) => chooser.point(decision),
      back: () => void chooser.back(),
      done: () => chooser.done(),
    };
  }

  /** Whether the first tile is not drawn yet; drawing it starts the clock. */
  #begins(): boolean {
    const { clock, setup, words } = this.parts.view();
    return clock !== null && setup.clock.kind !== "days" && words.length === 0;
  }

  /** Whether the board draws automatically: not for the first tile if that starts the clock. */
  #drawsItself(): boolean {
    return settings().autoDraw && !this.#begins();
  }

  /**
   * The picture of the tile. Its sky is that of the cell where it lies or is shown, otherwise that of the last such
   * cell. A dragged tile is rotated as it would lie.
   */
  #picture(tile: string, preview: Preview | null): string {
    const { chooser, pictures, view } = this.parts;
    const { turn } = chooser;
    const drawn = view().state.board.length;
    if (!turn) return pictures.tile(tile, 0, null, drawn);
    const looked = preview?.placement;
    if (looked || !this.#held || !turn.places.has(keyOf(this.#held)))
      this.#held = looked ?? cellOf([...turn.places.keys()][0]);
    return pictures.tile(tile, looked && this.pointer.dragged ? looked.rotation : turn.rotation, this.#held, drawn);
  }

  /** The title: whose turn it is, and whether it is an extra turn. */
  #titleOf(seat: Seat): string {
    const title = this.#turnOf(seat);
    return this.parts.view().state.extra ? t("board.extra", { title }) : title;
  }

  /** The text for the person whose turn it is, with the name if several people share the device. */
  #turnOf({ name, mine }: Seat): string {
    const { seats } = this.parts.view();
    if (!mine) return name;
    return seats.filter(({ mine }) => mine).length > 1 ? t("board.yours.name", { name }) : t("board.yours");
  }

  /** The point on the tile being laid where a decision places the meeple, in the tile's units; null if it is on another
   * tile. */
  #spotOnTile(decision: string): readonly number[] | null {
    const { chooser, maps } = this.parts;
    const { turn } = chooser;
    const { realm, cell } = partsOf(decision);
    if (!turn?.placement || cell !== null) return null;
    const { features } = maps.of(turn.tile, turn.placement.rotation);
    return features.find((each) => each.realm === realm)?.spot ?? null;
  }
}
