/** Controls that screens share: one of a few, one of many, on or off. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";

export interface Choice<T extends string | number> {
  /** The name of the group on its screen. */
  name: string;
  legend: string;
  value: T;
  /** `after` is what stands between an option and the next one. */
  options: readonly { value: T; word: string | TemplateResult; after?: TemplateResult | typeof nothing }[];
  change(value: T): void;
}

/** One of a few, side by side. */
export function choice<T extends string | number>(group: Choice<T>): TemplateResult {
  return html`<fieldset class="choice">
    <legend>${group.legend}</legend>
    ${group.options.map(
      ({ value, word, after }) => html`<label
        ><input
          type="radio"
          name=${group.name}
          .checked=${live(value === group.value)}
          @change=${() => group.change(value)}
        />${word}</label
      >${after ?? nothing}`,
    )}
  </fieldset>`;
}

export interface Dropdown<T extends string | number> {
  /** Its id, if a label elsewhere refers to it; otherwise its own label. */
  id?: string;
  name?: string;
  value: T;
  options: readonly { value: T; word: string }[];
  disabled?: boolean;
  change(value: T): void;
}

/** One of many, as a drop-down list. The options mark the chosen value, because they may change together with it. */
export function dropdown<T extends string | number>(list: Dropdown<T>): TemplateResult {
  const changed = (event: Event) => list.change(list.options[(event.target as HTMLSelectElement).selectedIndex].value);
  return html`<select
    class="input"
    id=${list.id ?? nothing}
    aria-label=${list.name ?? nothing}
    ?disabled=${list.disabled}
    @change=${changed}
  >
    ${list.options.map(
      ({ value, word }) => html`<option value=${value} .selected=${live(value === list.value)}>${word}</option>`,
    )}
  </select>`;
}

/** A switch, with a line that explains it. */
export function switchFor(word: string, text: string, on: boolean, change: (on: boolean) => void): TemplateResult {
  const changed = (event: Event) => change((event.target as HTMLInputElement).checked);
  return html`<label class="switch"
    ><span>${word}</span><span class="switch-text">${text}</span
    ><input type="checkbox" .checked=${live(on)} @change=${changed}
  /></label>`;
}
