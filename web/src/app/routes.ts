/** The screens by the first word of their address, each loaded when it is asked for. */
import type { Route, Screen } from "../ui/screen";

const screens: Record<string, () => Promise<{ default: Screen }>> = {
  "": () => import("../screens/home"),
  new: () => import("../screens/setup"),
  local: () => import("../screens/local"),
  lobby: () => import("../screens/lobby"),
  t: () => import("../screens/remote"),
  review: () => import("../screens/review"),
  learn: () => import("../screens/learn"),
  rules: () => import("../screens/rules"),
  verify: () => import("../screens/verify"),
  settings: () => import("../screens/settings"),
};

/** The route of an address's hash, `#/name/id?query`. */
export function routeOf(hash: string): Route {
  const [path, query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [name, id = ""] = path.split("/");
  return { name, id: decodeURIComponent(id), query: new URLSearchParams(query) };
}

/** Loads the screen of a route; null when there is none of this name. */
export async function screenOf(route: Route): Promise<Screen | null> {
  const load = Object.hasOwn(screens, route.name) ? screens[route.name] : null;
  return load ? (await load()).default : null;
}
