/** The entry point of the page. */
import "./invitation";
import "./app.css";
import { maySit } from "../game/player";
import { rememberedSetup } from "../game/setup";
import { keepFocus } from "../ui/focus";
import { foldByKey } from "../ui/fold";
import { awaitOffer } from "../ui/install";
import { onRefusal } from "../ui/store";
import { guardTaps } from "../ui/taps";
import { applyGame, applySettings } from "../ui/theme";
import { toast } from "../ui/toast";
import { surviveTranslation } from "../ui/translated";
import { openWithTypeface } from "../ui/typeface";
import { preferredLanguage, speak, t } from "../words/words";
import { keepOffline } from "./offline";
import { routeOf, screenOf } from "./routes";
import { Shell } from "./shell";

applySettings();
surviveTranslation();
guardTaps();
keepFocus();
foldByKey();
awaitOffer();
applyGame(rememberedSetup("here").game);
await Promise.all([speak(preferredLanguage()), screenOf(routeOf(location.hash)).catch(() => null)]);
onRefusal(() => toast(t("app.notKept"), "trouble"));
const page = document.getElementById("page")!;
page.replaceChildren(); // what is shown where the page does not load
const shell = new Shell(page);
await openWithTypeface(() => shell.start());
void keepOffline();
// If the person may sit at tables, watch where it is their turn.
if (maySit()) void import("../game/elsewhere").then(({ begin }) => begin()).catch(console.warn);
