/** The buttons over the board: zoom in, zoom out, whole board, help for the keys, and the aids. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { closeMenu } from "../ui/fold";
import { frame, layers, minus, plus } from "../ui/icons";
import { changeSettings } from "../ui/settings";
import { t } from "../words/words";
import { AIDS, type Aids } from "./aids";

export interface ToolActions {
  zoom(factor: number): void;
  fit(): void;
  /** Shows the help for the keys. */
  keys(): void;
}

const ZOOM = 1.4;

function tool(words: string, icon: TemplateResult, act: () => void): TemplateResult {
  return html`<button class="button button-icon" title=${words} aria-label=${words} @click=${act}>${icon}</button>`;
}

function aid(name: keyof Aids, on: boolean): TemplateResult {
  const change = (event: Event) => changeSettings({ [name]: (event.target as HTMLInputElement).checked });
  return html`<label class="aid"><input type="checkbox" .checked=${live(on)} @change=${change}
    /> ${t(`app.settings.${name}`)}</label>`;
}

/** `aids` is null if the table locks them; the ratings of places are offered only if the table allows `hints`. */
export function tools(aids: Aids | null, hints: boolean, actions: ToolActions): TemplateResult {
  return html`<div class="board-tools">
    ${tool(t("board.zoomIn"), plus, () => actions.zoom(ZOOM))}
    ${tool(t("board.zoomOut"), minus, () => actions.zoom(1 / ZOOM))}
    ${tool(t("board.fit"), frame, actions.fit)}
    <button class="button button-icon board-keys" title=${t("board.keys")} aria-label=${t("board.keys")}
      @click=${actions.keys}>?</button>
    ${
      aids
        ? html`<details class="aids" @focusout=${closeMenu}>
      <summary class="button button-icon" title=${t("board.aids")} aria-label=${t("board.aids")}>${layers}</summary>
      <div class="aids-menu"
        tabindex="-1">${AIDS.filter((name) => hints || name !== "ratings").map((name) => aid(name, aids[name]))}</div
          ></details>`
        : nothing
    }
  </div>`;
}
