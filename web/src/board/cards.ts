/** The cards over the board: battles with their dice, and discarded tiles. */
import { html, svg, type TemplateResult } from "lit-html";
import { realmType } from "../panels/log";
import { type Pictures, tileImage } from "../panels/pictures";
import { seatMark } from "../ui/seat-mark";
import { factionName } from "../words/terms";
import { percent, t } from "../words/words";
import { type Battle, diceOf, type Fighter, outcomeOf } from "./battle";
import { attackWords, verdictWords } from "./phrases";

/** The positions of the pips of faces 1 to 6 in a grid of nine cells, numbered left to right, top to bottom. */
const PIPS = ["4", "08", "048", "0268", "02468", "023568"];

/** The pips of each face as one path in a square of 24 by 24. */
const FACES = PIPS.map((places) =>
  [...places]
    .map((at) => `M${4.8 + 5 * (+at % 3)} ${7 + 5 * Math.floor(+at / 3)}a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0`)
    .join(""),
);

/** A die that shows the faces in turn; without faces it shows a question mark. */
function dieWith(faces: readonly string[], name: string): TemplateResult {
  return html`<svg class=${name} viewBox="0 0 24 24" aria-hidden="true"><rect x="1.500" y="1.500" width="21"
    height="21" rx="4"></rect>${faces.map((face) => svg`<path d=${face}></path>`)}<text x="12" y="17"
    text-anchor="middle">${faces.length === 0 ? "?" : ""}</text></svg>`;
}

/** A die with a face, or one that was not thrown yet; the best die of a throw is highlighted. */
export function die(face: number | null, best: boolean): TemplateResult {
  return dieWith(face === null ? [] : [FACES[face - 1]], best ? "die die-best" : "die");
}

/** The faction of a side and, if it got one, the die for its symbol in the realm. */
function factionWords({ seats, symbol }: Fighter): string {
  const faction = factionName(seats[0].colour);
  return symbol ? t("board.battle.symbol", { faction }) : faction;
}

/** The dice wait for a person at this device, are rolling, or lie on the table. */
export type DiceState = "held" | "rolling" | "lie";

/** The data for the card of a battle. */
export interface BattleCard {
  battle: Battle;
  dice: DiceState;
  pictures: Pictures;
  /** Throws the waiting dice. */
  roll(): void;
}

/** The meeples of a side, dressed for the realm's type. */
function troop({ meeples }: Fighter, { battle, pictures }: BattleCard): TemplateResult {
  const dressed = meeples.map(({ piece, colour }) => pictures.piece(piece, colour, realmType(battle.spot.realm)));
  return html`<span class="fighter-meeples" aria-hidden="true">${dressed.map(
    ({ href, size }) => html`<svg viewBox="0 0 ${size} ${size}">${svg`<use href=${href}></use>`}</svg>`,
  )}</span>`;
}

function fighterColumn(fighter: Fighter, highest: number, card: BattleCard): TemplateResult {
  const faces: readonly (number | null)[] = fighter.faces ?? Array.from({ length: fighter.dice }, () => null);
  const inAir = card.dice === "rolling" && fighter.state === "fights";
  const sides = card.battle.fighters.map(({ seats: [{ colour }], dice }) => ({ colour, dice }));
  return html`<li class="fighter" data-side=${fighter.side} data-state=${fighter.state}
    ><span class="fighter-name">${fighter.seats.map(({ colour }) => seatMark(colour))}<span>${fighter.name}</span></span
    ><span class="fighter-faction">${factionWords(fighter)}</span
    >${troop(fighter, card)}<span class="fighter-dice" data-dice=${diceOf(fighter.seats[0].colour, sides)} role="img"
      aria-label=${diceWords(fighter, inAir)}
      >${faces.map((face) => (inAir ? dieWith(FACES, "die die-tumbling") : die(face, face === highest)))}</span
    ><span class="fighter-state">${stateWords(fighter)}</span
  ></li>`;
}

/** The thrown faces; before the throw, the number of dice. */
function diceWords({ faces, dice }: Fighter, inAir: boolean): string {
  return faces && !inAir ? faces.join(" ") : t("board.battle.dice", { n: dice });
}

function stateWords({ state, points, chance }: Fighter): string {
  if (state === "fights") return t("board.battle.chance", { chance: percent(chance) });
  if (state === "won") return points > 0 ? t("board.battle.wonPoints", { n: points }) : t("board.battle.won");
  if (state === "ties") return t("board.battle.tie", { n: points });
  return t("board.battle.lost", { n: points });
}

/** The last line of the card: how to throw, what decides, or the winner. */
function lastLine({ battle, dice, roll }: BattleCard): TemplateResult {
  if (dice === "held")
    return html`<button class="button button-main battle-roll" @click=${roll}>${t("board.battle.roll")}</button>`;
  const outcome = outcomeOf(battle);
  return html`<p
    class="battle-verdict">${
      outcome
        ? html`<b>${t(`board.battle.you.${outcome}`)}</b
      > `
        : ""
    }${verdictWords(battle) || t("board.battle.highest")}</p>`;
}

/** The card of a battle: the meeples of both sides facing each other, with their dice. */
export function battleCard(card: BattleCard): TemplateResult {
  const { battle, dice } = card;
  const faces = battle.fighters.filter(({ state }) => state !== "lost").flatMap((fighter) => fighter.faces ?? []);
  const highest = dice === "rolling" ? 0 : Math.max(0, ...faces);
  return html`<div class="board-card battle" data-dice=${dice} data-rolling=${dice === "rolling"}
    data-outcome=${outcomeOf(battle)}
    ><h2>${attackWords(battle)}</h2
    ><ul class="battle-sides"
      data-count=${battle.fighters.length}
        >${battle.fighters.map((fighter) => fighterColumn(fighter, highest, card))}</ul
    >${lastLine(card)}</div>`;
}

/** The card of a tile that fits nowhere. */
export function putOutCard(address: string, name: string, tile: string): TemplateResult {
  return html`<div class="board-card put-out"
    ><svg viewBox="0 0 1000 1000" role="img" aria-label=${tile}>${tileImage(address)}</svg
    ><p>${t("board.putOut", { name })}</p
  ></div>`;
}
