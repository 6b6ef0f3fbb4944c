/**
 * Keeps the focus from getting lost. When the focused element disappears or is disabled, the focus moves to the nearest
 * remaining container: to its element with `data-takes-focus` (the choices of a board), otherwise to its heading.
 */

const CHOICES = "[data-takes-focus]";
const HEADINGS = "dialog h2, h1";

/** Focuses the first match of a selector within an element; returns whether there is one. */
function focusIn(element: ParentNode, places: string): boolean {
  const place = element.querySelector<HTMLElement>(places);
  if (place && place.tabIndex < 0) place.tabIndex = -1; // so that a heading can get the focus
  place?.focus({ preventScroll: true });
  return place !== null;
}

/** Focuses the choices of the board. */
export function focusChoices(): void {
  focusIn(document, CHOICES);
}

/** Focuses the heading of a screen. */
export function focusHeading(screen: Element): void {
  focusIn(screen, HEADINGS);
}

/** Watches the whole page. A tap on empty space focuses the screen itself. */
export function keepFocus(): void {
  /** The last focused element and its ancestors, from the inside out. */
  let way: readonly Element[] = [];
  const look = () => {
    const [last] = way;
    const { activeElement, body } = document;
    if (!last || (last.isConnected && !last.matches(":disabled"))) return;
    if (activeElement !== body && activeElement !== last) return;
    way.some((each) => each.isConnected && (focusIn(each, CHOICES) || focusIn(each, HEADINGS)));
  };
  document.addEventListener("focusin", (event) => {
    way = event.composedPath().filter((each) => each instanceof Element);
  });
  const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] };
  new MutationObserver(look).observe(document.body, changes);
}
