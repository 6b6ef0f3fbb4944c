/** Checks whether the chance of a finished game is what the server promised (docs/understand/fairness.md). */
import type { Engine } from "../../../js/src/engine";
import { t } from "../words/words";
import { setupLine } from "./setup";
import type { TableLog } from "./table-log";
import type { Witness } from "./witness";

/** The result of the check; `own`: the chance includes the contribution of this browser. */
export type Proof = { good: true; own: boolean; draws: number; throws: number } | { good: false; text: string };

/** Returns the value of a record's tag, or "". */
function tagOf(record: string, name: string): string {
  return new RegExp(`^\\[${name} "([^"]*)"\\]$`, "m").exec(record)?.[1] ?? "";
}

/** Whether the record has the game and the chance that this browser has seen. */
function isSeen(engine: Engine, record: string, log: TableLog, witness: Witness): boolean {
  const { commitment, secret, firstBy, contributions } = witness;
  const tags = { Commitment: commitment, Secret: secret, FirstBy: firstBy, Contributions: contributions };
  if (Object.entries(tags).some(([name, value]) => tagOf(record, name) !== value)) return false;
  const first = Number(/ first=(\d)/.exec(log.newgame)?.[1]);
  engine.command(setupLine(log.setup!, first));
  if (log.words.length > 0) engine.command(`position startpos moves ${log.words.join(" ")}`);
  const games = engine.readRecord(record);
  const [own] = engine.readRecord(engine.record());
  return games.length === 1 && games[0].newgame === own.newgame && games[0].words.join(" ") === own.words.join(" ");
}

/**
 * Checks all draws and throws of a finished game as this browser has seen them, in order, and then compares them with
 * the server's record. The engine's position afterwards is undefined.
 */
export function proofOf(engine: Engine, log: TableLog, witness: Witness, record: string): Proof {
  if (witness.breach) return { good: false, text: t(`lobby.breach.${witness.breach}`) };
  witness.secret ||= tagOf(record, "Secret");
  if (!witness.secret) return { good: false, text: t(witness.shares ? "lobby.proof.later" : "lobby.proof.record") };
  try {
    const found = witness.check(log.words);
    if (!isSeen(engine, record, log, witness)) return { good: false, text: t("lobby.proof.record") };
    return { good: true, own: witness.ownCounts, ...found };
  } catch (error) {
    return { good: false, text: error instanceof Error ? error.message : String(error) };
  }
}
