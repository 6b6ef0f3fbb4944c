/** Everything beside the board: scores, what can be done, log, tiles left, chart, chat, final scoring. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Engine } from "../engine/engine";
import type { Advice, GameEvent } from "../engine/types";
import type { Change, TableModel, TableView } from "../game/model";
import { announce } from "../ui/announce";
import { drawTheme } from "../ui/theme";
import { toastError } from "../ui/toast";
import { t } from "../words/words";
import { actions } from "./actions";
import { announcements } from "./announcer";
import { chat } from "./chat";
import { clockText, clockWarning } from "./clock";
import { finalScoring, segmentsOf, winnersText } from "./final-scoring";
import { type Hints, hintList } from "./hint";
import { type Names, namesOf, sentences } from "./log";
import { logPanel } from "./log-panel";
import { walkMarkers } from "./marker-walk";
import type { Pictures } from "./pictures";
import { scoreChart } from "./score-chart";
import { scoreboard } from "./scoreboard";
import { finalEvents, seatsOfSides } from "./standing";
import { type Tab, tabList } from "./tabs";
import { tilesLeft } from "./tiles-left";

/** What the panels ask of the board. */
export interface BoardLink {
  /** Lights up these segments ("route.E@0,0"), none for an empty list. */
  highlight(segments: readonly string[]): void;
  /** Shows a turn as it would lie, or no longer. */
  ghost(move: string | null): void;
  /** Brings the board into the window. */
  reveal(): void;
}

export interface PanelsOptions {
  /** An engine that stands at the table's position whenever the table has told of a change; the panels only ask it. */
  engine: Engine;
  /** Of the table's game; closed by whoever made them. */
  pictures: Pictures;
  board: BoardLink;
  /** The computer's opinion on the position, for hints; absent where there is nobody to think. */
  advise?: (view: TableView) => Promise<Advice>;
}

type Name = "log" | "tiles" | "chart" | "chat" | "final";

const CLOCK_TICK_MS = 250;
const HINTS = 3;

/** The panels of one table in a host element. */
export class PanelsView {
  private readonly stop: () => void;
  private readonly timer: number;
  private tab: Name = "log";
  private finalAt = 0;
  private hints: Hints = null;
  private revision = 0;
  private chatSeen = 0;
  private seatBefore = 0;
  private warned = false;
  private over: boolean;

  constructor(
    private readonly host: HTMLElement,
    private readonly table: TableModel,
    private readonly options: PanelsOptions,
  ) {
    this.over = table.view.stage === "over";
    if (this.over) this.showFinal(finalEvents(table.view.steps).length);
    this.stop = table.subscribe((view, change) => this.changed(view, change));
    this.timer = window.setInterval(() => this.table.view.clock && this.show(), CLOCK_TICK_MS);
  }

  /** Draws anew: the language or theme has changed. */
  refresh(): void {
    this.draw();
  }

  /** Ends the panels and empties the host. */
  close(): void {
    this.stop();
    window.clearInterval(this.timer);
    render(nothing, this.host);
  }

  private names(): Names {
    const { seats, state } = this.table.view;
    return namesOf(seats, seatsOfSides(state));
  }

  private changed(view: TableView, change: Change): void {
    for (const text of announcements(view, change, this.seatBefore, this.names())) announce(text);
    const ended = view.stage === "over" && (change.steps.length > 0 || (view.lost && !this.over));
    if (ended) this.showFinal(0);
    if (view.lost && !this.over) announce(winnersText(view, this.names()));
    this.over = view.stage === "over";
    this.seatBefore = view.state.seat;
    if (this.hints !== null) this.options.board.ghost(null);
    this.hints = null;
    this.draw();
    walkMarkers(this.host, view, change);
  }

  private showFinal(at: number): void {
    this.tab = "final";
    this.finalAt = at;
  }

  private tabs(view: TableView): Tab<Name>[] {
    const tabs: Tab<Name>[] = [
      ["log", t("panels.tab.log")],
      ["tiles", t("panels.tab.tiles")],
      ["chart", t("panels.tab.chart")],
    ];
    if (this.table.kind === "remote") tabs.push(["chat", this.chatTitle(view)]);
    if (view.stage === "over") tabs.unshift(["final", t("panels.tab.final")]);
    return tabs;
  }

  /** The chat's title tells how many messages have come since it was looked at. */
  private chatTitle(view: TableView): string {
    if (this.tab === "chat") this.chatSeen = view.chat.length;
    const unread = view.chat.length - this.chatSeen;
    return unread > 0 ? t("panels.chat.unread", { unread }) : t("panels.tab.chat");
  }

  private choose(tab: Name): void {
    this.tab = tab;
    if (tab !== "final") this.options.board.highlight([]);
    this.draw();
  }

  private point(event: GameEvent | null): void {
    const realm = event && "realm" in event ? segmentsOf(this.table.view, event) : [];
    this.options.board.highlight(realm);
  }

  private goFinal(at: number): void {
    const { view } = this.table;
    const events = finalEvents(view.steps);
    const event = events[at - 1];
    this.finalAt = at;
    this.options.board.highlight(event ? segmentsOf(view, event) : []);
    if (event) announce(sentences([event], this.names())[0].text);
    this.draw();
  }

  private async askHints(): Promise<void> {
    const { view } = this.table;
    this.hints = "thinking";
    this.draw();
    try {
      const advice = await this.options.advise?.(view);
      if (this.table.view !== view || !advice) return;
      const best = advice.candidates.slice(0, HINTS);
      this.hints = best.map((candidate) => ({ candidate, events: this.options.engine.tryMove(candidate.move) }));
    } catch (error) {
      this.hints = null;
      toastError(error);
    }
    this.draw();
  }

  private panel(tab: Name, view: TableView): TemplateResult {
    const names = this.names();
    switch (tab) {
      case "log":
        return logPanel(view, { names, pictures: this.options.pictures, point: (event) => this.point(event) });
      case "tiles":
        return tilesLeft(view, this.options.pictures);
      case "chart":
        return scoreChart(view, names);
      case "chat":
        return chat(view, this.table);
      case "final":
        return finalScoring(view, names, { at: this.finalAt, go: (at) => this.goFinal(at) });
    }
  }

  private hintButton(view: TableView): (() => void) | undefined {
    const offered = this.options.advise && view.setup.hints && view.may.move && this.hints === null;
    return offered ? () => void this.askHints() : undefined;
  }

  private draw(): void {
    this.revision++;
    this.show();
  }

  /** A card over the board tells whose time runs out soon, and what happens then; a screen reader is told once. */
  private warning(view: TableView): TemplateResult | typeof nothing {
    const warning = clockWarning(view, performance.now());
    if (warning && !this.warned)
      announce(`${t("panels.clock", { time: clockText(1000 * warning.seconds) })}. ${warning.words}`);
    this.warned = warning !== null;
    if (!warning) return nothing;
    return html`<p class="clock-warning"><b aria-hidden="true">${clockText(1000 * warning.seconds)}</b> ${warning.words}</p>`;
  }

  /** Between changes only the clock differs, so the panel of the tab stays as it was. */
  private show(): void {
    const { view } = this.table;
    const tabs = this.tabs(view);
    if (!tabs.some(([tab]) => tab === this.tab)) this.tab = "log";
    const { board, engine } = this.options;
    const picture = () => engine.picture(drawTheme(view.setup.game));
    render(
      html`<div class="panels">
        ${this.warning(view)}
        ${scoreboard(view, { pictures: this.options.pictures, now: performance.now() })}
        ${actions(view, { table: this.table, picture, hint: this.hintButton(view) })}
        ${hintList(this.hints, {
          names: this.names(),
          show: (move) => board.ghost(move),
          reveal: () => board.reveal(),
          close: () => this.closeHints(),
        })}
        ${tabList(tabs, this.tab, (tab) => this.choose(tab))}
        <div class="tab-panel" role="tabpanel" id="panel-now" aria-labelledby=${`tab-${this.tab}`} tabindex="0">
          ${guard([this.revision], () => this.panel(this.tab, view))}
        </div>
      </div>`,
      this.host,
    );
  }

  private closeHints(): void {
    this.hints = null;
    this.options.board.ghost(null);
    this.draw();
  }
}
