/** A battle as its events tell it: the dice of all sides, ties, who loses and gets what. */
import type { ColourName, GameEvent } from "../engine/types";

/** One side of a battle as the card shows it. */
export interface Fighter {
  side: number;
  name: string;
  seats: { seat: number; colour: ColourName }[];
  dice: number;
  /** Null before the throw. */
  faces: readonly number[] | null;
  state: "fights" | "ties" | "lost" | "won";
  points: number;
}

export interface Battle {
  realm: string;
  fighters: Fighter[];
}

/** Who the sides are. */
export interface Sides {
  name(side: number): string;
  seats(side: number): { seat: number; colour: ColourName }[];
}

/** The battle after an event: a new one, or the one shown with its dice, ties and losers. */
export function battleAfter(battle: Battle | null, event: GameEvent, sides: Sides): Battle | null {
  if (event.event === "battle") return begun(event.realm, event.dice, sides);
  if (!battle) return null;
  if (event.event === "throw") return each(battle, (fighter) => thrown(fighter, event.dice[fighter.side]));
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

function begun(realm: string, dice: Record<string, number>, sides: Sides): Battle {
  const fighters = Object.entries(dice).map(([number, count]): Fighter => {
    const side = Number(number);
    const state = "fights" as const;
    return { side, name: sides.name(side), seats: sides.seats(side), dice: count, faces: null, state, points: 0 };
  });
  return { realm, fighters };
}

function each(battle: Battle, change: (fighter: Fighter) => Fighter): Battle {
  return { ...battle, fighters: battle.fighters.map(change) };
}

function thrown(fighter: Fighter, faces: readonly number[] | undefined): Fighter {
  return faces ? { ...fighter, faces, state: "fights" } : fighter;
}

/** The last one standing has won. */
function won(battle: Battle): Battle {
  const standing = battle.fighters.filter((fighter) => fighter.state !== "lost");
  if (standing.length !== 1 || standing[0].state === "ties") return battle;
  return each(battle, (fighter) => (fighter.state === "lost" ? fighter : { ...fighter, state: "won" }));
}
