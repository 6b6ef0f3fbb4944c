/** The screen `#/local/ID` of a game on this device. */
import { Engine } from "../../../js/src/engine";
import { engineModule } from "../engine/module";
import { Thinking } from "../engine/thinking";
import { LocalTable } from "../game/local";
import { savedGame } from "../game/saved";
import { DeadEnd, type OpenScreen, type Route } from "../ui/screen";
import { t } from "../words/words";
import { openTable } from "./table";

/** Opens the screen of a stored game; shows a message if no game has the id. */
export default async function open(host: HTMLElement, route: Route): Promise<OpenScreen> {
  const game = savedGame(route.id);
  if (!game) throw new DeadEnd(t("app.noGame"));
  const engine = await Engine.load(engineModule());
  return openTable(host, new LocalTable(game, engine, new Thinking()), engine);
}
