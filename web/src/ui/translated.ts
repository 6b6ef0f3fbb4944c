/**
 * The page goes on under a browser that translates it. A translator puts `<font>` elements in the place of text nodes;
 * lit-html, which writes what has changed into the node that it put there, then writes to such an element. There it
 * becomes text again, which the translator translates anew.
 */
export function surviveTranslation(): void {
  Object.defineProperty(HTMLFontElement.prototype, "data", {
    set(this: HTMLFontElement, text: string) {
      this.replaceWith(text);
    },
  });
}
