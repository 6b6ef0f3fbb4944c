/** The dock at the edge of the board: the stack, the drawn tile, and the controls to rotate it, choose a meeple,
 * confirm or go back. */

import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { ColourName, PieceName } from "../../../js/src/types";
import { realmType } from "../panels/log";
import { type Picture, type Pictures, tileImage } from "../panels/pictures";
import { back, bulb, check, turnLeft, turnRight } from "../ui/icons";
import { seatMark } from "../ui/seat-mark";
import { decisionWords, partsOf, whereWords } from "../words/decisions";
import { realmWord } from "../words/terms";
import { number, t } from "../words/words";
import type { Turn } from "./turn";

/** The drawn tile, with a description. */
interface Held {
  /** The URL of its image. */
  address: string;
  words: string;
}

export interface DockState {
  /** The player whose turn it is, and what that player does. */
  title: string;
  doing: string;
  /** The drawn tile, of any player. */
  tile: Held | null;
  /** Number of tiles left in the stack. */
  left: number;
  mayDraw: boolean;
  /** The next draw is the first one, which starts the clock. */
  begins: boolean;
  turn: Turn | null;
  /** The gains of the turn, once the tile lies. */
  brings: string;
  /** Why the tile cannot be laid where it was just dropped. */
  refused: string | null;
  /** `points`: the mover scores, and nobody scores more; `others`: any other scoring; `battle`: a battle that several
   * sides can win. */
  kind: "points" | "others" | "battle" | "nothing";
  /** The point on the tile where a decision places the meeple, in units of the picture (1000 a side); null if it is on
   * another tile. */
  spotOf(decision: string): readonly number[] | null;
  /** The turn has been sent. */
  sent: boolean;
  /** The colour of the player whose turn it is. */
  colour: ColourName;
  /** The game is over, and the dock belongs to no player. */
  over: boolean;
  /** The pieces that the player has left; shown only if the scores are not beside the board. */
  supply: TemplateResult;
  pictures: Pictures;
}

export interface DockActions {
  draw(): void;
  grab(event: PointerEvent): void;
  rotate(by: number): void;
  /** Asks for hints; absent at a table without hints. */
  hint?: () => void;
  put(decision: string): void;
  /** Called when the pointer or the focus is on a decision. */
  point(decision: string): void;
  back(): void;
  done(): void;
}

/** The drawn tile; the player who lays it can drag it onto the board. */
function card({ address, words }: Held, grab: ((event: PointerEvent) => void) | null): TemplateResult {
  const name = grab ? "hand-tile hand-own" : "hand-tile";
  return html`<svg class=${name} viewBox="0 0 1000 1000" role="img" aria-label=${words} @pointerdown=${grab}
    >${tileImage(address)}</svg>`;
}

function stack(state: DockState, actions: DockActions): TemplateResult {
  return html`<button class="stack-button" data-decides aria-keyshortcuts="D" @click=${actions.draw}
    ?disabled=${state.sent}
    ><span class="stack-pile" aria-hidden="true"><span class="figures">${number(state.left)}</span></span
    ><span class="stack-words"><b>${seatMark(state.colour)} ${t("board.draw")}</b><span
      class="soft small">${state.begins ? t("board.begin") : t("panels.left", { n: state.left })}</span></span
  ></button>`;
}

function pieceIcon({ href, size }: Picture): TemplateResult {
  return html`<svg class="chip-piece" viewBox="0 0 ${size} ${size}" aria-hidden="true"><use href=${href} width=${size}
    height=${size}></use></svg>`;
}

/** Groups decisions by their realm: "planet (2 right)" with a button for each piece. */
function groupsOf(decisions: readonly string[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const decision of decisions) {
    const spot = decision.replace(/^\w+:/, "");
    groups.set(spot, [...(groups.get(spot) ?? []), decision]);
  }
  return [...groups];
}

/** The text of a group. A side of the tile is named only if the tile has several realms of the type. */
function groupWords(decision: string, turn: Turn): string {
  if (decision === "return") return t("board.return");
  const { realm, cell } = partsOf(decision);
  const spots = new Set(turn.decisions.map((each) => each.replace(/^\w+:/, "")));
  const alike = [...spots].filter((spot) => spot.split(".")[0] === realm.split(".")[0]);
  return cell === null && alike.length === 1 ? realmWord(realm) : whereWords(decision, turn.placement!);
}

function chip(decision: string, state: DockState, actions: DockActions): TemplateResult {
  const { piece, realm } = partsOf(decision);
  const picture = state.pictures.piece((piece ?? "abbot") as PieceName, state.colour, realm ? realmType(realm) : "");
  const words = decisionWords(decision, state.turn!.placement!);
  const point = () => actions.point(decision);
  return html`<button class="button chip" data-decides aria-pressed=${state.turn?.decision === decision} title=${words}
    aria-label=${words} ?disabled=${state.sent} @pointerenter=${point} @focus=${point}
      @click=${() => actions.put(decision)}
    >${pieceIcon(picture)}</button>`;
}

/** A small picture of the tile with the spot on it; nothing if the spot is on another tile. */
function chipMap(decision: string, { tile, spotOf }: DockState): TemplateResult | typeof nothing {
  const spot = spotOf(decision);
  if (!tile || !spot) return nothing;
  return html`<svg class="chip-map" viewBox="0 0 1000 1000" aria-hidden="true">${tileImage(tile.address)}<circle
    class="chip-spot" cx=${spot[0]} cy=${spot[1]} r="150"></circle></svg>`;
}

/** A group of buttons. A tap on its picture or text chooses the first piece. */
function chipGroup([, decisions]: [string, string[]], state: DockState, actions: DockActions): TemplateResult {
  const put = () => state.sent || actions.put(decisions[0]);
  return html`<span class="chip-group"><span class="chip-realm" data-decides aria-hidden="true" @click=${put}
      >${chipMap(decisions[0], state)}<span class="chip-words">${groupWords(decisions[0], state.turn!)}</span></span
    >${repeat(
      decisions,
      (decision) => decision,
      (decision) => chip(decision, state, actions),
    )}</span>`;
}

/** The buttons beside the tile. Where the panels are a sheet, one of them asks for hints. */
function turnButtons(turn: Turn, actions: DockActions): TemplateResult | typeof nothing {
  const button = (words: string, icon: TemplateResult, act: () => void, name = "") =>
    html`<button class=${`button button-icon ${name}`} title=${words} aria-label=${words}
      @click=${act}>${icon}</button>`;
  const rotate = (by: number) => () => actions.rotate(by);
  const turns = turn.rotations.length > 1;
  const hints = !turn.placement && actions.hint;
  if (!turns && !hints) return nothing;
  return html`<div class="hand-turn">${
    turns
      ? html`${button(t("board.turnLeft"), turnLeft, rotate(-1))}${button(t("board.turnRight"), turnRight, rotate(1))}`
      : nothing
  }${hints ? button(t("panels.hint"), bulb, hints, "hand-hint") : nothing}</div>`;
}

/** The buttons Back and Done. Done is as wide as the longer of its two labels, so that Back does not move while a
 * person uses it. */
function ends(state: DockState, actions: DockActions): TemplateResult {
  const { turn, sent } = state;
  const plain = turn?.settled || (turn?.decision !== null && turn?.decision !== "none");
  const word = (text: string, holds: boolean) => html`<span ?data-other=${!holds}>${text}</span>`;
  return html`<div class="hand-ends"
    ><button class="button button-icon hand-back" title=${t("board.back")} aria-label=${t("board.back")}
      ?disabled=${sent} @click=${actions.back}>${back}</button
    ><button class="button button-main hand-done" data-decides ?disabled=${sent} @click=${actions.done}>${check}<span
      class="done-words">${word(t("board.done"), plain)}${word(t("board.doneNone"), !plain)}</span></button
  ></div>`;
}

/** Up to this number of groups always have space for their texts. */
const FEW = 2;

/** How far the box of a line extends beyond its letters. */
const SLACK_PX = 3;

function chips(turn: Turn, state: DockState, actions: DockActions): TemplateResult {
  const decisions = turn.decisions.filter((decision) => decision !== "none");
  const groups = groupsOf(decisions);
  return html`<div class="chips" role="group" aria-label=${t("board.meeple")} data-few=${groups.length <= FEW}
    >${groups.map((group) => chipGroup(group, state, actions))}</div>`;
}

/** Hides the texts of many choices if they would push choices, or the content above them, out of sight. Call it after
 * the dock is painted. */
export function fitChoices(host: Element): void {
  const choices = host.querySelector<HTMLElement>('.chips[data-few="false"]');
  if (!choices) return;
  choices.dataset.words = "true";
  const { bottom } = host.querySelector(".hand-words")!.getBoundingClientRect();
  const fits = choices.scrollHeight <= choices.clientHeight && bottom <= choices.getBoundingClientRect().top + SLACK_PX;
  choices.dataset.words = String(fits);
}

function text(turn: Turn, { brings, refused, kind }: DockState): TemplateResult {
  return html`<p class="hand-text"
    data-brings=${refused ? "nothing" : kind}>${refused ?? (turn.placement ? brings : t("board.choose"))}</p>`;
}

/** The dock in the present state of the turn. */
export function dock(state: DockState, actions: DockActions): TemplateResult {
  const colour = state.over ? nothing : state.colour;
  if (state.mayDraw)
    return html`<div class="board-dock" data-mine="true" data-colour=${colour}>${stack(state, actions)}</div>`;
  const { turn, tile } = state;
  return html`<div class="board-dock" data-mine=${turn !== null} data-colour=${colour}
    >${tile ? card(tile, turn && !state.sent ? actions.grab : null) : nothing}
        ${turn ? turnButtons(turn, actions) : nothing}
    <div class="hand-words"
      ><p class="hand-title"><b>${state.over ? nothing : seatMark(state.colour)} ${state.title}</b> <span
        class="soft small">${tile ? tile.words : state.doing}</span></p
      >${turn ? text(turn, state) : nothing}
      ${turn && !turn.placement ? html`<span class="hand-supply">${state.supply}</span>` : nothing}
    </div
    >${
      turn?.placement ? html`${turn.settled ? nothing : chips(turn, state, actions)} ${ends(state, actions)}` : nothing
    }
  </div>`;
}
