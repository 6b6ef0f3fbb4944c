/**
 * A press that was under way for what was there before settles nothing: a card with `data-steady` in the area takes no
 * press, by pointer, key or screen reader, within the first moments after cards there have come, gone or changed.
 * Meanwhile its buttons are disabled for assistive technology, too; the focus stays where it is.
 */

/** For so many milliseconds a card takes no press. */
export const STEADY_MS = 400;

const STEADY = "[data-steady]";

/** Whether a change of the page is one of the cards: one comes, goes, or is a steady one that changes. */
function isOfCards({ target, addedNodes, removedNodes }: MutationRecord): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  const isCard = (node: Node) => node instanceof Element && node.matches(".notice");
  return Boolean(element?.closest(STEADY)) || [...addedNodes, ...removedNodes].some(isCard);
}

/** Watches an area with cards, until what it gives is called. */
export function keepSteady(area: HTMLElement): () => void {
  let timer = 0;
  /* Of the press that is under way: it began while its card took none. */
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
