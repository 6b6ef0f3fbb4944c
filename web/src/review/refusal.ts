/** Why a record was refused, in the language of the page. */
import { EngineError } from "../../../js/src/engine";
import { language, t } from "../words/words";

/** The error codes of docs/lookup/protocol.md that a record can cause; all others are shown as `syntax`. */
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

/** Matches the line and move at the beginning of an engine's message, such as `line 12, move 5: `. */
const PLACE = /^(?:line (\d+))?(?:, )?(?:move (\d+))?: /;

/**
 * The text of a refusal. In English it is the engine's own exact sentence. In another language it is made from the
 * code: the place, the kind of fault, and the word that the engine quotes.
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
