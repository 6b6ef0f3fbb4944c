/**
 * Focus that is never lost: when the element that has it disappears, or can be used no more, the focus goes to the
 * nearest place from there on: what has `data-takes-focus` (the choices of a board), else the heading of a dialog or
 * screen.
 */

const CHOICES = "[data-takes-focus]";
const HEADINGS = "dialog h2, h1";

/** Gives the focus to the first of some places within an element; returns whether there is one. */
function focusIn(element: ParentNode, places: string): boolean {
  const place = element.querySelector<HTMLElement>(places);
  if (place && place.tabIndex < 0) place.tabIndex = -1; // so that a heading can have it
  place?.focus({ preventScroll: true });
  return place !== null;
}

/** Gives the focus to the choices of the board. */
export function focusChoices(): void {
  focusIn(document, CHOICES);
}

/** Gives the focus to the heading of a screen. */
export function focusHeading(screen: Element): void {
  focusIn(screen, HEADINGS);
}

/** Watches the whole page. A tap beside all else gives the focus to the screen itself, which stays. */
export function keepFocus(): void {
  /** What had the focus last, and all that it lay in, from the inside out. */
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
