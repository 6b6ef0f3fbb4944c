/** What a screen is to the shell. */

/** The address of a screen, `#/name/id?query`, and `before`: the address that the page showed last, "" if none. */
export interface Route {
  name: string;
  id: string;
  query: URLSearchParams;
  before: string;
}

/** A screen that is open. Without `refresh` it is closed and opened anew when language or theme change. */
export interface OpenScreen {
  /** What the browser's tab is called. */
  title: string;
  /** Paints anew in the language and theme that hold now. */
  refresh?(): void;
  close(): void;
}

/** Thrown by a screen whose address leads to nothing, with the words for it: no fault of the page. */
export class DeadEnd extends Error {}

/** Fills the host; may load what it needs first, and throws a `DeadEnd` where there is nothing to show. */
export type Screen = (host: HTMLElement, route: Route) => OpenScreen | Promise<OpenScreen>;

/** Goes to a route, `#/new`. */
export function go(route: string): void {
  location.hash = route;
}
