/** Games of other programs, as the engine reads them: links of CarcassonneLab, and as lines saves of JCloisterZone and
 * logs of Board Game Arena. */

/** The depth, and the length of a name, that saves keep below. */
const DEEPEST = 8;
const LONGEST = 64;

/** Each value of a JSON text that is no object or list, as a line with its path. */
function* lines(value: unknown, path: string, level: number): Generator<string> {
  if (typeof value !== "object" || value === null) yield `${path} ${String(value)}`.replace(/\p{Cc}/gu, " ");
  else if (level < DEEPEST)
    for (const [name, inner] of Object.entries(value))
      if (name.length <= LONGEST) yield* lines(inner, `${path}.${name}`, level + 1);
}

/** A link as it is, and JSON as lines; null if the text is neither. */
export function foreignGame(text: string): string | null {
  if (/^\s*(https?:\/\/)?(www\.)?carcassonnelab\.com\//.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? ["JSON", ...lines(value, "", 0)].join("\n") : null;
  } catch {
    return null;
  }
}
