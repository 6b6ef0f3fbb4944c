/** Why a record was refused, in the language of the page. */
import { EngineError } from "../../../js/src/engine";
import { language, t } from "../words/words";

/** The codes of docs/lookup/protocol.md that a record can be refused with; all others are told as `syntax`. */
const CODES = [
  "syntax",
  "bad-options",
  "bad-set",
  "bad-phase",
  "bad-tile",
  "bad-placement",
  "bad-decision",
  "bad-throw",
  "bad-position",
] as const;

/** Line and move that the engine names at the beginning of a message, as `line 12, move 5: `. */
const PLACE = /^(?:line (\d+))?(?:, )?(?:move (\d+))?: /;

/**
 * The engine's own sentence is English, and exact. In another language it is told by its code: where, what kind of
 * fault, and the word that the engine quotes.
 */
export function refusalText(error: unknown): string {
  if (!(error instanceof EngineError)) return String(error);
  if (language() === "en") return error.message;
  const [, line, move] = PLACE.exec(error.message) ?? [];
  const place = [line && t("review.refused.line", { line }), move && t("review.refused.move", { move })];
  const code = CODES.find((known) => known === error.code) ?? "syntax";
  const [found] = /'[^']*'/.exec(error.message) ?? [];
  const why = t(`review.refused.${code}`) + (found ? ` (${found})` : "");
  const where = place.filter((part) => part).join(", ");
  return where ? `${where}: ${why}` : why;
}
