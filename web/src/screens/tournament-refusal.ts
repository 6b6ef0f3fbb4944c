/** What the server says when it refuses something of a tournament: what was expected, in its own words. */
import { Refusal } from "../game/server";
import { toast, toastError } from "../ui/toast";
import { t } from "../words/words";

export function tellRefusal(error: unknown): void {
  if (error instanceof Refusal && error.cause) toast(t("tournament.refused", { why: String(error.cause) }), "trouble");
  else toastError(error);
}
