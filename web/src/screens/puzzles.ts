/**
 * The puzzles: `#/puzzles` shows the overview, `#/puzzles/GAME?daily=DAY` the puzzle of a day, `#/puzzles/GAME` one
 * after the other. With `?theme=THEME` those are of a theme, with `?rush` as many as one can in ten minutes, and with
 * `?mine` the person's mistakes.
 */
import { Engine } from "../../../js/src/engine";
import { engineModule } from "../engine/module";
import { GAMES } from "../game/setup";
import { showOverview } from "../puzzles/overview";
import { PuzzleView } from "../puzzles/puzzle-view";
import { dayOf, puzzleIndex, THEMES } from "../puzzles/puzzles";
import type { OpenScreen, Route } from "../ui/screen";
import { applyGame } from "../ui/theme";
import { gameName } from "../words/terms";
import { loadArea, t } from "../words/words";

/** Opens the overview, or the puzzles of the game in the address. A day that is no day is today. */
export default async function open(host: HTMLElement, route: Route): Promise<OpenScreen> {
  const [stars, classic] = await Promise.all([...GAMES.map(puzzleIndex), loadArea("puzzles")]);
  const indices = { "star-wars": stars ?? [], classic: classic ?? [] };
  const game = GAMES.find((name) => name === route.id && indices[name].length > 0);
  const today = dayOf(new Date());
  if (!game) {
    const show = () => showOverview(host, indices, today);
    show();
    return { title: t("puzzles.title"), refresh: show, close: () => {} };
  }
  const asked = route.query.get("daily");
  const day = asked === null ? null : /^\d{4}-\d\d-\d\d$/.test(asked) && Date.parse(asked) ? asked : today;
  const theme = THEMES.find((name) => name === route.query.get("theme")) ?? null;
  applyGame(game);
  const engine = await Engine.load(engineModule());
  const view = await PuzzleView.open(host, engine, game, indices[game], {
    day,
    theme,
    rush: route.query.has("rush"),
    mine: route.query.has("mine"),
  });
  return {
    get title() {
      return `${t("puzzles.title")}: ${gameName(game)}`;
    },
    refresh: () => view.refresh(),
    close: () => view.close(),
  };
}
