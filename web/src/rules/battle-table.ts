/** The table of a battle's dice, throw by throw. */
import { html, nothing, type TemplateResult } from "lit-html";
import { diceOf } from "../board/battle";
import { die } from "../board/cards";
import { colourName } from "../words/terms";
import { t } from "../words/words";
import type { FigureFighter } from "./figures";

function cell(fighter: FigureFighter, index: number, highest: number, dice: string): TemplateResult {
  const faces = fighter.throws[index];
  if (faces.length === 0) return html`<td class="soft">${t("rules.dice.out")}</td>`;
  return html`<td>
    <span class="battle-dice" data-dice=${dice} role="img"
      aria-label=${faces.join(", ")}>${faces.map((face) => die(face, face === highest))}</span>
  </td>`;
}

/** The table, with a row for each side, a column for each throw, and a column for the points; nothing without a
 * battle. */
export function battleTable(fighters: readonly FigureFighter[]): TemplateResult | typeof nothing {
  if (fighters.length === 0) return nothing;
  const throws = fighters[0].throws.map((_, index) => index);
  const sides = fighters.map((fighter) => ({ colour: fighter.colour, dice: fighter.throws[0].length }));
  const highest = throws.map((index) => Math.max(...fighters.flatMap((fighter) => fighter.throws[index])));
  return html`<table class="rules-table battle-table">
    <thead>
      <tr>
        <th scope="col">${t("rules.dice.player")}</th>
        ${throws.map((index) => html`<th scope="col">${t("rules.dice.throw", { n: index + 1 })}</th>`)}
        <th scope="col">${t("rules.dice.points")}</th>
      </tr>
    </thead>
    <tbody>
      ${fighters.map(
        (fighter) => html`<tr>
          <th scope="row">${colourName(fighter.colour)}</th>
          ${throws.map((index) => cell(fighter, index, highest[index], diceOf(fighter.colour, sides)))}
          <td class="figures">+${fighter.points}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
