/** The state of a battle, followed by its events: the dice of all sides, ties, losers, and the winner's gain. */
import type { ColourName, FactionName, GameEvent, PieceName, Spot } from "../../../js/src/types";
import { factionOf } from "../words/terms";

/** One side of a battle as the card shows it. */
export interface Fighter {
  side: number;
  name: string;
  seats: { seat: number; colour: ColourName }[];
  /** Its meeples in the realm. */
  meeples: { piece: PieceName; colour: ColourName }[];
  /** A person at this device throws this side's dice. */
  mine: boolean;
  dice: number;
  /** The side's probability of winning before the first throw. */
  chance: number;
  /** The side got an extra die for its faction's symbol in the realm. */
  symbol: boolean;
  /** Null before the throw. */
  faces: readonly number[] | null;
  state: "fights" | "ties" | "lost" | "won";
  points: number;
}

export interface Battle {
  spot: Spot;
  /** The side whose turn it is, and the player's name. */
  mover: { side: number; name: string };
  fighters: Fighter[];
  /** The faces of the last throw, for each side that took part. */
  last: readonly (readonly number[])[];
}

/** Information about the sides that is not in the events. */
export interface Sides {
  name(side: number): string;
  seats(side: number): { seat: number; colour: ColourName }[];
  /** The meeples of a side in the realm of a battle. */
  meeples(side: number, spot: Spot): Fighter["meeples"];
  /** Whether a person at this device plays for the side. */
  mine(side: number): boolean;
  /** The side whose turn it is. */
  mover(): Battle["mover"];
  /** Each side's probability of winning, given the numbers of dice. */
  odds(dice: readonly number[]): readonly number[];
  /** Whether the realm of a battle bears the side's symbol. */
  symbol(side: number, spot: Spot): boolean;
}

/** The battle after an event: a new battle, or the present one with updated dice, ties and losers. */
export function battleAfter(battle: Battle | null, event: GameEvent, sides: Sides): Battle | null {
  if (event.event === "battle") return begun(event, event.dice, sides);
  if (!battle) return null;
  if (event.event === "throw") {
    const faced = each(battle, (fighter) => thrown(fighter, event.dice[fighter.side]));
    return { ...faced, last: Object.values(event.dice) };
  }
  if (event.event === "tie")
    return each(battle, (one) =>
      event.sides.includes(one.side) ? { ...one, state: "ties", points: one.points + event.points } : one,
    );
  if (event.event === "lost") {
    const lost = each(battle, (one) =>
      one.side === event.side ? { ...one, state: "lost", points: one.points + event.points } : one,
    );
    return won(lost);
  }
  return battle;
}

function begun(spot: Spot, dice: Record<string, number>, sides: Sides): Battle {
  const chances = sides.odds(Object.values(dice));
  const fighters = Object.entries(dice).map(([number, count], index): Fighter => {
    const side = Number(number);
    const who = { side, name: sides.name(side), seats: sides.seats(side), mine: sides.mine(side) };
    const meeples = sides.meeples(side, spot);
    return {
      ...who,
      meeples,
      symbol: sides.symbol(side, spot),
      dice: count,
      chance: chances[index],
      faces: null,
      state: "fights",
      points: 0,
    };
  });
  return { spot, mover: sides.mover(), fighters, last: [] };
}

/**
 * The result of a battle for the only side at this device. Empty while the battle runs, if no side at this device takes
 * part, or if several do.
 */
export function outcomeOf({ fighters }: Battle): "won" | "lost" | "" {
  const own = fighters.filter(({ mine }) => mine);
  return own.length === 1 && (own[0].state === "won" || own[0].state === "lost") ? own[0].state : "";
}

/**
 * The colour of a player's dice in a battle of `sides`: red for Rebels, green for the Empire; other players get the
 * colour of which most dice are left (SW-1.4).
 */
export function diceOf(colour: ColourName, sides: readonly { colour: ColourName; dice: number }[]): "red" | "green" {
  const thrown = (by: FactionName) =>
    sides.filter((side) => factionOf(side.colour) === by).reduce((sum, { dice }) => sum + dice, 0);
  const faction = factionOf(colour);
  if (faction === "hunters") return thrown("empire") < thrown("rebels") ? "green" : "red";
  return faction === "rebels" ? "red" : "green";
}

function each(battle: Battle, change: (fighter: Fighter) => Fighter): Battle {
  return { ...battle, fighters: battle.fighters.map(change) };
}

function thrown(fighter: Fighter, faces: readonly number[] | undefined): Fighter {
  return faces ? { ...fighter, faces, state: "fights" } : fighter;
}

/** Marks the only side that has not lost as the winner. */
function won(battle: Battle): Battle {
  const left = battle.fighters.filter((fighter) => fighter.state !== "lost");
  if (left.length !== 1 || left[0].state === "ties") return battle;
  return each(battle, (fighter) => (fighter.state === "lost" ? fighter : { ...fighter, state: "won" }));
}
