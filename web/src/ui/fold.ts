/** What folds out (`details`): Escape folds it in again, and a menu folds in when the focus or a tap goes elsewhere. */

/**
 * For `focusout` of a menu. The menu takes the focus of a press on its words: without it the focus would be nowhere,
 * the menu would close under the pointer, and Chromium 156 dies of that.
 */
export function closeMenu(event: FocusEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (!menu.contains(event.relatedTarget as Node | null)) menu.open = false;
}

/** Watches the whole page: Escape folds in what the focus is in, before it means anything else, and the focus stays
 * there. */
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
