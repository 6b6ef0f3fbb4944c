/**
 * Records in an address: compressed (raw deflate) and written in base64url, so that a whole game fits in some 1,500
 * characters and no server has to keep it.
 */

/** The longest link that is read, in characters, and the longest record, in bytes: far above any real game. */
const LONGEST = 64_000;
export const LONGEST_RECORD = 2_000_000;

/** Bytes that go into a stream at once: what becomes of a piece, up to a thousand times as much, is in memory as a whole. */
const PIECE = 1024;

/** What a stream makes of bytes. Rejects, and makes no more, once that is more than the longest record. */
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

/** A text as characters that an address can hold. */
export async function packText(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text that `packText` packed. Rejects when the characters are not of its making. */
export async function unpackText(packed: string): Promise<string> {
  if (packed.length > LONGEST) throw new Error("too long");
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(
    Uint8Array.from(binary, (char) => char.charCodeAt(0)),
    new DecompressionStream("deflate-raw"),
  );
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** The route that opens a record in the review, at a number of words of its game. */
export async function reviewRoute(record: string, words?: number): Promise<string> {
  const packed = await packText(record);
  return `#/review?game=${packed}${words === undefined ? "" : `&at=${words}`}`;
}

/** A review's route with the way back to the table at whose route (`#/t/ID`, `#/local/ID`) somebody is. */
export function fromTable(route: string, table: string): string {
  return `${route}&from=${table.replace("#/", "")}`;
}

/** The way back that a route tells: to a table and nowhere else; null if there is none. */
export function wayBack(query: URLSearchParams): string | null {
  const from = query.get("from");
  return from && /^(t|local)\/\w+$/.test(from) ? `#/${from}` : null;
}

/** The route that checks the chance of a record. */
export async function verifyRoute(record: string): Promise<string> {
  return `#/verify?game=${await packText(record)}`;
}
