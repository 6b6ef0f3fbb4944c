/** The lessons: `#/learn` shows the overview, `#/learn/GAME?step=N` the lessons of a game. */
import { Engine } from "../../../js/src/engine";
import type { GameName } from "../../../js/src/types";
import { addressOf } from "../engine/image";
import { engineModule } from "../engine/module";
import { GAMES } from "../game/setup";
import { LessonView } from "../learn/lesson-view";
import { beginLesson, LESSONS } from "../learn/lessons";
import { type GamePictures, showOverview } from "../learn/overview";
import { nextLesson } from "../learn/progress";
import type { OpenScreen, Route } from "../ui/screen";
import { applyGame, pictureTheme } from "../ui/theme";
import { gameName } from "../words/terms";
import { loadArea, t } from "../words/words";
import { boardPicture } from "./home-board";

/** The lessons (0-based) whose boards are the pictures of the games. */
const PICTURED: Record<GameName, number> = { "star-wars": 6, classic: 6 };

function gamePictures(engine: Engine): GamePictures {
  const line = getComputedStyle(document.documentElement).getPropertyValue("--line");
  const picture = (game: GameName) => {
    beginLesson(engine, LESSONS[game][PICTURED[game]]);
    return addressOf(boardPicture(engine, [], pictureTheme(game), line));
  };
  return { "star-wars": picture("star-wars"), classic: picture("classic") };
}

/** Opens the overview, or the lessons of the game in the address: at the given step, otherwise at the first one not
 * completed. */
export default async function open(host: HTMLElement, route: Route): Promise<OpenScreen> {
  await loadArea("learn");
  const game = GAMES.find((name) => name === route.id);
  const engine = await Engine.load(engineModule());
  if (!game) {
    const show = () => showOverview(host, gamePictures(engine));
    show();
    return { title: t("learn.title"), refresh: show, close: () => {} };
  }
  const step = Number(route.query.get("step"));
  const at = LESSONS[game][step - 1] ? step - 1 : nextLesson(game);
  applyGame(game);
  const lessons = new LessonView(host, engine, game, at);
  return {
    get title() {
      return `${t("learn.title")}: ${gameName(game)}`;
    },
    refresh: () => lessons.refresh(),
    close: () => lessons.close(),
  };
}
