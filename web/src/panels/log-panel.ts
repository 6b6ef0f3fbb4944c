/** The log panel: turn by turn, the newest on top, each with its tile. */
import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Cell, GameEvent } from "../../../js/src/types";
import type { Step, TableView } from "../game/model";
import { number, t } from "../words/words";
import { type Line, type Names, sentences } from "./log";
import { type Pictures, tileImage } from "./pictures";

/** An event with a cell of the board. */
export type PlacedEvent = Extract<GameEvent, { x: number }>;

type Placed = Extract<GameEvent, { event: "placed" }>;

/** A turn in the log: the events of its steps together. */
interface Entry {
  turn: number;
  events: GameEvent[];
  /** The seat for whose holder the computer made the turn; 0: none. */
  instead: number;
}

/** The reactions to pointing at the log. */
export interface LogOptions {
  names: Names;
  pictures: Pictures;
  /** Returns the draw number of the tile on a cell. */
  drawOf(cell: Cell): number;
  /** Called with the event at the pointer; null when the pointer has left it. */
  point(event: GameEvent | null): void;
  /** Called when the person asks for the place of an event. */
  show(event: PlacedEvent): void;
}

/** Groups the steps by turns: a draw belongs to the following move. */
export function entriesOf(steps: readonly Step[]): Entry[] {
  const entries: Entry[] = [];
  let moved = true;
  for (const step of steps) {
    if (moved) entries.push({ turn: entries.length + 1, events: [], instead: 0 });
    const entry = entries[entries.length - 1];
    entry.events.push(...step.events);
    if (step.instead) entry.instead = step.seat;
    moved = step.events.some((event) => event.event === "placed");
  }
  return entries;
}

/** Whether the log shows an event. A draw is shown only while the tile is in hand; later the laid tile shows it. */
function worthTelling(event: GameEvent, events: readonly GameEvent[]): boolean {
  return event.event !== "drawn" || !events.some((other) => other.event === "placed");
}

function thumbnail(placed: Placed, { pictures, drawOf }: LogOptions): TemplateResult {
  const image = tileImage(pictures.tile(placed.tile, placed.rotation, placed, drawOf(placed)));
  return html`<svg class="log-tile" viewBox="0 0 1000 1000" aria-hidden="true">${image}</svg>`;
}

/** Sighted people see where a tile lies: its picture leads there. A screen reader gets the cell as text. */
function lineWords({ event, text }: Line, { names }: LogOptions): TemplateResult | string {
  if (event.event !== "placed") return text;
  const seen = t("panels.log.laid", { name: names.seat(event.seat) });
  return html`<span aria-hidden="true">${seen}</span><span class="unseen">${text}</span>`;
}

function lineItem(line: Line, options: LogOptions): TemplateResult {
  const { event } = line;
  const kind = event.event === "scored" && event.final ? "final" : event.event;
  const [enter, leave] = [() => options.point(event), () => options.point(null)];
  if (!("x" in event)) return html`<p class="log-line" data-event=${kind}>${lineWords(line, options)}</p>`;
  return html`<button class="log-line" data-event=${kind} @pointerenter=${enter} @pointerleave=${leave}
    @click=${() => options.show(event)}>${lineWords(line, options)}</button>`;
}

function entry(each: Entry, options: LogOptions): TemplateResult {
  const placed = each.events.find((event): event is Placed => event.event === "placed");
  const lines = sentences(
    each.events.filter((event) => worthTelling(event, each.events)),
    options.names,
  );
  return html`<li class="log-entry">
    <span class="log-turn figures">${number(each.turn)}</span>
    ${placed ? thumbnail(placed, options) : html`<span class="log-tile"></span>`}
    <div class="log-lines">
      ${
        each.instead
          ? html`<p class="log-line"
        data-event="instead">${t("panels.log.instead", { name: options.names.seat(each.instead) })}</p>`
          : nothing
      }
      ${lines.map((line) => lineItem(line, options))}</div>
  </li>`;
}

/** The log of a table. */
export function logPanel(view: TableView, options: LogOptions): TemplateResult {
  const entries = entriesOf(view.steps).reverse();
  if (entries.length === 0) return html`<p class="soft">${t("panels.log.empty")}</p>`;
  return html`<ol class="log" reversed>
    ${repeat(
      entries,
      (each) => each.turn,
      (each) => entry(each, options),
    )}
  </ol>`;
}
