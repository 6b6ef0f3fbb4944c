/**
 * Puts records into links: compressed (raw deflate) and encoded in base64url, so that a whole game needs about 1,500
 * characters and no server has to store it.
 */

/** The longest link that is read, in characters, and the longest record, in bytes; real games are far below both. */
const LONGEST = 64_000;
export const LONGEST_RECORD = 2_000_000;

/** Bytes that are put into a stream at once. The output of one piece is completely in memory, and can be a thousand
 * times as long. */
const PIECE = 1024;

/** Pipes bytes through a stream and returns the output. Stops and rejects if the output exceeds the longest record. */
async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  let at = 0;
  let made = 0;
  const pieces = new ReadableStream<Uint8Array>({
    pull(out) {
      if (at < bytes.length) out.enqueue(bytes.subarray(at, at + PIECE));
      else out.close();
      at += PIECE;
    },
  });
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, out) {
      made += part.length;
      if (made > LONGEST_RECORD) throw new Error("too long");
      out.enqueue(part);
    },
  });
  const piped = pieces.pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>).pipeThrough(bound);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** Encodes a text in characters that are allowed in a URL. */
export async function packText(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes a text that packText() encoded. Rejects if the characters are invalid. */
export async function unpackText(packed: string): Promise<string> {
  if (packed.length > LONGEST) throw new Error("too long");
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(
    Uint8Array.from(binary, (char) => char.charCodeAt(0)),
    new DecompressionStream("deflate-raw"),
  );
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** The route that opens a record in the review, after a number of words of its game. */
export async function reviewRoute(record: string, words?: number): Promise<string> {
  const packed = await packText(record);
  return `#/review?game=${packed}${words === undefined ? "" : `&at=${words}`}`;
}

/** Adds to a review's route the way back to a table, given the table's route (`#/t/ID`, `#/local/ID`). */
export function fromTable(route: string, table: string): string {
  return `${route}&from=${table.replace("#/", "")}`;
}

/** Reads the way back from a route. Only routes to tables are accepted; null if there is none. */
export function wayBack(query: URLSearchParams): string | null {
  const from = query.get("from");
  return from && /^(t|local)\/\w+$/.test(from) ? `#/${from}` : null;
}

/** The route that checks the chance of a record. */
export async function verifyRoute(record: string): Promise<string> {
  return `#/verify?game=${await packText(record)}`;
}
