import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { Engine } from "../../../js/src/engine";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { fromTable, packText, reviewRoute, unpackText, wayBack } from "./link";
import type { Change, TableModel } from "./model";
import { splitDraws } from "./replay";
import { ReviewTable } from "./review";

useCatalogue("en", en);
const engine = await Engine.load(readFileSync(process.env.PAGE_WASM!));
const record = `[Game "star-wars"]
[Set "star-wars:3efd4317984a6c37"]
[Options "-"]
[Colours "red,white"]
[Player1 "Anna"]

1. P1_R@-1,0r3=small:route.E
2. A1@0,1r2=none
3. A1@1,1r2=none
*
`;

function table(): ReviewTable {
  return new ReviewTable(engine, engine.readRecord(record)[0], record);
}

test("a record has two stops a turn: the tile drawn, the turn played", () => {
  const review = table();
  assert.equal(review.steps.length, 6);
  assert.equal(review.view.words.length, 0);
  review.goTo(1);
  assert.deepEqual([review.view.state.phase, review.view.state.tile], ["place", "P1_R"]);
  review.goTo(99);
  assert.equal(review.stop, 6);
  assert.equal(review.view.state.board.length, 4);
  assert.equal(review.view.seats[0].name, "Anna");
  assert.equal(review.view.seats[1].name, "White");
});

test("one step forward is told as a step, everything else as a jump", () => {
  const review = table();
  const changes: Change[] = [];
  review.subscribe((_, change) => changes.push(change));
  review.goTo(1);
  review.goTo(0);
  review.goTo(4);
  review.goTo(4);
  assert.deepEqual(
    changes.map(({ steps, jumped }) => [steps.length, jumped]),
    [
      [0, true],
      [1, false],
      [0, true],
      [0, true],
    ],
  );
});

test("the record comes back as it was, wishes are refused", async () => {
  const review: TableModel = table();
  assert.equal(await review.record(), record);
  await assert.rejects(review.play("A3@0,0r0=none"));
});

test("words of a record and of a table's log are the same steps", () => {
  const words = ["(R4)", "A3@0,1r2=none", "[1:5;2:2]", "A1@1,1r2=none"];
  const split = ["(R4)", "A3", "A3@0,1r2=none", "[1:5;2:2]", "A1", "A1@1,1r2=none"];
  assert.deepEqual(splitDraws(words), split);
  assert.deepEqual(splitDraws(split), split);
});

test("a record goes into a link and comes out of it", async () => {
  assert.equal(await unpackText(await packText(record)), record);
  assert.match(await reviewRoute(record, 4), /^#\/review\?game=[\w-]+&at=4$/);
  await assert.rejects(unpackText("not-packed"));
  await assert.rejects(unpackText("A".repeat(100_000)));
});

test("a link whose text has no end is not unpacked", async () => {
  const Real = globalThis.DecompressionStream;
  let unpacked = 0;
  globalThis.DecompressionStream = class {
    readonly readable: ReadableStream;
    readonly writable: WritableStream;
    constructor(format: CompressionFormat) {
      const inner = new Real(format);
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform(part, out) {
          unpacked += part.length;
          out.enqueue(part);
        },
      });
      this.writable = inner.writable;
      this.readable = inner.readable.pipeThrough(count as ReadableWritablePair);
    }
  } as typeof DecompressionStream;
  try {
    const packed = deflateRawSync(Buffer.alloc(44 << 20, "x")).toString("base64url");
    assert.ok(packed.length < 64_000);
    await assert.rejects(unpackText(packed));
    assert.ok(unpacked < 6 << 20, `${unpacked} bytes were unpacked`);
  } finally {
    globalThis.DecompressionStream = Real;
  }
});

test("computers of a record have the names of their seats", () => {
  const named = (second: string) => {
    const text = record.replace('[Player1 "Anna"]', `[Player1 "level-2"]\n[Player2 "${second}"]`);
    return new ReviewTable(engine, engine.readRecord(text)[0], text).view.seats.map(({ name, kind }) => [name, kind]);
  };
  assert.deepEqual(named("Ben"), [
    ["Mats", "computer"],
    ["Ben", "person"],
  ]);
  assert.deepEqual(named("level-2")[1], ["Moss", "computer"]);
});

test("a review knows the way back to its table, and to nowhere else", async () => {
  const query = (route: string) => new URLSearchParams(route.split("?")[1]);
  const route = await reviewRoute(record);
  assert.equal(wayBack(query(route)), null);
  for (const table of ["#/t/abcdef234567", "#/local/k3"]) assert.equal(wayBack(query(fromTable(route, table))), table);
  for (const from of ["settings", "t/", "t/a/b", "//evil.example/t/a", "javascript:alert(1)"])
    assert.equal(wayBack(query(`${route}&from=${encodeURIComponent(from)}`)), null, from);
});
