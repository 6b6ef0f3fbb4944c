import assert from "node:assert/strict";
import { test } from "node:test";
import type { Standings, Tournament } from "./tournament";
import { dropResult, keepResult, keepSeen, seenTournament, waitingResults } from "./tournament-queue";

const result = (tournament: string, request: string, encounter: number) => ({
  tournament,
  request,
  action: { type: "result" as const, encounter, games: [[70, 60]] },
});

test("a result waits until it is answered, the last one of an encounter alone", () => {
  keepResult(result("a", "one", 1));
  keepResult(result("a", "two", 2));
  keepResult(result("b", "three", 1));
  keepResult(result("a", "four", 1));
  assert.deepEqual(
    waitingResults("a").map(({ request }) => request),
    ["two", "four"],
  );
  dropResult("two");
  dropResult("four");
  assert.deepEqual(waitingResults("a"), []);
  assert.equal(waitingResults("b").length, 1);
});

test("the last tournaments that were seen are kept", () => {
  const seen = (tournament: string) => keepSeen({ tournament } as Tournament, { name: tournament } as Standings);
  for (const id of ["a", "b", "c", "d"]) seen(id);
  assert.equal(["a", "b", "c", "d"].filter((id) => seenTournament(id)).length, 3);
  assert.equal(seenTournament("d")?.tournament.tournament, "d");
  keepSeen({ tournament: "e", name: "x".repeat(300_000) } as Tournament, {} as Standings);
  assert.equal(seenTournament("e"), null);
});
