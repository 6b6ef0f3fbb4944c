/** The screen `#/review`: reviews a game whose record the person opens, or which the link contains:
 * `#/review?game=PACKED&at=WORDS`. */
import { Engine } from "../../../js/src/engine";
import type { ReadGame } from "../../../js/src/types";
import { reviewModule } from "../engine/module";
import { unpackText, wayBack } from "../game/link";
import { ReviewTable } from "../game/review";
import { openRecord } from "../review/open-record";
import { ReviewView } from "../review/review-view";
import { DeadEnd, type OpenScreen, type Route } from "../ui/screen";
import { applyGame } from "../ui/theme";
import { loadArea, t } from "../words/words";

/** The stop of a table after a number of words of the game. */
function stopOf(table: ReviewTable, words: number): number {
  return table.steps.filter((step) => step.to <= words).length;
}

/** Shows a game at its beginning, or after a number of words; `back` is the route of its table. */
function showGame(host: HTMLElement, table: ReviewTable, words: number | null, back: string | null): ReviewView {
  applyGame(table.view.setup.game);
  table.goTo(words === null ? 0 : stopOf(table, words));
  return new ReviewView(host, table, back);
}

/** Reads the record of a link; throws a DeadEnd if it is damaged. */
async function linked(engine: Engine, packed: string): Promise<{ text: string; game: ReadGame }> {
  try {
    const text = await unpackText(packed);
    return { text, game: engine.readRecord(text)[0] };
  } catch {
    throw new DeadEnd(t("review.open.link"));
  }
}

/** Opens the review of the game in the link, or else the form that opens a record. */
export default async function open(host: HTMLElement, route: Route): Promise<OpenScreen> {
  const [engine] = await Promise.all([Engine.load(reviewModule()), loadArea("review")]);
  const packed = route.query.get("game");
  const at = route.query.get("at");
  const shown: { view: ReviewView | null } = { view: null };
  const show = (game: ReadGame, text: string, words: number | null) => {
    shown.view = showGame(host, new ReviewTable(engine, game, text), words, wayBack(route.query));
  };
  if (packed) {
    const { text, game } = await linked(engine, packed);
    show(game, text, at === null ? null : Number(at));
  } else {
    openRecord(host, engine, (game, text) => show(game, text, null));
  }
  return { title: t("review.title"), close: () => shown.view?.close() };
}
