/**
 * Keeps the page working while the browser translates it. A translator replaces text nodes by `<font>` elements.
 * lit-html writes a change into the text node that it made, which then is no longer in the page. This function makes
 * such a change appear as a new text node, which the translator translates again.
 */
export function surviveTranslation(): void {
  Object.defineProperty(HTMLFontElement.prototype, "data", {
    set(this: HTMLFontElement, text: string) {
      this.replaceWith(text);
    },
  });
}
