/** Chance for games on this device, from the browser's cryptographic generator. */

const WORD = 2 ** 32;

/** A whole number from 0 to n - 1, all alike; `word` gives 32 random bits. */
export function below(n: number, word: () => number = randomWord): number {
  const limit = WORD - (WORD % n);
  for (;;) {
    const value = word();
    if (value < limit) return value % n;
  }
}

function randomWord(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/** A tile by the lines of `legal` in the phase draw, `draw ID*n`: every copy alike. */
export function drawTile(legal: readonly string[], pick = below): string {
  const kinds = legal.map((line) => {
    const [id, copies] = line.replace(/^draw /, "").split("*");
    return { id, copies: Number(copies) };
  });
  let left = pick(kinds.reduce((sum, kind) => sum + kind.copies, 0));
  for (const { id, copies } of kinds) {
    if (left < copies) return id;
    left -= copies;
  }
  throw new Error("there is no tile to draw");
}

/** Dice for the line of `legal` in the phase throw, `throw 1:2 2:1` (a side and its number of dice): `[1:5,3;2:6]`. */
export function throwDice(legal: string, pick = below): string {
  const sides = legal.replace(/^throw /, "").split(" ");
  const thrown = sides.map((side) => {
    const [number, dice] = side.split(":");
    return `${number}:${Array.from({ length: Number(dice) }, () => pick(6) + 1).join(",")}`;
  });
  return `[${thrown.join(";")}]`;
}

/** A word of chance for names of things: n characters of base32. */
export function randomId(n: number): string {
  return Array.from({ length: n }, () => "abcdefghijklmnopqrstuvwxyz234567"[below(32)]).join("");
}

/** n random bytes in hex. */
export function randomHex(n: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(n)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
