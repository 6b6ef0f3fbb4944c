/** Learning: `#/learn` shows what there is, `#/learn/GAME?step=N` the lessons of a game. */
import { Engine } from "../engine/engine";
import { moduleUrl } from "../engine/module";
import { GAMES } from "../game/setup";
import { LessonView } from "../learn/lesson-view";
import { LESSONS } from "../learn/lessons";
import { showOverview } from "../learn/overview";
import { nextLesson } from "../learn/progress";
import type { OpenScreen, Route } from "../ui/screen";
import { applyGame } from "../ui/theme";
import { gameName } from "../words/terms";
import { loadArea, t } from "../words/words";

/** The overview, or the lessons of the game in the address: from the step there, else where one left off. */
export default async function open(host: HTMLElement, route: Route): Promise<OpenScreen> {
  await loadArea("learn");
  const game = GAMES.find((name) => name === route.id);
  if (!game) {
    showOverview(host);
    return { title: t("learn.title"), refresh: () => showOverview(host), close: () => {} };
  }
  const engine = await Engine.load(moduleUrl());
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
