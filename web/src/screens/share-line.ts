/** A share drawn as a line, beside the number that says it. */
import { html, type TemplateResult } from "lit-html";

export function shareLine(percent: number): TemplateResult {
  return html`<svg class="share-line" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"
    focusable="false"><rect width="100" height="4"></rect
    ><rect class="share-part" width=${percent} height="4"></rect></svg>`;
}
