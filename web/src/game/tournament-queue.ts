/** Results of encounters that the server has not answered yet: they wait in the browser until the net is back. And the
 * tournaments that were last seen, so that results can be entered without a net. */
import { forget, keep, keptNames, recall } from "../ui/store";
import type { Standings, Tournament, TournamentAction } from "./tournament";

/** A result that waits, with the id of its request: the server carries it out once. */
export interface WaitingResult {
  tournament: string;
  request: string;
  action: Extract<TournamentAction, { type: "result" }>;
}

/** A tournament as it was last seen. */
interface SeenTournament {
  at: number;
  tournament: Tournament;
  standings: Standings;
}

const QUEUE = "results";
const SEEN = "tournament.";
const MOST_SEEN = 3;
const MOST_CHARACTERS = 300_000;

/** The results of a tournament that wait, the oldest first. */
export function waitingResults(tournament: string): WaitingResult[] {
  return (recall<WaitingResult[]>(QUEUE) ?? []).filter((waiting) => waiting.tournament === tournament);
}

/** Keeps a result until the server has answered. A later one for the same encounter takes its place. */
export function keepResult(result: WaitingResult): void {
  const others = (recall<WaitingResult[]>(QUEUE) ?? []).filter(
    ({ tournament, action }) => tournament !== result.tournament || action.encounter !== result.action.encounter,
  );
  keep(QUEUE, [...others, result]);
}

/** Forgets a result that the server has answered. */
export function dropResult(request: string): void {
  keep(
    QUEUE,
    (recall<WaitingResult[]>(QUEUE) ?? []).filter((waiting) => waiting.request !== request),
  );
}

/** Keeps what was seen of a tournament; the oldest ones go, and one that is too large is not kept. */
export function keepSeen(tournament: Tournament, standings: Standings): void {
  const seen: SeenTournament = { at: Date.now(), tournament, standings };
  if (JSON.stringify(seen).length > MOST_CHARACTERS) return;
  const name = SEEN + tournament.tournament;
  const age = (other: string) => recall<SeenTournament>(other)?.at ?? 0;
  const others = keptNames(SEEN).filter((other) => other !== name);
  for (const old of others.sort((a, b) => age(b) - age(a)).slice(MOST_SEEN - 1)) forget(old);
  keep(name, seen);
}

/** What was last seen of a tournament; null: nothing. */
export function seenTournament(tournament: string): Pick<SeenTournament, "tournament" | "standings"> | null {
  return recall<SeenTournament>(SEEN + tournament);
}
