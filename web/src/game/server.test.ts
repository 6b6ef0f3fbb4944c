import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import lobby from "../../messages/lobby.en.json";
import { useCatalogue } from "../words/words";
import { Refusal, Server } from "./server";

type Answer = Response | Error;

const asked: { bodies: string[]; answers: Answer[] } = { bodies: [], answers: [] };

/** Lets a request run until it waits for a timer. */
async function answered(): Promise<void> {
  for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
}

function refuse(status: number, error: string, headers = {}): Response {
  return new Response(JSON.stringify({ error, text: "why" }), { status, headers });
}

useCatalogue("en", { ...lobby });

beforeEach(() => {
  asked.bodies = [];
  const fetch = async (_: URL, init: RequestInit) => {
    asked.bodies.push(init.body as string);
    const answer = asked.answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  Object.assign(globalThis, { window: globalThis, document: { baseURI: "http://server.test/" }, fetch });
  mock.timers.enable({ apis: ["setTimeout"] });
});

afterEach(() => mock.timers.reset());

test("a wish is sent again as it was until it is answered", async () => {
  const trouble: boolean[] = [];
  const server = new Server((lost) => trouble.push(lost));
  asked.answers = [new TypeError("no network"), refuse(503, "not-stored"), new Response('{"seq":7}')];
  const done = server.act("t", "word", { type: "draw", seen: 1 });
  for (let n = 0; n < 2; n++) {
    await answered();
    mock.timers.tick(1000);
  }
  assert.deepEqual(await done, { seq: 7 });
  assert.equal(asked.bodies.length, 3);
  assert.equal(new Set(asked.bodies).size, 1, "the same id each time");
  assert.match(JSON.parse(asked.bodies[0]).id, /^[0-9a-f]{32}$/);
  assert.deepEqual(trouble, []);
});

test("a server that tells when to come again is asked again then, however often", async () => {
  const trouble: boolean[] = [];
  const server = new Server((lost) => trouble.push(lost));
  const refusals = Array.from({ length: 6 }, () => refuse(503, "not-stored", { "Retry-After": "1" }));
  asked.answers = [...refusals, new Response('{"seq":7}')];
  const done = server.act("t", "word", { type: "draw", seen: 1 });
  for (let n = 1; n <= 6; n++) {
    await answered();
    assert.equal(asked.bodies.length, n);
    assert.deepEqual(trouble, n > 3 ? [true] : []);
    mock.timers.tick(1000);
  }
  assert.deepEqual(await done, { seq: 7 });
  assert.deepEqual(trouble, [true, false]);
});

test("an answer that breaks off is none", async () => {
  const begins = new TextEncoder().encode('{"seq"');
  const broken = new ReadableStream({
    pull(controller) {
      controller.enqueue(begins);
      controller.error(new TypeError("the connection is gone"));
    },
  });
  asked.answers = [new Response(broken), new Response('{"seq":7}')];
  const done = new Server().act("t", "word", { type: "draw", seen: 1 });
  await answered();
  mock.timers.tick(1000);
  assert.deepEqual(await done, { seq: 7 });
  assert.equal(new Set(asked.bodies).size, 1, "the same id each time");
});

test("too many requests wait as long as they are told to", async () => {
  asked.answers = [refuse(429, "too-many", { "Retry-After": "3" }), new Response('{"tables":[]}')];
  const listed = new Server().tables();
  await answered();
  mock.timers.tick(2900);
  await answered();
  assert.equal(asked.bodies.length, 1);
  mock.timers.tick(200);
  assert.deepEqual(await listed, []);
});

test("a refusal is told in the language of the page", async () => {
  asked.answers = [refuse(422, "bad-move"), refuse(400, "bad-request"), new Response("<html>", { status: 404 })];
  const server = new Server();
  const told = async () => {
    const error = await server.act("t", "word", { type: "draw", seen: 1 }).catch((refusal: unknown) => refusal);
    assert.ok(error instanceof Refusal);
    return [error.code, error.message];
  };
  assert.deepEqual(await told(), ["bad-move", "The server does not allow this move."]);
  assert.deepEqual(await told(), ["bad-request", "The server did not accept this."]);
  assert.deepEqual(await told(), ["bad-request", "The server did not accept this."]);
});
