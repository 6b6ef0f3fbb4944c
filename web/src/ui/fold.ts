/** Closes `details` elements: Escape closes them, and a menu closes when the focus or a tap goes elsewhere. */

/**
 * Handles `focusout` of a menu. A press on the menu's text focuses the menu: otherwise nothing would have the focus,
 * the menu would close under the pointer, and Chromium 156 would crash.
 */
export function closeMenu(event: FocusEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (!menu.contains(event.relatedTarget as Node | null)) menu.open = false;
}

/** Watches the whole page: Escape first closes the `details` element that contains the focus; the focus stays there. */
export function foldByKey(): void {
  const keyed = (event: KeyboardEvent) => {
    const fold = event.key === "Escape" ? (event.target as Element).closest<HTMLDetailsElement>("details[open]") : null;
    if (!fold) return;
    event.preventDefault();
    event.stopPropagation();
    fold.open = false;
    fold.querySelector("summary")!.focus();
  };
  document.addEventListener("keydown", keyed, { capture: true });
}
