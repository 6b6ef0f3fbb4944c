import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry, EntryOf, EntryType } from "./entries";
import type { Setup } from "./model";
import { clockOf, TableLog } from "./table-log";

const SETUP: Setup = {
  game: "classic",
  set: "classic",
  options: [],
  seats: [
    { kind: "person", colour: "black" },
    { kind: "open", colour: "red" },
    { kind: "computer", colour: "green", level: 3 },
  ],
  first: 1,
  clock: { kind: "game", seconds: 60, increment: 5 },
  grace: 0,
  public: true,
  aids: true,
  hints: true,
  takebacks: true,
};

type Told = { [T in EntryType]: Omit<EntryOf<T>, "seq" | "at"> }[EntryType];

/** A log with these entries, one second apart. */
function logOf(...entries: Told[]): TableLog {
  const log = new TableLog();
  for (const [index, entry] of entries.entries())
    log.take({ ...entry, seq: index + 1, at: 1000 * (index + 1) } as Entry);
  return log;
}

const BEGINNING: Told[] = [
  { type: "created", table: "t", setup: SETUP, commitment: "c0" },
  { type: "sat", seat: 1, name: "Anna", kind: "person", contribution: "" },
  { type: "computer", seat: 3, level: 3, why: "setup" },
  { type: "contributed", seat: 1, contribution: "aa" },
  { type: "sat", seat: 2, name: "Ben", kind: "person", contribution: "bb" },
];
const GAME: Told[] = [
  ...BEGINNING,
  { type: "started", newgame: "newgame game=classic", contributions: ["aa", "bb", ""] },
  { type: "drawn", seat: 1, words: ["(R4)", "V"] },
  { type: "moved", seat: 1, words: ["V@0,1r0=none"], by: "person", clock: [55_000, 60_000, 60_000] },
  { type: "drawn", seat: 2, words: ["U"] },
];

test("a tile is not asked for that the server is about to draw by itself", () => {
  const log = logOf({ ...BEGINNING[0], setup: { ...SETUP, grace: 3000 } } as Told, ...GAME.slice(1));
  const moved = log.since;
  assert.deepEqual(
    [0, 1999, 2000, 5000].map((after) => log.isDrawnSoon(moved + after)),
    [false, false, true, true],
  );
});

test("seats are taken, given up and computers'", () => {
  const log = logOf(...BEGINNING, { type: "stood", seat: 2 });
  assert.equal(log.opener, 1);
  assert.equal(logOf(...BEGINNING, { type: "stood", seat: 1 }, { ...BEGINNING[1] }).opener, 0);
  assert.equal(log.stage, "waiting");
  assert.deepEqual(
    log.seats.map(({ name, kind }) => [name, kind]),
    [
      ["Anna", "person"],
      ["", "open"],
      ["", "computer"],
    ],
  );
  assert.equal(log.movesItself(1), true);
  assert.equal(log.movesItself(3), false);
});

test("words add up, and are cut by what is undone", () => {
  assert.deepEqual(logOf(...GAME).words, ["(R4)", "V", "V@0,1r0=none", "U"]);
  const log = logOf(...GAME, { type: "undone", seat: 1, words: 2 });
  assert.deepEqual(log.words, ["(R4)", "V"]);
  assert.deepEqual(log.turns, []);
  assert.equal(log.since, log.at);
});

test("the clock of the game is that of the last move", () => {
  const log = logOf(...GAME);
  assert.deepEqual(clockOf(log, 2), [55_000, 60_000, 60_000]);
  assert.equal(log.since, 9000);
  assert.deepEqual(clockOf(logOf(...GAME.slice(0, 7)), 2), [60_000, 60_000, 60_000]);
  assert.equal(clockOf(logOf(...BEGINNING), 2), null);
});

test("a vacation makes the turn longer, and no other", () => {
  const setup = { ...SETUP, clock: { kind: "days", days: 1 } as const };
  const byDays = GAME.map((entry) => (entry.type === "created" ? { ...entry, setup } : entry));
  const day = 86_400_000;
  const longer = [...byDays, { type: "vacation", seat: 2, length: 3 * day } satisfies Told];
  assert.deepEqual(clockOf(logOf(...longer), 2), [day, 4 * day, day]);
  const moved = { type: "moved", seat: 2, words: ["U@0,2r0=none"], by: "person" } satisfies Told;
  assert.deepEqual(clockOf(logOf(...longer, moved), 3), [day, day, day]);
});

test("the clock of a move goes on where a turn is taken back, and stops for nobody who leaves", () => {
  const setup = { ...SETUP, clock: { kind: "move", seconds: 60 } as const };
  const byMove = GAME.slice(0, -1).map((entry) => {
    if (entry.type === "created") return { ...entry, setup };
    return entry.type === "moved" ? { ...entry, clock: undefined, used: 50_000 } : entry;
  });
  const back = { type: "undone", seat: 1, words: 2 } satisfies Told;
  assert.deepEqual(clockOf(logOf(...byMove, back), 2), [60_000, 10_000, 60_000]);
  assert.deepEqual(clockOf(logOf(...byMove, { ...back, used: 53_000 }), 2), [60_000, 7000, 60_000]);
  const paused = { type: "paused", used: 31_000 } satisfies Told;
  assert.deepEqual(clockOf(logOf(...byMove, paused, { type: "resumed", seat: 2 }), 2), [60_000, 29_000, 60_000]);
  assert.deepEqual(clockOf(logOf(...byMove, { type: "drawn", seat: 2, words: ["U"] }), 2), [60_000, 60_000, 60_000]);
  const leave = { type: "computer", seat: 2, level: 5, why: "left" } satisfies Told;
  assert.equal(logOf(...GAME, leave, { type: "returned", seat: 2 }).since, logOf(...GAME).since);
});

test("a pause stops the clock where it is, and who resumes lets it run on", () => {
  const ask = { type: "asked", seat: 1, what: "pause" } satisfies Told;
  const paused = [ask, { type: "answered", seat: 2, yes: true }, { type: "paused", used: 12_000 }] satisfies Told[];
  assert.deepEqual(logOf(...GAME, ask).asked, { seat: 1, entry: 10, pause: true, agreed: [] });
  assert.equal(logOf(...GAME, ask).mayPause(1, 2), false);
  const log = logOf(...GAME, ...paused);
  assert.ok(log.paused && log.asked === null && !log.mayPause(1, 2));
  const on = logOf(...GAME, ...paused, { type: "resumed", seat: 2 });
  assert.ok(!on.paused && on.mayPause(1, 2) && on.since > log.since);
  assert.deepEqual(clockOf(on, 2), [55_000, 48_000, 60_000]);
  assert.ok(log.mayResume(1) && !log.mayResume(3) && !on.mayResume(1), "seat 3 is a computer's");
  const late = { type: "computer", seat: 2, level: 5, why: "clock" } satisfies Told;
  assert.ok(logOf(...GAME, late, { type: "paused", used: 0 }).mayResume(2), "also who is out of time");
  const left = { type: "computer", seat: 2, level: 5, why: "left" } satisfies Told;
  assert.ok(logOf(...GAME, ask, left).asked, "who leaves does not refuse a pause");
});

test("the game is that of the set-up, whatever the server says at its start", () => {
  const newgame = "newgame game=classic players=3 fields=on river=on colours=red,black,green first=2";
  const log = logOf(...BEGINNING, { type: "started", newgame, contributions: ["aa", "bb", ""] });
  assert.equal(log.newgame, "newgame game=classic set=classic players=3 colours=black,red,green first=2");
});

test("a program agrees to a pause, but where the clock decides the game", () => {
  const game = (kind: "person" | "program", loses: boolean) => {
    const clock = { kind: "game", seconds: 60, increment: 0, loses } as const;
    const setup: Setup = { ...SETUP, seats: SETUP.seats.slice(0, 2), clock };
    const told = GAME.filter(({ type }) => type !== "computer").map((entry): Told => {
      if (entry.type === "created") return { ...entry, setup };
      return entry.type === "sat" && entry.seat === 2 ? { ...entry, kind } : entry;
    });
    return logOf(...told);
  };
  assert.deepEqual([game("person", true).mayPause(1, 2), game("program", false).mayPause(1, 2)], [true, true]);
  assert.equal(game("program", true).mayPause(1, 2), false);
});

test("a take-back waits for all who agree, and ends with a no, a move or a computer's taking over", () => {
  const ask = { type: "asked", seat: 1, what: "take-back" } satisfies Told;
  assert.deepEqual(logOf(...GAME, ask).asked, { seat: 1, entry: 10, pause: false, agreed: [] });
  assert.deepEqual(logOf(...GAME, ask, { type: "answered", seat: 2, yes: true }).asked, {
    seat: 1,
    entry: 10,
    pause: false,
    agreed: [2],
  });
  const refused = logOf(...GAME, ask, { type: "answered", seat: 2, yes: false });
  assert.equal(refused.asked, null);
  assert.equal(refused.refusal?.seat, 2);
  const withdrawn = logOf(...GAME, ask, { type: "answered", seat: 1, yes: false });
  assert.deepEqual(withdrawn.refusal, { seq: 11, seat: 1, asker: 1 });
  assert.equal(logOf(...GAME, ask, { type: "moved", seat: 2, words: ["U@1,0r0=none"], by: "person" }).asked, null);
  assert.equal(logOf(...GAME, ask, { type: "computer", seat: 1, level: 5, why: "left" }).asked, null);
  const missed = { type: "computer", seat: 2, level: 5, why: "clock" } satisfies Told;
  for (const casual of [false, true]) {
    const game = GAME.map((entry) => (entry.type === "created" ? { ...entry, setup: { ...SETUP, casual } } : entry));
    assert.equal(logOf(...game, ask, missed).asked, null);
    assert.notEqual(logOf(...game, ask, { type: "answered", seat: 2, yes: true }, missed).asked, null);
  }
});

test("at a rated table nobody returns, pauses, or takes back what was seen", () => {
  const rated = (...more: Told[]) =>
    logOf(
      ...GAME.map((entry) => {
        if (entry.type === "sat") return { ...entry, rating: 1500 + entry.seat, provisional: entry.seat === 2 };
        const clock = { kind: "move", seconds: 60 } as const;
        return entry.type === "created" ? { ...entry, setup: { ...SETUP, rated: true, clock } } : entry;
      }),
      ...more,
    );
  const log = rated();
  assert.deepEqual([log.seat(1).rating, log.seat(2).rating], ["1501", "1502?"]);
  assert.equal(log.mayPause(1, 2), false);
  assert.equal(rated({ type: "drawn", seat: 2, words: ["U"] }).takeBack(1, "place", 2), "no");
  const out = rated({ type: "computer", seat: 2, level: 5, why: "clock" });
  assert.deepEqual([out.hasLost(2), out.hasLost(1), out.mayReturn(2), out.missesTurn(2)], [true, false, false, false]);
  assert.equal(rated({ type: "computer", seat: 1, level: 5, why: "left" }).mayReturn(1), false);
});

test("who was refused, or withdrew, asks for the same again in their next turn", () => {
  const drawn = { type: "drawn", seat: 2, words: ["U"] } satisfies Told;
  const no = (seat: number) => ({ type: "answered", seat, yes: false }) satisfies Told;
  const casual = GAME.map((entry) =>
    entry.type === "created" ? { ...entry, setup: { ...SETUP, casual: true } } : entry,
  );
  const ways = (mover: number, ...more: Told[]) => {
    const log = logOf(...casual, drawn, ...more);
    return [log.takeBack(1, "place", mover), log.mayPause(1, mover)];
  };
  const moved = (seat: number) => ({ type: "moved", seat, words: ["U@1,0r0=none"], by: "person" }) satisfies Told;
  for (const seat of [1, 2]) {
    const back = [{ type: "asked", seat: 1, what: "take-back" }, no(seat)] satisfies Told[];
    const pause = [{ type: "asked", seat: 1, what: "pause" }, no(seat)] satisfies Told[];
    assert.deepEqual(ways(2, ...back), ["no", true]);
    assert.deepEqual(ways(2, ...pause), ["ask", false]);
    assert.deepEqual(ways(3, ...back, ...pause, moved(2)), ["no", false], "another's turn");
    assert.deepEqual(ways(1, ...back, ...pause, moved(2), moved(3)), ["ask", true]);
    assert.deepEqual(ways(2, ...back, ...pause, moved(2), moved(3), moved(1)), ["ask", true]);
  }
  const gone = [
    { type: "computer", seat: 1, level: 5, why: "left" },
    { type: "returned", seat: 1 },
  ] satisfies Told[];
  assert.deepEqual(ways(2, { type: "asked", seat: 1, what: "pause" }, ...gone), ["ask", false], "leaving withdraws");
});

/** A game of a person, a second player (a person unless `second` differs) and a computer. */
function takeBackAfter(casual: boolean, second: Partial<EntryOf<"sat">>, ...more: Told[]): string {
  const entries = [...GAME.slice(0, -1), ...more].map((entry) => {
    if (entry.type === "created") return { ...entry, setup: { ...SETUP, casual } };
    return entry.type === "sat" && entry.seat === 2 ? { ...entry, ...second } : entry;
  });
  return logOf(...entries).takeBack(1, more.length === 0 ? "draw" : "place", 2);
}

test("a turn is taken back alone until a tile or dice were seen, then by all who are asked", () => {
  const drawn = { type: "drawn", seat: 2, words: ["U"] } satisfies Told;
  const program = { kind: "program" } as const;
  assert.equal(takeBackAfter(false, {}), "alone");
  assert.equal(takeBackAfter(false, {}, drawn), "no");
  assert.equal(takeBackAfter(true, {}, drawn), "ask");
  assert.equal(takeBackAfter(true, program, drawn), "no");
  assert.equal(takeBackAfter(true, { ...program, answers: true }, drawn), "ask");
  const missed = { type: "computer", seat: 2, level: 5, why: "clock" } satisfies Told;
  const byMove = [...GAME.slice(0, -1), drawn, missed].map((entry) =>
    entry.type === "created"
      ? { ...entry, setup: { ...SETUP, casual: true, clock: { kind: "move", seconds: 60 } as const } }
      : entry,
  );
  assert.equal(logOf(...byMove).takeBack(1, "place", 2), "no");
  const thrown = GAME.map((entry) =>
    entry.type === "moved" ? { ...entry, words: [...entry.words, "[1:2;2:3]"] } : entry,
  );
  assert.equal(logOf(...thrown.slice(0, -1)).takeBack(1, "draw", 2), "no");
});

test("who left comes back; talk is muted by seat; the next table is told", () => {
  const left = { type: "computer", seat: 2, level: 5, why: "left" } satisfies Told;
  assert.equal(logOf(...GAME, left).movesItself(2), false);
  assert.equal(logOf(...GAME, left, { type: "returned", seat: 2 }).movesItself(2), true);
  const log = logOf(
    ...GAME,
    { type: "said", seat: 2, name: "Ben", text: "hello" },
    { type: "reacted", seat: 0, name: "Zoe", reaction: "oh" },
    { type: "named", seat: 2, name: "Bea" },
    { type: "muted", seat: 1, muted: 2, yes: true },
    { type: "over", scores: [1, 2, 3], secret: "00" },
    { type: "rematch", table: "next" },
  );
  assert.deepEqual(
    log.chat.map(({ seat, name, text, reaction }) => [seat, name, text || reaction]),
    [
      [2, "Ben", "hello"],
      [0, "Zoe", "oh"],
    ],
  );
  assert.equal(log.seat(2).name, "Bea");
  assert.deepEqual([...log.seat(1).muted], [2]);
  assert.equal(log.stage, "over");
  assert.equal(log.next, "next");
});

test("who is removed is silenced, too, until both are taken back", () => {
  const one = { type: "hushed", seat: 1, name: "Eve", yes: true, removed: true } satisfies Told;
  const log = logOf(...GAME, one);
  assert.deepEqual([[...log.silenced], [...log.removed]], [["Eve"], ["Eve"]]);
  const later = logOf(...GAME, one, { type: "hushed", seat: 1, name: "Eve", yes: false });
  assert.deepEqual([[...later.silenced], [...later.removed]], [[], []]);
});

test("who watches is silenced alone, or with all", () => {
  const one = { type: "hushed", seat: 1, name: "Eve", yes: true } satisfies Told;
  const all = { type: "hushed", seat: 1, yes: true } satisfies Told;
  const log = logOf(...GAME, one);
  assert.deepEqual([[...log.silenced], log.allSilenced], [["Eve"], false]);
  const later = logOf(...GAME, one, all, { ...one, yes: false });
  assert.deepEqual([[...later.silenced], later.allSilenced], [[], true]);
});

test("a seat that has missed a turn is asked again, and may return after three", () => {
  const miss: Told[] = [
    { type: "computer", seat: 2, level: 5, why: "clock" },
    { type: "moved", seat: 2, words: ["U@1,0r0=none"], by: "clock" },
  ];
  const back = { type: "returned", seat: 2 } satisfies Told;
  const byMove = GAME.map((entry) => {
    return entry.type === "created"
      ? { ...entry, setup: { ...SETUP, clock: { kind: "move", seconds: 60 } as const } }
      : entry;
  });
  assert.equal(logOf(...byMove, miss[0]).mayReturn(2), false);
  assert.deepEqual(logOf(...byMove, miss[0]).playedBy(2), { kind: "person" });
  const again = [...byMove, ...miss, back, ...miss, back];
  assert.deepEqual([logOf(...again).seat(2).missed, logOf(...again).movesItself(2)], [2, true]);
  assert.equal(logOf(...again, { type: "moved", seat: 2, words: ["U@1,0r0=none"], by: "person" }).seat(2).missed, 0);
  assert.equal(logOf(...again, ...miss).mayReturn(2), true);
  assert.deepEqual(logOf(...again, ...miss).playedBy(2), { kind: "computer", level: 5 });
  assert.equal(logOf(...again, ...miss, back).seat(2).missed, 0);
  assert.equal(logOf(...GAME, ...miss).mayReturn(2), false);
  assert.deepEqual([logOf(...again, ...miss).isOut(2), logOf(...GAME, ...miss).isOut(2)], [false, true]);
});

test("a game may be lost before the last tile", () => {
  const over = { type: "over", scores: [1, 2, 3], secret: "00" } satisfies Told;
  assert.equal(logOf(...GAME, over).lost, undefined);
  const lost = logOf(...GAME, { ...over, lost: 2, why: "clock" });
  assert.deepEqual(lost.lost, { seat: 2, why: "clock" });
  assert.deepEqual(clockOf(lost, 2), [55_000, 0, 60_000]);
  assert.deepEqual([lost.undecided, logOf(...GAME, { ...over, undecided: true }).undecided], [false, true]);
});

test("a turn that the computer made for who holds the seat is told from one of its own", () => {
  const left: Told = { type: "computer", seat: 2, level: 5, why: "left" };
  const moved: Told = { type: "moved", seat: 2, words: ["U@1,0r0=none"], by: "computer" };
  const instead = (...told: Told[]) => logOf(...GAME, ...told).turns.map((turn) => turn.instead);
  assert.equal(instead(left, moved).at(-1), true);
  assert.equal(instead({ ...moved, by: "person" }).at(-1), false);
  assert.equal(instead({ ...left, why: "setup" }, moved).at(-1), false, "a computer plays for itself");
});
