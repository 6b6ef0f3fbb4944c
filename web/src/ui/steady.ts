/**
 * Protects new cards from a press that was meant for what was there before. A card with `data-steady` ignores every
 * press (by pointer, key or screen reader) for a moment after cards in its area have appeared, disappeared or changed.
 * Meanwhile its buttons are disabled for assistive technology, too; the focus does not move.
 */

/** Milliseconds for which a card ignores presses. */
export const STEADY_MS = 400;

const STEADY = "[data-steady]";

/** Whether a mutation concerns the cards: a card appears or disappears, or a steady card changes. */
function isOfCards({ target, addedNodes, removedNodes }: MutationRecord): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  const isCard = (node: Node) => node instanceof Element && node.matches(".notice");
  return Boolean(element?.closest(STEADY)) || [...addedNodes, ...removedNodes].some(isCard);
}

/** Watches an area with cards; returns a function that ends this. */
export function keepSteady(area: HTMLElement): () => void {
  let timer = 0;
  /* The present press began while its card ignored presses. */
  let early = false;

  const showDisabled = () => {
    for (const button of area.querySelectorAll(`${STEADY} button`)) {
      if (timer) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  };
  const ready = () => {
    timer = 0;
    showDisabled();
  };
  const changed = (changes: MutationRecord[]) => {
    if (!changes.some(isOfCards)) return;
    clearTimeout(timer);
    timer = window.setTimeout(ready, STEADY_MS);
    showDisabled();
  };
  const pressed = () => {
    early = timer !== 0;
  };
  const clicked = (event: Event) => {
    const held = early || timer !== 0;
    early = false;
    if (!held || !(event.target as Element).closest(STEADY)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const observer = new MutationObserver(changed);
  observer.observe(area, { childList: true, subtree: true, characterData: true });
  for (const press of ["pointerdown", "keydown"]) area.addEventListener(press, pressed, true);
  area.addEventListener("click", clicked, true);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const press of ["pointerdown", "keydown"]) area.removeEventListener(press, pressed, true);
    area.removeEventListener("click", clicked, true);
  };
}
