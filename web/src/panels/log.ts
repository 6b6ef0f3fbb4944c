/**
 * Describes events in sentences, one for each event; a scoring includes its reason.
 */
import type { GameEvent, RealmType } from "../../../js/src/types";
import type { Seat } from "../game/model";
import { placeWord } from "../words/terms";
import { type Key, list, t } from "../words/words";

/** The names for the numbers of seats and sides in an event. */
export interface Names {
  seat(seat: number): string;
  side(side: number): string;
}

type EventOf<Name extends GameEvent["event"]> = Extract<GameEvent, { event: Name }>;

const SENDS: Record<string, Key> = {
  route: "panels.log.sends.route",
  "route large": "panels.log.sends.routeLarge",
  asteroids: "panels.log.sends.asteroids",
  "asteroids large": "panels.log.sends.asteroidsLarge",
  planet: "panels.log.sends.planet",
  "planet large": "panels.log.sends.planetLarge",
  road: "panels.log.sends.road",
  city: "panels.log.sends.city",
  monastery: "panels.log.sends.monastery",
  "monastery abbot": "panels.log.sends.abbot",
  "garden abbot": "panels.log.sends.garden",
  field: "panels.log.sends.field",
};

const COMPLETE: Record<string, Key> = {
  route: "panels.log.complete.route",
  asteroids: "panels.log.complete.asteroids",
  planet: "panels.log.complete.planet",
  road: "panels.log.complete.road",
  city: "panels.log.complete.city",
  monastery: "panels.log.complete.monastery",
  garden: "panels.log.complete.garden",
};

const FINAL: Record<string, Key> = {
  route: "panels.log.final.route",
  asteroids: "panels.log.final.asteroids",
  planet: "panels.log.final.planet",
  road: "panels.log.final.road",
  city: "panels.log.final.city",
  monastery: "panels.log.final.monastery",
  garden: "panels.log.final.garden",
  field: "panels.log.final.field",
};

const ABBOT: Record<string, Key> = { monastery: "panels.log.abbot.monastery", garden: "panels.log.abbot.garden" };

const BATTLE: Record<string, Key> = {
  route: "panels.log.battle.route",
  asteroids: "panels.log.battle.asteroids",
  planet: "panels.log.battle.planet",
};

const ARROW = {
  points: "panels.log.arrow.points",
  reinforce: "panels.log.arrow.reinforce",
  "extra-turn": "panels.log.arrow.extra",
  elsewhere: "panels.log.arrow.elsewhere",
} as const;

/** The names at a table; the members of a team are named together. */
export function namesOf(seats: readonly Pick<Seat, "number" | "name">[], sides: readonly number[][]): Names {
  const seat = (number: number) => seats[number - 1]?.name ?? String(number);
  return { seat, side: (side) => (sides[side - 1] ?? [side]).map(seat).join(" + ") };
}

/** The type of a realm, from its name: `route` for `route.E`. */
export function realmType(realm: string): RealmType {
  return realm.split(".")[0] as RealmType;
}

function lookUp(table: Record<string, Key>, name: string): Key {
  const key = table[name];
  if (!key) throw new Error(`no words for ${name}`);
  return key;
}

function sides(names: Names, numbers: readonly number[]): string {
  return list(numbers.map(names.side));
}

/** How the points of a realm are made up: "4 tiles, 1 symbol". */
export function breakdown(event: Pick<EventOf<"scored">, "realm" | "tiles" | "symbols" | "cities">): string {
  const type = realmType(event.realm);
  const counted = type === "field" ? t("panels.cities", { n: event.cities }) : t("panels.tiles", { n: event.tiles });
  if (!event.symbols) return counted;
  return `${counted}, ${t(type === "city" ? "panels.shields" : "panels.symbols", { n: event.symbols })}`;
}

function scored(event: EventOf<"scored">, names: Names): string {
  const type = realmType(event.realm);
  const table = event.final ? FINAL : event.complete ? COMPLETE : ABBOT;
  return t(lookUp(table, type), {
    what: breakdown(event),
    points: t("panels.points", { n: event.points }),
    names: sides(names, event.sides),
  });
}

function sends(event: EventOf<"meeple">, names: Names): string {
  const type = realmType(event.realm);
  const special = event.piece === "large" || event.piece === "abbot" ? `${type} ${event.piece}` : type;
  return t(lookUp(SENDS, special), { name: names.seat(event.seat) });
}

function battle(event: EventOf<"battle">, names: Names): string {
  const dice = Object.entries(event.dice).map(([side, n]) =>
    t("panels.log.dice", { names: names.side(Number(side)), n }),
  );
  return t(lookUp(BATTLE, realmType(event.realm)), { dice: dice.join(", ") });
}

function thrown(event: EventOf<"throw">, names: Names): string {
  const dice = Object.entries(event.dice).map(([side, faces]) =>
    t("panels.log.throws", { names: names.side(Number(side)), faces: faces.join("-") }),
  );
  return t("panels.log.throw", { dice: dice.join(", ") });
}

/** The sentence for one event, except `returned`: sentences() combines several of these. */
function sentence(event: GameEvent, names: Names): string {
  switch (event.event) {
    case "drawn":
      return t("panels.log.drawn", { name: names.seat(event.seat) });
    case "put-out":
      return t("panels.log.putOut", { name: names.seat(event.seat) });
    case "placed":
      return t("panels.log.placed", { name: names.seat(event.seat), place: placeWord(event) });
    case "meeple":
      return sends(event, names);
    case "battle":
      return battle(event, names);
    case "throw":
      return thrown(event, names);
    case "tie":
      return t("panels.log.tie", { names: sides(names, event.sides), points: t("panels.points", { n: event.points }) });
    case "lost":
      return t("panels.log.lost", { names: names.side(event.side), points: t("panels.points", { n: event.points }) });
    case "scored":
      return scored(event, names);
    case "returned":
      return t("panels.log.returned", { name: names.seat(event.seat), n: 1 });
    case "arrow":
      return t(ARROW[event.did], { name: names.seat(event.seat) });
    case "over":
      return t("panels.log.over");
  }
}

/** One line of the log: its sentence, and its event (the first one if several are combined). */
export interface Line {
  event: GameEvent;
  text: string;
}

/** The sentences for some events, in order. Meeples that return to one player together get one sentence. */
export function sentences(events: readonly GameEvent[], names: Names): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < events.length; at++) {
    const event = events[at] as GameEvent;
    if (event.event !== "returned") {
      lines.push({ event, text: sentence(event, names) });
      continue;
    }
    let end = at + 1;
    while (isReturn(events[end], event.seat)) end++;
    lines.push({ event, text: t("panels.log.returned", { name: names.seat(event.seat), n: end - at }) });
    at = end - 1;
  }
  return lines;
}

function isReturn(event: GameEvent | undefined, seat: number): boolean {
  return event?.event === "returned" && event.seat === seat;
}
