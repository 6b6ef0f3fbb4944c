/** The panel of the tiles left to draw, by kind with their numbers, and of the discarded tiles. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { TableModel, TableView } from "../game/model";
import { toastError } from "../ui/toast";
import { number, t } from "../words/words";
import { type Pictures, tileImage } from "./pictures";
import { tilesInStack } from "./sides";

type Counts = [tile: string, count: number][];

function countsOf(kinds: Record<string, number>): Counts {
  return Object.entries(kinds).filter(([, count]) => count > 0);
}

/** `button` makes the picture of a kind a button. */
function kinds(
  counts: Counts,
  pictures: Pictures,
  button = (_: string, picture: TemplateResult) => picture,
): TemplateResult {
  return html`<ul class="kinds">${counts.map(([tile, n]) => {
    const picture = html`<svg viewBox="0 0 1000 1000" aria-hidden="true">${tileImage(pictures.tile(tile, 0))}</svg>`;
    return html`<li class="kind" aria-label=${t("panels.left.kind", { tile, n })}>${button(tile, picture)}
      <span class="kind-count figures">${number(n)}</span></li>`;
  })}</ul>`;
}

/** What a tap on a tile does where turns are prepared. */
function aboutPrepared({ prepare }: TableView, table: TableModel): TemplateResult | typeof nothing {
  if (!prepare) return nothing;
  const stop = () => void table.prepare?.("").catch(toastError);
  return prepare.tile
    ? html`<p class="notice" role="status">${t("panels.prepare.lay", { tile: prepare.tile })}</p>
      <button type="button" class="button" @click=${stop}>${t("panels.prepare.stop")}</button>`
    : html`<p class="soft small">${t("panels.prepare")}</p>`;
}

/** A tile for which a turn is prepared, or may be; `lay` is called when it can be laid. */
function preparing({ prepare }: TableView, table: TableModel, lay: () => void): Parameters<typeof kinds>[2] {
  return (tile, picture) => {
    const is = prepare!.moves.some((move) => move.startsWith(`${tile}@`));
    const press = async () => {
      await table.prepare?.(tile);
      if (!is) lay();
    };
    const label = t(is ? "panels.prepare.withdraw" : "panels.prepare.tile", { tile });
    return html`<button type="button" class="button button-plain kind-prepare" aria-pressed=${is} aria-label=${label}
      title=${label}
      @click=${() => void press().catch(toastError)}>${picture}</button>`;
  };
}

/** The tiles that are left; `lay` is called when one of them can be laid for a turn that is prepared. */
export function tilesLeft(view: TableView, pictures: Pictures, table: TableModel, lay = () => {}): TemplateResult {
  const left = countsOf(view.state.bag);
  const out = countsOf(view.state.out);
  const n = tilesInStack(view);
  return html`<div class="stack">
    <p class="legend">${n ? t("panels.left", { n }) : t("panels.left.none")}</p>
    ${aboutPrepared(view, table)} ${kinds(left, pictures, view.prepare ? preparing(view, table, lay) : undefined)}
    ${out.length ? html`<p class="legend">${t("panels.left.out")}</p>${kinds(out, pictures)}` : nothing}
  </div>`;
}
