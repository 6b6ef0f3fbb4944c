/** The panel of the tiles left to draw, by kind with their numbers, and of the discarded tiles. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { TableView } from "../game/model";
import { number, t } from "../words/words";
import { type Pictures, tileImage } from "./pictures";
import { tilesInStack } from "./sides";

type Counts = [tile: string, count: number][];

function countsOf(kinds: Record<string, number>): Counts {
  return Object.entries(kinds).filter(([, count]) => count > 0);
}

function kinds(counts: Counts, pictures: Pictures): TemplateResult {
  return html`<ul class="kinds">${counts.map(
    ([tile, n]) => html`<li class="kind" aria-label=${t("panels.left.kind", { tile, n })}>
      <svg viewBox="0 0 1000 1000" aria-hidden="true">${tileImage(pictures.tile(tile, 0))}</svg>
      <span class="kind-count figures">${number(n)}</span>
    </li>`,
  )}</ul>`;
}

/** The tiles that are left. */
export function tilesLeft(view: TableView, pictures: Pictures): TemplateResult {
  const left = countsOf(view.state.bag);
  const out = countsOf(view.state.out);
  const n = tilesInStack(view);
  return html`<div class="stack">
    <p class="legend">${n ? t("panels.left", { n }) : t("panels.left.none")}</p>
    ${kinds(left, pictures)}
    ${out.length ? html`<p class="legend">${t("panels.left.out")}</p>${kinds(out, pictures)}` : nothing}
  </div>`;
}
