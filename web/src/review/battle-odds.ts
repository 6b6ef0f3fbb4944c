/**
 * Who wins a battle, and how often: the highest die decides, those who tie throw again with all their dice (SW-4.4 to
 * SW-4.6).
 */

const FACES = 6;

/** The probability that the highest of `dice` dice is at most `face`. */
function atMost(dice: number, face: number): number {
  return (face / FACES) ** dice;
}

/** The probability that the highest of `dice` dice is `face`. */
function highest(dice: number, face: number): number {
  return atMost(dice, face) - atMost(dice, face - 1);
}

/** The probability that exactly those in `set` (a bit a participant) share the highest result of one throw. */
function sharing(dice: readonly number[], set: number): number {
  let sum = 0;
  for (let face = 1; face <= FACES; face++) {
    sum += dice.reduce((part, count, i) => part * ((set >> i) & 1 ? highest(count, face) : atMost(count, face - 1)), 1);
  }
  return sum;
}

/**
 * The probability of each participant to win, in their order. `dice` are their numbers of dice, 1 to 3 each, of two
 * participants or more.
 */
export function winChances(dice: readonly number[]): number[] {
  const everybody = (1 << dice.length) - 1;
  const chances = new Array<number>(dice.length).fill(0);
  for (let set = 1; set < everybody; set++) {
    const probability = sharing(dice, set) / (1 - sharing(dice, everybody));
    const members = dice.map((_, i) => i).filter((i) => (set >> i) & 1);
    const among = members.length === 1 ? [1] : winChances(members.map((i) => dice[i] ?? 0));
    members.forEach((i, at) => {
      chances[i] = (chances[i] ?? 0) + probability * (among[at] ?? 0);
    });
  }
  return chances;
}
