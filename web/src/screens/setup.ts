/** A new game on this device, `#/new`. */
import { createLocalGame } from "../game/saved";
import { go, type OpenScreen } from "../ui/screen";
import { t } from "../words/words";
import { SetupForm } from "./setup-form";

/** The set-up of the last time; what is started is played at once. */
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
