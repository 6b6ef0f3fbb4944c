/** Maps the first word of an address to a screen, which is loaded on demand. The screens of tables need a server. */
import type { Route, Screen } from "../ui/screen";
import { loadStyle, type StyleArea } from "../ui/style";

type Loaded = Promise<{ default: Screen }>;

/** Loads a screen with the style sheets of its areas. */
async function styled(screen: Loaded, ...areas: StyleArea[]): Loaded {
  const [loaded] = await Promise.all([screen, ...areas.map(loadStyle)]);
  return loaded;
}

const screens: Record<string, () => Loaded> = {
  "": () => import("../screens/home"),
  new: () => styled(import("../screens/setup"), "setup"),
  local: () => import("../screens/local"),
  ...(PAGE_PLACE === "server" && {
    ladder: () => styled(import("../screens/ladder"), "lobby"),
    me: () => styled(import("../screens/player"), "lobby"),
    mail: () => import("../screens/mail"),
    lobby: () => styled(import("../screens/lobby"), "lobby", "setup"),
    tournament: () => styled(import("../screens/tournament"), "lobby", "tournament"),
    people: () => styled(import("../screens/people"), "lobby"),
    host: () => styled(import("../screens/host"), "lobby"),
    t: () => styled(import("../screens/remote"), "lobby"),
  }),
  real: () => styled(import("../screens/real"), "late", "setup", "real"),
  review: () => styled(import("../screens/review"), "late", "review"),
  learn: () => styled(import("../screens/learn"), "learn"),
  puzzles: () => styled(import("../screens/puzzles"), "learn"),
  rules: () => styled(import("../screens/rules"), "rules"),
  verify: () => styled(import("../screens/verify"), "review"),
  settings: () => import("../screens/settings"),
};

/** Decodes percent escapes; returns the text unchanged if they are invalid. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The route of a hash `#/name/id?query`; `before` is the previous hash. */
export function routeOf(hash: string, before = ""): Route {
  const [path, query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [name, id = ""] = path.split("/");
  return { name, id: unescaped(id), query: new URLSearchParams(query), before };
}

/** Loads the screen of a route; null if no screen has this name. */
export async function screenOf(route: Route): Promise<Screen | null> {
  const load = Object.hasOwn(screens, route.name) ? screens[route.name] : null;
  return load ? (await load()).default : null;
}
