/** The screens by the first word of their address, each loaded when it is asked for. Those of tables need a server. */
import type { Route, Screen } from "../ui/screen";
import { loadStyle, type StyleArea } from "../ui/style";

type Loaded = Promise<{ default: Screen }>;

/** A screen with the style sheets of its areas. */
async function styled(screen: Loaded, ...areas: StyleArea[]): Loaded {
  const [loaded] = await Promise.all([screen, ...areas.map(loadStyle)]);
  return loaded;
}

const screens: Record<string, () => Loaded> = {
  "": () => import("../screens/home"),
  new: () => import("../screens/setup"),
  local: () => import("../screens/local"),
  ...(PAGE_PLACE === "server" && {
    me: () => styled(import("../screens/player"), "lobby"),
    lobby: () => styled(import("../screens/lobby"), "lobby"),
    t: () => styled(import("../screens/remote"), "lobby"),
  }),
  review: () => styled(import("../screens/review"), "late", "review"),
  learn: () => styled(import("../screens/learn"), "learn"),
  rules: () => styled(import("../screens/rules"), "rules"),
  verify: () => styled(import("../screens/verify"), "review"),
  settings: () => import("../screens/settings"),
};

/** Without its escapes, or as it is where they are none. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The route of an address's hash, `#/name/id?query`, and of the one before it. */
export function routeOf(hash: string, before = ""): Route {
  const [path, query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [name, id = ""] = path.split("/");
  return { name, id: unescaped(id), query: new URLSearchParams(query), before };
}

/** Loads the screen of a route; null when there is none of this name. */
export async function screenOf(route: Route): Promise<Screen | null> {
  const load = Object.hasOwn(screens, route.name) ? screens[route.name] : null;
  return load ? (await load()).default : null;
}
