/** Cards over the board: battles with their dice, tiles that were put out. */
import { html, svg, type TemplateResult } from "lit-html";
import { tileImage } from "../panels/pictures";
import { seatMark } from "../ui/seat-mark";
import { factionName, realmWord } from "../words/terms";
import { percent, t } from "../words/words";
import type { Battle, Fighter } from "./battle";

/** Where the pips of the faces 1 to 6 are, of nine places that are read as a page is. */
const PIPS = ["4", "08", "048", "0268", "02468", "023568"];

/** The pips of each face as one path, on 24 by 24. */
const FACES = PIPS.map((places) =>
  [...places]
    .map((at) => `M${4.8 + 5 * (+at % 3)} ${7 + 5 * Math.floor(+at / 3)}a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0`)
    .join(""),
);

/** A die that shows some faces, one after the other if there are several; none: a question mark. */
function dieWith(faces: readonly string[], name: string): TemplateResult {
  return html`<svg class=${name} viewBox="0 0 24 24" aria-hidden="true"><rect x="1.500" y="1.500" width="21" height="21" rx="4"></rect>${faces.map((face) => svg`<path d=${face}></path>`)}<text x="12" y="17" text-anchor="middle">${faces.length === 0 ? "?" : ""}</text></svg>`;
}

/** A die with a face, or not thrown yet; the best one of its throw stands out. */
export function die(face: number | null, best: boolean): TemplateResult {
  return dieWith(face === null ? [] : [FACES[face - 1]], best ? "die die-best" : "die");
}

/** The faction of a side, and that its symbol in the realm has given a die. */
function factionWords({ seats, symbol }: Fighter): string {
  const faction = factionName(seats[0].colour);
  return symbol ? t("board.battle.symbol", { faction }) : faction;
}

function fighterRow(fighter: Fighter, highest: number, rolling: boolean): TemplateResult {
  const faces: readonly (number | null)[] = fighter.faces ?? Array.from({ length: fighter.dice }, () => null);
  const inAir = rolling && fighter.state === "fights";
  return html`<li class="fighter" data-side=${fighter.side} data-state=${fighter.state}><span class="fighter-name">${fighter.seats.map(({ colour }) => seatMark(colour))}<span>${fighter.name}<span class="fighter-faction">${factionWords(fighter)}</span></span></span><span class="fighter-dice" role="img" aria-label=${diceWords(fighter, inAir)}>${faces.map((face) => (inAir ? dieWith(FACES, "die die-tumbling") : die(face, face === highest)))}</span><span class="fighter-state">${stateWords(fighter)}</span></li>`;
}

/** What has fallen; before that how many dice there are. */
function diceWords({ faces, dice }: Fighter, inAir: boolean): string {
  return faces && !inAir ? faces.join(" ") : t("board.battle.dice", { n: dice });
}

function stateWords({ state, points, chance }: Fighter): string {
  if (state === "fights") return t("board.battle.chance", { chance: percent(chance) });
  if (state === "won") return points > 0 ? t("board.battle.wonPoints", { n: points }) : t("board.battle.won");
  if (state === "ties") return t("board.battle.tie", { n: points });
  return t("board.battle.lost", { n: points });
}

/** The card of a battle. `rolling`: the dice are in the air; `verdict`: who has won, in words. */
export function battleCard(battle: Battle, rolling: boolean, verdict: string): TemplateResult {
  const faces = battle.fighters.filter(({ state }) => state !== "lost").flatMap((fighter) => fighter.faces ?? []);
  const highest = rolling ? 0 : Math.max(0, ...faces);
  return html`<div class="board-card battle" data-rolling=${rolling}
    ><h2>${t("board.battle", { realm: realmWord(battle.spot.realm) })}</h2
    ><ul class="battle-sides">${battle.fighters.map((fighter) => fighterRow(fighter, highest, rolling))}</ul
    ><p class="battle-verdict">${verdict || t("board.battle.highest")}</p
  ></div>`;
}

/** The card of a tile that fits nowhere. */
export function putOutCard(address: string, name: string, tile: string): TemplateResult {
  return html`<div class="board-card put-out"
    ><svg viewBox="0 0 1000 1000" role="img" aria-label=${tile}>${tileImage(address)}</svg
    ><p>${t("board.putOut", { name })}</p
  ></div>`;
}
