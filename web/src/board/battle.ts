/** A battle as its events tell it: the dice of all sides, ties, who loses and gets what. */
import type { ColourName, GameEvent, Spot } from "../../../js/src/types";

/** One side of a battle as the card shows it. */
export interface Fighter {
  side: number;
  name: string;
  seats: { seat: number; colour: ColourName }[];
  dice: number;
  /** How likely the side is to win, before the first throw. */
  chance: number;
  /** The faction's symbol in the realm has given a die. */
  symbol: boolean;
  /** Null before the throw. */
  faces: readonly number[] | null;
  state: "fights" | "ties" | "lost" | "won";
  points: number;
}

export interface Battle {
  spot: Spot;
  fighters: Fighter[];
  /** The faces of each side that threw last. */
  last: readonly (readonly number[])[];
}

/** Who the sides are. */
export interface Sides {
  name(side: number): string;
  seats(side: number): { seat: number; colour: ColourName }[];
  /** How likely each is to win, by their numbers of dice. */
  odds(dice: readonly number[]): readonly number[];
  /** Whether the realm of a battle bears the side's symbol. */
  symbol(side: number, spot: Spot): boolean;
}

/** The battle after an event: a new one, or the one shown with its dice, ties and losers. */
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
    const who = { side, name: sides.name(side), seats: sides.seats(side), symbol: sides.symbol(side, spot) };
    return { ...who, dice: count, chance: chances[index], faces: null, state: "fights", points: 0 };
  });
  return { spot, fighters, last: [] };
}

function each(battle: Battle, change: (fighter: Fighter) => Fighter): Battle {
  return { ...battle, fighters: battle.fighters.map(change) };
}

function thrown(fighter: Fighter, faces: readonly number[] | undefined): Fighter {
  return faces ? { ...fighter, faces, state: "fights" } : fighter;
}

/** The last one that has not lost has won. */
function won(battle: Battle): Battle {
  const left = battle.fighters.filter((fighter) => fighter.state !== "lost");
  if (left.length !== 1 || left[0].state === "ties") return battle;
  return each(battle, (fighter) => (fighter.state === "lost" ? fighter : { ...fighter, state: "won" }));
}
