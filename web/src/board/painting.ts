/** The picture of the board: the position with what is marked on it. It keeps the overlay of the aids, which is dear to
 * compute. */
import type { Cell } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { segmentsOf } from "../panels/sides";
import { type Aids, overlayOf, ownersOf } from "./aids";
import type { BoardParts } from "./board-parts";
import { type Box, boxAround, cellOf, keyOf } from "./geometry";
import { listFocused } from "./list";
import { litRealms } from "./lit";
import { NO_OVERLAY, type Overlay } from "./overlay";
import type { ArrowLight, LaidTile, LitRealm, RatedPlace, Scene } from "./scene";
import { ghostOf, meepleSprites, type Preview, proposalsOf, tileSprites } from "./sprites";
import type { Turn } from "./turn";

/** The margin, in tiles, around the board: the neighbouring cells and a little more. */
const MARGIN = 1.15;

const NO_AIDS: Aids = { owners: false, worth: false, holes: false, fits: false, ratings: false };

/** The overlay that was computed for a position and aids. */
interface Known {
  view: TableView | null;
  aids: Aids;
  shown: Omit<Overlay, "scale">;
}

/** What is marked on the position. */
export interface Marks {
  preview: Preview | null;
  /** The segments of realms that light up. */
  lit: readonly string[];
  /** The proposed turns, the best first. */
  ranked: readonly string[];
  /** The cell where a tile was refused. */
  refused: Cell | null;
  /** The position in which the completed realms of the last round light up; null if none do. */
  completed: TableView | null;
  /** The width of a tile on the screen in pixels. */
  scale: number;
}

export class Painting {
  #overlay: Known = { view: null, aids: NO_AIDS, shown: NO_OVERLAY };

  constructor(private readonly parts: BoardParts) {}

  /** The box of the board. */
  get box(): Box {
    const { board } = this.parts.view().state;
    return boxAround(board.length > 0 ? board : [{ x: 0, y: 0 }], MARGIN);
  }

  scene({ preview, lit, ranked, refused, completed, scale }: Marks): Scene {
    const { stage, maps, pictures, chooser, show, host } = this.parts;
    const { state } = this.parts.view();
    const { turn } = chooser;
    const drawn = state.board.length; // the number of the tile in hand, on which its look depends
    const ghost = preview && ghostOf(preview, drawn, stage, maps, pictures);
    const lights = lit.length > 0 ? maps.parts(stage, lit) : [];
    const keyed = ghost && listFocused(host) && !turn?.placement ? ghost.tile : null;
    const colour = state.colours[state.seat - 1];
    return {
      box: this.box,
      tiles: tileSprites(stage, pictures),
      meeples: meepleSprites(stage, maps, pictures, state.colours),
      laid: this.#laid(),
      places: turn && !turn.placement ? this.#places(turn) : [],
      cursor: refused ?? keyed,
      ghost,
      proposals: proposalsOf(ranked, colour, drawn, stage, maps, pictures),
      flash: show.flash ?? (lights.length > 0 ? { parts: lights, at: null, points: 0, colours: [] } : null),
      lit: completed ? this.#completed(completed) : [],
      arrows: this.#arrows(),
      overlay: { ...this.#overlayNow(), scale },
    };
  }

  /** The tiles that others laid since the last turn of the person here, in the colours of their players; otherwise the
   * last tile alone. */
  #laid(): LaidTile[] {
    const { stage } = this.parts;
    const { steps, seats, state } = this.parts.view();
    const own = (seat: number) => (seats[state.seat - 1].mine ? seat === state.seat : seats[seat - 1].mine);
    const placed = steps.flatMap(({ events }) => events.filter((event) => event.event === "placed"));
    const shown = placed.filter(({ x, y }) => stage.tileAt(x, y));
    const turn = shown.findLastIndex(({ seat }) => own(seat));
    const others = seats.some(({ mine }) => mine) ? shown.slice(turn + 1) : [];
    if (others.length > 0) return others.map(({ x, y, seat }) => ({ x, y, colour: state.colours[seat - 1] }));
    return shown.slice(-1).map(({ x, y }) => ({ x, y, colour: null }));
  }

  #places(turn: Turn): RatedPlace[] {
    const { ratings } = this.parts.chooser;
    return [...turn.places.keys()].map((key) => ({ ...cellOf(key), rating: ratings && (ratings.get(key) ?? 1) }));
  }

  /** The realms completed within the last round. */
  #completed({ steps, seats, state }: TableView): LitRealm[] {
    const { maps, stage, view } = this.parts;
    return litRealms(steps, seats.length).map((event) => ({
      parts: maps.parts(stage, segmentsOf(view(), event)),
      colour: ownersOf(state, event.sides)[0].colour,
    }));
  }

  /** The tiles whose arrows the turn can activate; the one that the present choice activates is highlighted. */
  #arrows(): ArrowLight[] {
    const { arrows, activated } = this.parts.chooser;
    return arrows.map(({ x, y, did }) => ({
      x,
      y,
      active: activated !== null && keyOf(activated) === keyOf({ x, y }) && activated.did === did,
    }));
  }

  /** The overlay of the position; it does not change while pieces move. */
  #overlayNow(): Known["shown"] {
    const { stage, maps, engine, player } = this.parts;
    const view = this.parts.view();
    const aids = this.parts.aids() ?? NO_AIDS;
    const known = this.#overlay;
    const same = known.view === view && JSON.stringify(known.aids) === JSON.stringify(aids);
    if (same) return known.shown;
    if (!player.idle) return this.#resting(known.shown);
    const shown = overlayOf(view, aids, stage, maps, engine);
    this.#overlay = { view, aids, shown };
    return shown;
  }

  /** The previous overlay without the cells that have been filled since. */
  #resting(overlay: Known["shown"]): Known["shown"] {
    const empty = ({ x, y }: Cell) => !this.parts.stage.tileAt(x, y);
    return { ...overlay, holes: overlay.holes.filter(empty), fits: overlay.fits.filter(empty) };
  }
}
