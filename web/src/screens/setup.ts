/** The screen `#/new`: the set-up of a new game on this device. */
import { createLocalGame } from "../game/saved";
import { go, type OpenScreen } from "../ui/screen";
import { t } from "../words/words";
import { SetupForm } from "./setup-form";

/** Shows the last set-up; the started game opens at once. */
export default function open(host: HTMLElement): OpenScreen {
  const form = new SetupForm(host, "here", (setup) => go(`#/local/${createLocalGame(setup)}`));
  return {
    get title() {
      return t("setup.title");
    },
    refresh: () => form.paint(),
    close: () => {},
  };
}
