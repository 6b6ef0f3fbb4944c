import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, beforeEach, test } from "node:test";
import { compileEngine, Engine } from "../../../js/src/engine";
import lobby from "../../messages/lobby.en.json";
import { useCatalogue } from "../words/words";
import type { Entry, EntryOf, EntryType } from "./entries";
import { type KeptSeat, shareOf } from "./kept-seats";
import type { Setup } from "./model";
import { type Proof, proofOf } from "./proof";
import { TableLog } from "./table-log";
import { Witness } from "./witness";

/** A finished game of a person at seat 1 and two computers, also used by the tests of the verifiers. The path is
 * relative to this test's bundle. */
const FINISHED = new URL("../../../../tests/chance/finished.txt", import.meta.url);
const C0 = "02a1c1bbd8b73f3e4fb1a24bc01ebb8d26d8186bb5a901eaed1f64bb12728240";
const SHARE = "00112233445566778899aabbccddeeff";
const SECRET = "09".repeat(32);
const OWN = { seat: 1, commitment: C0, contribution: SHARE } as KeptSeat;
const SETUP: Setup = {
  game: "star-wars",
  set: "star-wars",
  options: [],
  seats: [
    { kind: "person", colour: "red" },
    { kind: "computer", colour: "black", level: 1 },
    { kind: "computer", colour: "green", level: 5 },
  ],
  first: 0,
  clock: { kind: "none" },
  grace: 0,
  public: true,
  aids: true,
  hints: true,
  takebacks: true,
};

useCatalogue("en", { ...lobby });

type Told = { [T in EntryType]: Omit<EntryOf<T>, "seq" | "at"> }[EntryType];

let engine: Engine;
let record: string;

/** A stand-in for browser storage. */
function storage(): Storage {
  const methods = {
    getItem: (name: string) => (kept as unknown as Record<string, string>)[name] ?? null,
    setItem: (name: string, value: string) => Object.assign(kept, { [name]: value }),
    removeItem: (name: string) => delete (kept as unknown as Record<string, string>)[name],
  };
  const kept = Object.create(methods) as Storage;
  return kept;
}

before(async () => {
  engine = await Engine.load(await compileEngine(await readFile(process.env.PAGE_WASM ?? "")));
  const [first] = (await readFile(FINISHED, "utf8")).split(/\n(?=\[Game )/);
  record = first;
});

beforeEach(() => {
  globalThis.localStorage = storage();
});

/** The entries of a table until the game begins: seat 1 seals its contribution and reveals it. */
function beginning(): Told[] {
  return [
    { type: "created", table: "t", setup: SETUP, commitment: C0 },
    { type: "sat", seat: 1, name: "Anna", kind: "person" },
    { type: "computer", seat: 2, level: 1, why: "setup" },
    { type: "computer", seat: 3, level: 5, why: "setup" },
    { type: "sealed", seat: 1, seal: engine.seal(C0, 1, SHARE) },
    { type: "contributed", seat: 1, contribution: SHARE },
    {
      type: "started",
      newgame: "newgame game=star-wars colours=red,black,green first=3",
      contributions: [SHARE, "", ""],
    },
  ];
}

/** The entries for the words of the finished game: each draw and then its turn. */
function turns(): Told[] {
  const [{ words }] = engine.readRecord(record);
  return words.flatMap((word): Told[] => {
    if (!word.includes("@")) return [{ type: "drawn", seat: 1, words: [word] }];
    const drawn = { type: "drawn", seat: 1, words: [word.split("@")[0]] } satisfies Told;
    return [drawn, { type: "moved", seat: 1, words: [word], by: "person" }];
  });
}

const OVER: Told = { type: "over", scores: [], secret: SECRET };

/** A witness that has seen these entries, and the log that they form. */
function told(entries: Told[], own: KeptSeat | null = OWN): { witness: Witness; log: TableLog } {
  const witness = new Witness("t", engine);
  const log = new TableLog();
  for (const [index, entry] of entries.entries()) {
    const whole = { ...entry, seq: index + 1, at: index } as Entry;
    witness.take(whole, log.words, own);
    log.take(whole);
  }
  witness.keep();
  return { witness, log };
}

function proof(entries: Told[], own: KeptSeat | null = OWN, shown = record): Proof {
  const { witness, log } = told(entries, own);
  return proofOf(engine, log, witness, shown);
}

test("what was seen of a game is checked, and the server's record is held against it", () => {
  const game = [...beginning(), ...turns(), OVER];
  assert.deepEqual(proof(game), { good: true, own: true, draws: 75, throws: 2 });
  assert.deepEqual(proof(game, null), { good: true, own: false, draws: 75, throws: 2 });
});

test("a secret that other tables share comes with the record, once the round is over", () => {
  const [created, ...others] = [...beginning(), ...turns(), { ...OVER, secret: undefined } as Told];
  const shared = { ...created, deck: { tournament: "a", round: 1, number: 1 } } as Told;
  const without = record.replace(/^\[Secret.*\n/m, "");
  const later = proof([shared, ...others], OWN, without);
  assert.match(later.good ? "" : later.text, /^other tables still play/);
  const kept = proof([created, ...others], OWN, without);
  assert.match(kept.good ? "" : kept.text, /^the server’s record is not/, "no other table has this secret");
  assert.deepEqual(proof([shared, ...others]), { good: true, own: true, draws: 75, throws: 2 });
  const full = others.slice(0, 3);
  assert.equal(told([created, ...full]).witness.isFull, true);
  assert.equal(told([shared, ...full]).witness.isFull, false, "nothing is sealed there");
});

test("the record of another game is found, although it is right in itself", () => {
  const [{ words, newgame }] = engine.readRecord(record);
  engine.command(newgame);
  engine.position("startpos", [...words.slice(0, -1), words.at(-1)!.split("@")[0]]);
  const other = engine
    .advise("random", 1, 3)
    .candidates.map(({ move }) => move)
    .find((move) => move !== words.at(-1));
  assert.ok(other);
  engine.move(other);
  const tags = /\[FirstBy[\s\S]*?\[Secret[^\n]*\n/.exec(record)![0];
  const shown = engine.record().replace("[Result", `${tags}[Result`);
  assert.equal(engine.verifyRecord(shown).ok, true);
  const found = proof([...beginning(), ...turns(), OVER], OWN, shown);
  assert.deepEqual(found, { good: false, text: "the server’s record is not the game that was seen here" });
});

test("a draw that was taken back is checked, too", () => {
  const all = turns();
  const wrong: Told[] = [
    ...all.slice(0, 2),
    { type: "drawn", seat: 1, words: ["P1_R"] },
    { type: "undone", seat: 1, words: 2 },
    ...all.slice(2),
  ];
  const found = proof([...beginning(), ...wrong, OVER]);
  assert.match(found.good ? "" : found.text, /draw 2 is P1_R, and chance gave A1A1_OPP/);
  const right: Told[] = [...all.slice(0, 4), { type: "undone", seat: 1, words: 2 }, ...all.slice(2)];
  assert.equal(proof([...beginning(), ...right, OVER]).good, true);
});

test("who begins is what chance gave, or the set-up lays down", () => {
  const game = [...beginning(), ...turns(), OVER];
  const first = (setup: Setup) => proof(game.map((entry) => (entry.type === "created" ? { ...entry, setup } : entry)));
  const found = first({ ...SETUP, first: 1 });
  assert.deepEqual(found, { good: false, text: "another player began than the table’s set-up says" });
  const other = [...beginning(), ...turns().slice(0, 2), OVER].map((entry) =>
    entry.type === "started" ? { ...entry, newgame: entry.newgame.replace("first=3", "first=1") } : entry,
  );
  const steered = proof(other);
  assert.match(steered.good ? "" : steered.text, /seat 1 begins, and chance gave seat 3/);
});

test("another commitment for the same game is refused, also after a reload", () => {
  const start = beginning();
  assert.equal(told(start).witness.breach, "");
  assert.equal(told(start).witness.breach, "");
  const other = start.map((entry) => (entry.type === "created" ? { ...entry, commitment: "ff".repeat(32) } : entry));
  assert.equal(told(other.slice(0, 4), null).witness.breach, "commitment");
  assert.equal(told(other).witness.breach, "commitment", "also where no share fits it");
  const renewed: Told[] = [...start.slice(0, 5), { type: "renewed", commitment: "ff".repeat(32) }];
  assert.equal(told(renewed, null).witness.breach, "commitment", "the game has begun under the first one");
  assert.equal(told([...start, { type: "renewed", commitment: "ff".repeat(32) }]).witness.breach, "commitment");
});

test("what is played is changed before anybody has sealed, and not afterwards", () => {
  const start = beginning();
  const changed: Told = { type: "changed", setup: { ...SETUP, options: [] } };
  const sealed = start.findIndex(({ type }) => type === "sealed");
  assert.equal(told([...start.slice(0, sealed), changed, ...start.slice(sealed)]).witness.breach, "");
  assert.equal(told([...start.slice(0, sealed + 1), changed]).witness.breach, "setup");
  assert.equal(told([...start, changed]).witness.breach, "setup");
});

test("before the start a commitment may be followed by another, and everybody seals anew", () => {
  const start = beginning();
  const renewed: Told[] = [...start.slice(0, 6), { type: "renewed", commitment: "ff".repeat(32) }];
  assert.equal(told(start.slice(0, 5)).witness.isSealed, true);
  const { witness } = told(renewed);
  assert.equal(witness.breach, "");
  assert.equal(witness.commitment, "ff".repeat(32));
  assert.deepEqual([witness.isFull, witness.isSealed, witness.ownCounts], [true, false, false]);
});

test("shares are those that were sealed, and nobody changes after the own one was told", () => {
  const [created, sat, one, two, sealed, contributed, started] = beginning();
  const breach = (...entries: Told[]) => told([created, sat, one, two, ...entries]).witness.breach;
  assert.equal(breach(sealed, contributed, started), "");
  assert.equal(breach(sealed, { ...contributed, contribution: "11".repeat(16) } as Told), "share");
  assert.equal(breach(sealed, sealed), "share");
  assert.equal(breach(sealed, contributed, sat), "share");
  assert.equal(breach({ ...contributed, contribution: "11".repeat(16) } as Told, started), "share");
  const { witness } = told([created, sat, one, two, { ...sealed, seal: "ab".repeat(32) } as Told]);
  assert.equal(witness.confirms(1, SHARE), false);
  assert.equal(witness.breach, "share");
});

/** Two people have sealed; this browser holds seat 1. `ground` is a seal that seat 2 would prefer afterwards. */
function twoSealed(): { start: Told[]; own: Told; other: Told; ground: Told[]; started: Told } {
  const seats: Setup["seats"] = [SETUP.seats[0], { kind: "open", colour: "black" }];
  const [mine, theirs, found] = [SHARE, "11".repeat(16), "22".repeat(16)];
  const start: Told[] = [
    { type: "created", table: "t", setup: { ...SETUP, seats }, commitment: C0 },
    { type: "sat", seat: 1, name: "Anna", kind: "person" },
    { type: "sat", seat: 2, name: "Ben", kind: "person" },
    { type: "sealed", seat: 1, seal: engine.seal(C0, 1, mine) },
    { type: "sealed", seat: 2, seal: engine.seal(C0, 2, theirs) },
  ];
  const newgame = "newgame game=star-wars colours=red,black first=1";
  return {
    start,
    own: { type: "contributed", seat: 1, contribution: mine },
    other: { type: "contributed", seat: 2, contribution: theirs },
    ground: [
      { type: "sealed", seat: 2, seal: engine.seal(C0, 2, found) },
      { type: "contributed", seat: 2, contribution: found },
    ],
    started: { type: "started", newgame, contributions: [mine, theirs] },
  };
}

test("after everybody has sealed nobody's share can be exchanged or left out", () => {
  const { start, own, other, ground, started } = twoSealed();
  const breach = (...entries: Told[]) => told([...start, ...entries]).witness.breach;
  const stood: Told = { type: "stood", seat: 2 };
  const sat: Told = { type: "sat", seat: 2, name: "Carl", kind: "person" };
  assert.equal(breach(own, other, started), "");
  assert.equal(breach(own, stood, ...ground, started), "share", "sealed again by nobody");
  assert.equal(breach(own, stood, ground[1], started), "share", "told without a seal");
  assert.equal(breach(stood, sat, ...ground, own, started), "share", "the own share is held back meanwhile");
  assert.equal(breach(own, { type: "stood", seat: 1 }, start[1], ...ground), "share");
  assert.equal(breach(own, started), "share", "one share is left out");
  globalThis.localStorage = storage();
  assert.equal(breach(own, { type: "renewed", commitment: C0 }), "commitment", "shares under it are known");
  const unsealed = [...start.slice(0, 3), own, other, started];
  globalThis.localStorage = storage();
  assert.equal(told(unsealed).witness.breach, "", "from before shares were sealed");
  assert.equal(told(unsealed, { ...OWN, sealed: true }).witness.breach, "share", "told as if it were from before");
});

test("after a reload nobody has sealed another share than before", () => {
  const { start, own, other, ground, started } = twoSealed();
  assert.equal(told(start).witness.breach, "");
  assert.equal(told([...start.slice(0, 4), ground[0], own, ground[1], started]).witness.breach, "share");
  assert.equal(told(start.slice(0, 4)).witness.breach, "", "another tab of the browser is further");
  assert.equal(told([...start, own, other, started]).witness.breach, "");
  const renewed: Told = { type: "renewed", commitment: "ff".repeat(32) };
  globalThis.localStorage = storage();
  assert.equal(told(start).witness.breach, "");
  assert.equal(told([...start, { type: "stood", seat: 2 }, renewed]).witness.breach, "");
});

test("a share from before shares were sealed is not told again as a sealed one", () => {
  const { start, own, other } = twoSealed();
  const { witness } = told([...start.slice(0, 2), own, ...start.slice(2)]);
  assert.deepEqual([witness.breach, witness.isSealed, witness.has(1, "share")], ["", true, false]);
  globalThis.localStorage = storage();
  assert.equal(told([...start.slice(0, 2), own, start[2], other]).witness.breach, "");
  assert.notEqual(shareOf(OWN, C0), SHARE);
  const kept: KeptSeat = { ...OWN, sealed: true };
  assert.equal(shareOf(kept, C0), SHARE);
});
