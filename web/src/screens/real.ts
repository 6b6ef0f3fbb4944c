/** A game at a real table: `#/real` sets one up, `#/real/ID` enters it, `#/real/scores` keeps scores alone,
 * `#/real/clocks` has clocks alone. */
import { Engine } from "../../../js/src/engine";
import { engineModule } from "../engine/module";
import { createLocalGame, savedGame } from "../game/saved";
import { showClocks } from "../real/clocks";
import { RealTable } from "../real/real-table";
import { RealView } from "../real/real-view";
import { showScores } from "../real/scores";
import { DeadEnd, go, type OpenScreen, type Route } from "../ui/screen";
import { applyGame } from "../ui/theme";
import { loadArea, t } from "../words/words";

async function openSetup(host: HTMLElement): Promise<OpenScreen> {
  const { SetupForm } = await import("./setup-form");
  const form = new SetupForm(host, "real", (setup) => go(`#/real/${createLocalGame(setup, true)}`));
  return { title: t("real.title"), refresh: () => form.paint(), close: () => {} };
}

/** Opens what the address names; an id without a game gets a message. */
export default async function open(host: HTMLElement, route: Route): Promise<OpenScreen> {
  await loadArea("real");
  if (route.id === "scores") {
    showScores(host);
    return { title: t("real.scores"), refresh: () => showScores(host), close: () => {} };
  }
  if (route.id === "clocks") return { title: t("real.clocks"), ...showClocks(host) };
  if (!route.id) return openSetup(host);
  const game = savedGame(route.id);
  if (!game) throw new DeadEnd(t("app.noGame"));
  applyGame(game.setup.game);
  const engine = await Engine.load(engineModule());
  const view = new RealView(host, new RealTable(game, engine), engine);
  return { title: t("real.title"), refresh: () => view.refresh(), close: () => view.close() };
}
