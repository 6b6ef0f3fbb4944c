/** What a screen is to the shell. */

/** The address of a screen: `#/name/id?query`. */
export interface Route {
  name: string;
  id: string;
  query: URLSearchParams;
}

/** Fills the host, sets the page's title by `title`, and returns how to leave. May load what it needs first. */
export type Screen = (host: HTMLElement, route: Route) => Promise<() => void>;

/** Goes to a route, `#/new`. */
export function go(route: string): void {
  location.hash = route;
}
