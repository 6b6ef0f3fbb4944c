/** The data of the aids for a position: owners, values, holes, fitting tiles. */
import type { Engine } from "../../../js/src/engine";
import type { Realm, State } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { breakdown, type Names } from "../panels/log";
import { seatsOfSides } from "../panels/sides";
import type { Settings } from "../ui/settings";
import { placeWord, realmWord } from "../words/terms";
import { list, t } from "../words/words";
import type { ChoiceEntry } from "./choices";
import type { Maps } from "./maps";
import type { Overlay, OwnedRealm, Owner, WorthLabel } from "./overlay";
import type { Stage } from "./stage";

/** The settings of the aids. */
export type Aids = Pick<Settings, "owners" | "worth" | "holes" | "fits" | "ratings">;

export const AIDS: readonly (keyof Aids)[] = ["owners", "worth", "holes", "fits", "ratings"];

/** The owners of a realm; each side is shown as its first seat. */
export function ownersOf(state: State, sides: readonly number[]): Owner[] {
  const seats = seatsOfSides(state);
  return sides.map((side) => {
    const seat = seats[side - 1][0];
    return { seat, colour: state.colours[seat - 1] };
  });
}

/** The holders of a realm: the seats of the leading sides that have meeples there. */
function holdersOf(state: State, realm: Realm): Owner[] {
  const seats = realm.sides.flatMap((side) => seatsOfSides(state)[side - 1]);
  const there = seats.filter((seat) => realm.meeples.some((meeple) => meeple.seat === seat));
  return there.map((seat) => ({ seat, colour: state.colours[seat - 1] }));
}

function owned(view: TableView, stage: Stage, maps: Maps): OwnedRealm[] {
  return view.state.realms.flatMap((realm, index) =>
    realm.sides.length === 0
      ? []
      : [{ parts: maps.parts(stage, view.segments[index]), owners: holdersOf(view.state, realm) }],
  );
}

/** The value labels of all realms that have a holder. */
function worth(view: TableView, stage: Stage, maps: Maps): WorthLabel[] {
  return view.state.realms.flatMap((realm, index) => {
    if (realm.sides.length === 0) return [];
    const segments = view.segments[index];
    const first = view.state.meeples.find((each) => segments.includes(`${each.realm}@${each.x},${each.y}`)) ?? realm;
    const at = maps.anchor(stage, first);
    return [{ at, worth: realm.worth, owners: holdersOf(view.state, realm) }];
  });
}

/** The overlay of a position, at which `engine` is. The caller that paints the overlay sets the scale. */
export function overlayOf(
  view: TableView,
  aids: Aids,
  stage: Stage,
  maps: Maps,
  engine: Engine,
): Omit<Overlay, "scale"> {
  const over = view.stage === "over";
  return {
    owners: view.state.colours.map((colour, index) => ({ seat: index + 1, colour })),
    owned: aids.owners ? owned(view, stage, maps) : [],
    worth: aids.worth ? worth(view, stage, maps) : [],
    holes: aids.holes && !over ? engine.holes().map(([x, y]) => ({ x, y })) : [],
    fits: aids.fits && !over ? engine.cells().filter(({ fits }) => fits > 0) : [],
  };
}

/** The realms that have a holder: the first segment and a description of each. */
export function heldRealms(view: TableView, names: Names): ChoiceEntry[] {
  const held = view.state.realms.filter((realm) => realm.sides.length > 0);
  return held.map((realm) => ({
    key: `${realm.realm}@${realm.x},${realm.y}`,
    words: `${placeWord(realm)}: ${realmWords(realm, names)}`,
  }));
}

/** A realm in a sentence: "Trading route, 4 tiles, 1 symbol: worth 6 points now for Anna". */
export function realmWords(realm: Realm, names: Names): string {
  const words = `${realmWord(realm.realm)}, ${breakdown(realm)}`;
  const what = words.charAt(0).toLocaleUpperCase() + words.slice(1);
  if (realm.sides.length === 0) return t("board.realmFree", { what });
  return t("board.realmHeld", { what, names: list(realm.sides.map(names.side)), n: realm.worth });
}
