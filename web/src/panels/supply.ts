/** A player's supply, as shapes and as text. */
import { html, svg, type TemplateResult } from "lit-html";
import type { PieceName } from "../../../js/src/types";
import type { Seat, TableView } from "../game/model";
import { list, t } from "../words/words";
import type { Pictures } from "./pictures";

/** The pieces of a player at the beginning of a game (SW-1.3, CL-1.3, CL-7.2). */
function fullSupply(view: TableView): [piece: "small" | "large" | "meeple" | "abbot", count: number][] {
  if (view.state.game === "star-wars")
    return [
      ["large", 1],
      ["small", 4],
    ];
  return view.state.options.includes("abbot")
    ? [
        ["abbot", 1],
        ["meeple", 7],
      ]
    : [["meeple", 7]];
}

/** The supply of a seat: all pieces of the player; those on the board are shown as outlines. */
export function supply(view: TableView, seat: Seat, pictures: Pictures): TemplateResult {
  const left = view.state.supply[seat.number - 1];
  const pieces = fullSupply(view);
  const words = pieces
    .filter(([piece]) => left[piece])
    .map(([piece]) => t(`panels.supply.${piece}`, { n: left[piece] ?? 0 }));
  const what = words.length > 0 ? list(words) : t("panels.supply.none");
  return html`<span class="supply" role="img" aria-label=${t("panels.supply", { what })}>
    ${pieces.flatMap(([piece, count]) =>
      Array.from({ length: count }, (_, i) => pieceIcon(pictures, seat, piece, i < (left[piece] ?? 0))),
    )}
  </span>`;
}

function pieceIcon(pictures: Pictures, seat: Seat, piece: PieceName, here: boolean): TemplateResult {
  const { href, size } = pictures.piece(piece, seat.colour);
  return html`<svg class=${here ? "piece" : "piece piece-away"} data-piece=${piece} viewBox="0 0 ${size} ${size}">
    ${svg`<use href=${href}></use>`}
  </svg>`;
}
