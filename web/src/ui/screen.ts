/** The interface between screens and the shell. */

/** The address of a screen, `#/name/id?query`; `before` is the page's previous address, "" if there is none. */
export interface Route {
  name: string;
  id: string;
  query: URLSearchParams;
  before: string;
}

/** An open screen. A screen without `refresh` is closed and opened again when language or theme change. */
export interface OpenScreen {
  /** The title of the browser's tab. */
  title: string;
  /** Repaints in the present language and theme. */
  refresh?(): void;
  close(): void;
}

/** A screen throws this if its address leads to nothing; the message is shown. It is no error of the page. */
export class DeadEnd extends Error {}

/** Fills the host; may load what it needs first. It throws a `DeadEnd` if there is nothing to show. */
export type Screen = (host: HTMLElement, route: Route) => OpenScreen | Promise<OpenScreen>;

/** Goes to a route such as `#/new`. */
export function go(route: string): void {
  location.hash = route;
}
