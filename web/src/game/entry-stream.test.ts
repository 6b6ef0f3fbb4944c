import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import lobby from "../../messages/lobby.en.json";
import { useCatalogue } from "../words/words";
import type { Absence, Entry } from "./entries";
import { EntryStream, type Reader } from "./entry-stream";
import type { Refusal } from "./server";

/** The part of the page that the stream uses: the document's visibility and events. */
class FakePage extends EventTarget {
  hidden = false;
  baseURI = "http://server.test/";

  show(visible: boolean): void {
    this.hidden = !visible;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

/** A connection of the stream: the request, and functions to answer it. */
interface Connection {
  url: URL;
  token: string | null;
  signal: AbortSignal;
  answer(status: number, body?: string): void;
  send(text: string): void;
  end(): void;
}

const fake: { page: FakePage; connections: Connection[] } = { page: new FakePage(), connections: [] };

function connect(url: URL, init: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const body: { controller: ReadableStreamDefaultController | null } = { controller: null };
    const stream = new ReadableStream({
      start: (controller) => {
        body.controller = controller;
      },
    });
    const signal = init.signal!;
    signal.addEventListener("abort", () => {
      reject(new TypeError("aborted"));
      body.controller?.error(new TypeError("aborted"));
    });
    fake.connections.push({
      url,
      token: (init.headers as Record<string, string>).Authorization ?? null,
      signal,
      answer: (status, text) => resolve(new Response(text ?? stream, { status })),
      send: (text) => body.controller!.enqueue(new TextEncoder().encode(text)),
      end: () => body.controller!.close(),
    });
  });
}

function answered(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const said = (seq: number) => ({ seq, at: 70 + seq, type: "said", seat: 1, name: "A", text: "x" });

function open(reader: Reader = { token: "word", name: "Anna" }) {
  const told = {
    seqs: [] as number[],
    away: [] as (readonly Absence[])[],
    trouble: [] as boolean[],
    refused: [] as string[],
  };
  const stream = new EntryStream("t", () => reader, {
    since: () => told.seqs.at(-1) ?? 0,
    at: () => (told.seqs.length > 0 ? said(told.seqs.at(-1)!).at : 0),
    entries: (entries: Entry[]) => told.seqs.push(...entries.map((entry) => entry.seq)),
    away: (absences) => told.away.push(absences),
    trouble: (lost) => told.trouble.push(lost),
    refused: (refusal: Refusal) => {
      told.refused.push(refusal.code);
      return false;
    },
  });
  return { stream, told };
}

useCatalogue("en", { ...lobby });

beforeEach(() => {
  fake.page = new FakePage();
  fake.connections = [];
  Object.assign(globalThis, { document: fake.page, window: globalThis, fetch: connect });
  Object.assign(globalThis, { addEventListener: () => {}, removeEventListener: () => {} });
  mock.timers.enable({ apis: ["setTimeout"] });
});

afterEach(() => mock.timers.reset());

test("entries are read in any pieces, and the stream is resumed after the last one", async () => {
  const { stream, told } = open();
  fake.connections[0].answer(200);
  await answered();
  const head = JSON.stringify({ table: "t", seq: 2, setup: {}, entries: [said(1), said(2)] });
  const line = `${JSON.stringify(said(3))}\n`;
  for (const piece of [head.slice(0, 9), `${head.slice(9)}\n\n${line.slice(0, 5)}`, line.slice(5)]) {
    fake.connections[0].send(piece);
    await answered();
  }
  assert.deepEqual(told.seqs, [1, 2, 3]);
  assert.equal(fake.connections[0].token, "Bearer word");
  fake.connections[0].end();
  await answered();
  mock.timers.tick(5000);
  await answered();
  assert.equal(fake.connections[1].url.search, "?away=1&since=3&at=73");
  fake.connections[1].answer(200);
  await answered();
  assert.deepEqual(told.trouble, [true, false]);
  stream.close();
});

test("who is away is told between entries, and a stream begins with nobody", async () => {
  const { stream, told } = open();
  const away = [{ seat: 2, since: 70, until: 60070 }];
  fake.connections[0].answer(200);
  await answered();
  const head = { table: "t", seq: 0, setup: {}, entries: [] };
  for (const line of [head, { away }, said(1), { away: [] }]) fake.connections[0].send(`${JSON.stringify(line)}\n`);
  await answered();
  assert.deepEqual(told.away, [[], away, []]);
  assert.deepEqual(told.seqs, [1]);
  stream.close();
});

test("a server that ends the stream is asked again at once, whether it told anything new or not", async () => {
  const { stream, told } = open();
  for (let n = 0; n < 5; n++) {
    assert.equal(fake.connections.length, n + 1);
    fake.connections[n].answer(200);
    await answered();
    fake.connections[n].send(`${JSON.stringify({ table: "t", seq: 0, setup: {}, entries: [] })}\n`);
    await answered();
    fake.connections[n].end();
    await answered();
    mock.timers.tick(300);
    await answered();
  }
  assert.deepEqual(told.trouble, []);
  stream.close();
});

test("a refusal ends it, a server that is overloaded does not", async () => {
  const { stream, told } = open();
  fake.connections[0].answer(503, "{}");
  await answered();
  mock.timers.tick(5000);
  await answered();
  fake.connections[1].answer(404, JSON.stringify({ error: "no-table", text: "no such table" }));
  await answered();
  mock.timers.tick(60_000);
  await answered();
  assert.deepEqual(told.refused, ["no-table"]);
  assert.equal(fake.connections.length, 2);
  stream.close();
});

test("who has read more than the log has is told so", async () => {
  const { stream, told } = open();
  fake.connections[0].answer(409, JSON.stringify({ error: "ahead", text: "read it anew" }));
  await answered();
  assert.deepEqual(told.refused, ["ahead"]);
  stream.close();
});

test("who watches tells a name, but none that the server has refused", async () => {
  const reader = { name: "Zoë & Co" };
  const { stream, told } = open(reader);
  assert.equal(fake.connections[0].url.search, "?away=1&since=0&name=Zo%C3%AB%20%26%20Co");
  reader.name = "\u0300";
  fake.connections[0].answer(200);
  await answered();
  stream.restart();
  await answered();
  mock.timers.tick(5000);
  await answered();
  fake.connections[1].answer(400, JSON.stringify({ error: "bad-request", text: "name: not seen" }));
  await answered();
  assert.deepEqual(
    fake.connections.slice(1).map(({ url }) => url.search),
    ["?away=1&since=0&name=%CC%80", "?away=1&since=0"],
  );
  assert.deepEqual(told.refused, []);
  stream.close();
});

test("out of sight for long it rests, and goes on when it is seen", async () => {
  const { stream, told } = open();
  fake.connections[0].answer(200);
  await answered();
  fake.page.show(false);
  mock.timers.tick(10_000);
  fake.page.show(true);
  mock.timers.tick(29_000);
  assert.equal(fake.connections[0].signal.aborted, false);
  fake.connections[0].send("\n");
  await answered();
  fake.page.show(false);
  mock.timers.tick(30_000);
  await answered();
  assert.equal(fake.connections[0].signal.aborted, true);
  mock.timers.tick(600_000);
  await answered();
  assert.equal(fake.connections.length, 1);
  fake.page.show(true);
  await answered();
  assert.equal(fake.connections.length, 2);
  assert.deepEqual(told.trouble, []);
  stream.close();
});

test("a connection that is silent is dead", async () => {
  const { stream, told } = open();
  fake.connections[0].answer(200);
  await answered();
  mock.timers.tick(39_000);
  fake.connections[0].send("\n");
  await answered();
  mock.timers.tick(39_000);
  assert.equal(fake.connections[0].signal.aborted, false);
  mock.timers.tick(2000);
  assert.equal(fake.connections[0].signal.aborted, true);
  mock.timers.tick(3000);
  assert.deepEqual(told.trouble, [true]);
  stream.close();
});
