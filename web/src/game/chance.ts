/** Chance for games on this device, from the browser's cryptographic generator. */

const WORD = 2 ** 32;

/** A random whole number from 0 to n - 1, all equally likely; `word` returns 32 random bits. */
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

/** Draws a tile from the lines `draw ID*n` of `legal`; every copy is equally likely. */
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

/** The dice to be thrown, from the line of `legal` in the phase throw: `throw 1:2d6 2:1d6` means two dice of side 1 and
 * one of side 2. */
export function diceDue(legal: string): { side: number; count: number }[] {
  return [...legal.matchAll(/(\d+):(\d+)d6/g)].map(([, side, count]) => ({ side: Number(side), count: Number(count) }));
}

/** The word for a throw of all sides, such as `[1:5,3;2:6]`; `face` returns the face of a die of the i-th side. */
export function thrown(dice: readonly { side: number; count: number }[], face: (i: number) => number): string {
  const faces = (count: number, i: number) => Array.from({ length: count }, () => face(i)).join(",");
  return `[${dice.map(({ side, count }, i) => `${side}:${faces(count, i)}`).join(";")}]`;
}

/** Throws random dice for a line of `legal`. */
export function throwDice(legal: string, pick = below): string {
  return thrown(diceDue(legal), () => pick(6) + 1);
}

/** A random id: n characters of base32. */
export function randomId(n: number): string {
  return Array.from({ length: n }, () => "abcdefghijklmnopqrstuvwxyz234567"[below(32)]).join("");
}

/** n random bytes in hex. */
export function randomHex(n: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(n)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
