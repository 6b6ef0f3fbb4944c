/** Whether the chance of a finished game was what the server had promised: docs/understand/fairness.md. */
import type { Engine } from "../engine/engine";
import { t } from "../words/words";
import type { KeptSeat } from "./kept-seats";

/** What was given and seen for a seat. */
type Share = Pick<KeptSeat, "seat" | "commitment" | "contribution">;

/** What was found; `own`: the share of chance that this browser gave is in it. */
export type Proof = { good: true; own: boolean; draws: number; throws: number } | { good: false; text: string };

/** The value of a tag of a record, or "". */
function tagOf(record: string, name: string): string {
  return new RegExp(`^\\[${name} "([^"]*)"\\]$`, "m").exec(record)?.[1] ?? "";
}

/** What this browser saw and gave, held against the record; null if it is there, else what is not. */
function differs(record: string, commitment: string, seat: Share | null): string | null {
  const seen = seat?.contribution ? seat.commitment : commitment;
  if (tagOf(record, "Commitment") !== commitment || seen !== commitment) return t("lobby.proof.commitment");
  if (!seat?.contribution) return null;
  const given = tagOf(record, "Contributions").split(",")[seat.seat - 1];
  return given === seat.contribution ? null : t("lobby.proof.share");
}

/**
 * Checks the record of a finished game: its chance by the engine, and what only this browser knows. `commitment` is that
 * of the table's log, `seat` what is held here, if anything.
 */
export function proofOf(
  engine: Pick<Engine, "verifyRecord">,
  record: string,
  commitment: string,
  seat: Share | null,
): Proof {
  const difference = differs(record, commitment, seat);
  if (difference) return { good: false, text: difference };
  const verdict = engine.verifyRecord(record);
  if (!verdict.ok) return { good: false, text: verdict.text };
  return { good: true, own: Boolean(seat?.contribution), draws: verdict.draws, throws: verdict.throws };
}
