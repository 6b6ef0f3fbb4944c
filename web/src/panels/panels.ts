/** All panels beside the board: scores, buttons, log, tiles left, chart, chat, final scoring. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Engine } from "../../../js/src/engine";
import type { Advice, Cell, GameEvent } from "../../../js/src/types";
import { laidTiles } from "../game/laid";
import type { TableModel, TableView } from "../game/model";
import { announce } from "../ui/announce";
import { focusChoices } from "../ui/focus";
import { cross } from "../ui/icons";
import { sound } from "../ui/sound";
import { loadStyle } from "../ui/style";
import { pictureTheme } from "../ui/theme";
import { toast, toastError } from "../ui/toast";
import { loadArea, t } from "../words/words";
import { type ActionOptions, actions, endButtons } from "./actions";
import { announcements, happenings } from "./announcer";
import { clockText, clockWarning } from "./clock";
import type { HintOptions, Hints } from "./hint";
import { type Names, namesOf } from "./log";
import { logPanel, type PlacedEvent } from "./log-panel";
import { walkMarkers } from "./marker-walk";
import { chatWords, News } from "./news";
import type { Pictures } from "./pictures";
import { requestCard, requestText } from "./requests";
import { goalsWithin, scoreboard } from "./scoreboard";
import { Sheet } from "./sheet";
import type { Shown } from "./shown";
import { finalEvents, finalGains, seatsOfSides, segmentsOf, sideOf, tilesInStack } from "./sides";
import { strip } from "./strip";
import { type Tab, tabList } from "./tabs";
import { insteadTexts, resultText } from "./winners";

/** The functions of the board that the panels use. */
export interface BoardLink {
  /** Lights up these segments ("route.E@0,0"); an empty list lights up none. */
  highlight(segments: readonly string[]): void;
  /** Moves the view to a cell, and lights up these segments. */
  reveal(cell: Cell, segments: readonly string[]): void;
  /** Shows a turn as a preview; null removes it. */
  ghost(move: string | null): void;
  /** Shows turns with their ranks, the best first; an empty list shows none. */
  rank(moves: readonly string[]): void;
  /** Lays a turn on the board for the person, who can then send it. */
  adopt(move: string): void;
}

/** The elements that the panels fill or contain. */
export interface PanelsRooms {
  /** Holds the panels; on a small screen it is the sheet. It must have an id. */
  side: HTMLElement;
  /** The strip over the board on a small screen. */
  strip: HTMLElement;
  /** The cards over the board: requests to the person, and the warning that time runs out. */
  notices: HTMLElement;
  /** Shown above the scores; other code fills it. */
  heading: HTMLElement;
  /** Shown below the result; other code fills it. */
  afterwards: HTMLElement;
  /** Shown below the final scoring; other code fills it. */
  ending: HTMLElement;
}

export interface PanelsOptions {
  rooms: PanelsRooms;
  /** An engine that is at the table's position whenever the table reports a change; the panels only query it. */
  engine: Engine;
  /** The pictures of the table's game; the caller closes them. */
  pictures: Pictures;
  board: BoardLink;
  /** The table as far as it has been shown: numbers and log show no more than that. */
  shown: Shown;
  /** Returns the computer's advice on the position, for hints; absent without a computer player. */
  advise?: (view: TableView) => Promise<Advice>;
  /** The board shows the end of a game with its buttons, so that the sheet stays closed. */
  podium?: boolean;
}

type Name = "table" | "log" | "tiles" | "chart" | "chat" | "final";

const CLOCK_TICK_MS = 250;

/** The panels of one table in a host element. */
export class PanelsView {
  readonly #stop: () => void;
  readonly #timer: number;
  #tab: Name = "log";
  #hints: Hints = null;
  /** The last chosen hint. */
  #hinted: string | null = null;
  #revision = 0;
  /** The scroll position of the panels when hints were requested. */
  #scrolled = 0;
  readonly #news: News;
  readonly #sheet: Sheet;
  #asked: string | null = null;
  #words: readonly string[] = [];
  #turnTold = -1;
  #warned = false;
  #late: typeof import("./late-panels") | null = null;
  #over: boolean;
  /** The buttons for the end of a game are visible over the board. */
  #endShown = false;
  /** The last shown view. */
  #before: TableView;

  constructor(
    private readonly host: HTMLElement,
    private readonly table: TableModel,
    private readonly options: PanelsOptions,
  ) {
    const { view } = options.shown;
    this.#over = view.stage === "over";
    this.#before = view;
    this.#news = new News(view, table);
    this.#sheet = new Sheet(options.rooms.side, () => this.#paint());
    if (this.#over) this.#showFinal(true);
    this.#changed(view, []);
    this.#stop = options.shown.subscribe((now, events) => this.#changed(now, events));
    const runs = ({ clock, seats }: TableView) => clock || seats.some(({ away }) => away);
    this.#timer = window.setInterval(() => runs(options.shown.view) && this.#show(), CLOCK_TICK_MS);
  }

  /** Repaints the panels after a change of language or theme. */
  refresh(): void {
    this.#paint();
  }

  /** Closes the panels and empties the host. */
  close(): void {
    this.#stop();
    window.clearInterval(this.#timer);
    this.#sheet.close();
    const { strip, notices } = this.options.rooms;
    for (const host of [this.host, strip, notices]) render(nothing, host);
  }

  /** The buttons for the end of a game. On a small screen one more button opens the table of points; `close` is called
   * before that. */
  endButtons(close: () => void): TemplateResult {
    const { view } = this.table;
    const show = () => {
      close();
      this.#showFinal(true);
    };
    const points = html`<button class="button podium-points" @click=${show}>${t("panels.tab.final")}</button>`;
    return html`${endButtons(view, this.#actionOptions(view))} ${this.#sheet.compact ? points : nothing}`;
  }

  /** Sets whether the buttons for the end are visible over the board; the panels then leave them out, so that no button
   * appears twice. */
  endShown(on: boolean): void {
    this.#endShown = on;
    if (on && this.#sheet.open) this.#sheet.hide();
    this.#paint();
  }

  /** The element to which the points of a side fly. */
  goalOfSide(side: number): Element | null {
    return this.#sheet.compact ? this.#stripSide(side) : goalsWithin(() => this.host).side(side);
  }

  /** The element to which the meeples of a seat fly. */
  goalOfSeat(seat: number): Element | null {
    if (!this.#sheet.compact) return goalsWithin(() => this.host).seat(seat);
    return this.#stripSide(sideOf(this.table.view.state, seat));
  }

  #stripSide(side: number): Element | null {
    return this.options.rooms.strip.querySelector(`.strip-side[data-side="${side}"]`);
  }

  /** The visible panel; null while the sheet is closed. */
  get #panelSeen(): Name | null {
    return this.#sheet.seen ? this.#tab : null;
  }

  #names(): Names {
    const { seats, state } = this.table.view;
    return namesOf(seats, seatsOfSides(state));
  }

  #changed(view: TableView, events: readonly GameEvent[]): void {
    const names = this.#names();
    if (this.table.kind === "remote") for (const text of happenings(this.#before, view)) toast(text);
    this.#before = view;
    for (const text of announcements(view, events, names, this.#turnPassed(view))) announce(text);
    if (this.#words !== view.words) {
      this.#dropHints();
      this.options.board.highlight([]);
    }
    this.#words = view.words;
    if (view.stage === "over" && !this.#over) {
      announce([resultText(this.table.view, names), ...insteadTexts(this.table.view, names)].join(" "));
      sound("end");
      this.#showFinal(!this.options.podium);
    } else if (events.some((event) => event.event === "scored" && event.final)) this.#tab = "final";
    this.#over = view.stage === "over";
    this.#news.follow(view, this.#panelSeen);
    this.#paint();
    this.#tellRequest(view);
    walkMarkers(this.host, view, events);
  }

  /** Whether a new turn has begun that was not announced yet, and everything before it has been shown. */
  #turnPassed(view: TableView): boolean {
    const turn = view.words.filter((word) => word.includes("@")).length;
    const passed = view.stage === "playing" && view === this.table.view && turn !== this.#turnTold;
    if (!passed) return false;
    if (view.seats[view.state.seat - 1].mine && view.seats.some(({ mine }) => !mine)) sound("yours");
    this.#turnTold = turn;
    return true;
  }

  #dropHints(): void {
    if (this.#hints === null) return;
    this.options.board.ghost(null);
    this.options.board.rank([]);
    this.options.rooms.side.scrollTop = this.#scrolled;
    this.#hints = null;
  }

  #showFinal(sheet: boolean): void {
    if (sheet) this.#sheet.show();
    this.#choose("final");
  }

  /** Announces a new request. */
  #tellRequest(view: TableView): void {
    const text = view.asked?.mine ? requestText(view) : null;
    if (text !== null && text !== this.#asked) announce(text);
    this.#asked = text;
  }

  /** The tabs. In the sheet all tabs are in one row, so their labels are short. */
  #tabs(view: TableView): Tab<Name>[] {
    const { compact } = this.#sheet;
    const tabs: Tab<Name>[] = [
      ["log", t("panels.tab.log")],
      ["tiles", compact ? t("panels.tab.tiles") : t("panels.tab.tiles.left", { n: tilesInStack(view) })],
      ["chart", t("panels.tab.chart")],
    ];
    if (this.table.kind === "remote") tabs.push(this.#chatTab(view));
    const scored = view.stage === "over" || finalEvents(view.steps).length > 0;
    if (scored) tabs.unshift(["final", t(compact ? "panels.tab.final.short" : "panels.tab.final")]);
    if (compact) tabs.unshift(["table", t("panels.tab.table")]);
    return tabs;
  }

  #chatTab(view: TableView): Tab<Name> {
    const count = this.#news.messages(view);
    return ["chat", t("panels.tab.chat"), { count, words: chatWords(count) }];
  }

  /** Handles a button of the strip; the same button again closes the sheet. */
  #ask(tab: Name, button: HTMLElement): void {
    const again = this.#sheet.open && this.#tab === tab;
    this.#tab = tab;
    if (again) this.#sheet.hide();
    else this.#sheet.show(button);
    this.#choose(tab);
  }

  /** Shows a panel, scrolled to its newest content: the chat to its end, all others to the top. */
  #choose(tab: Name): void {
    const { side } = this.options.rooms;
    this.#tab = tab;
    if (tab !== "final") this.options.board.highlight([]);
    this.#paint();
    if (tab === "chat") side.scrollTop = side.scrollHeight;
    else if (this.#sheet.compact) side.scrollTop = 0;
  }

  /** Lights up the realm of the event at the pointer; not in the sheet, which covers the board. */
  #point(event: GameEvent | null): void {
    if (this.#sheet.compact) return;
    const realm = event && "realm" in event ? segmentsOf(this.table.view, event) : [];
    this.options.board.highlight(realm);
  }

  /** Shows the place of an event on the board (its realm, or the whole tile); the sheet closes. */
  #showPlace(event: PlacedEvent): void {
    const { view } = this.table;
    const tile = `@${event.x},${event.y}`;
    const segments =
      "realm" in event ? segmentsOf(view, event) : view.segments.flat().filter((each) => each.endsWith(tile));
    if (this.#sheet.open) this.#sheet.hide();
    this.options.board.reveal(event, segments);
  }

  /** Requests hints, which are drawn on the board; the sheet closes. */
  async #askHints(): Promise<void> {
    const { advise, board, engine } = this.options;
    const { view } = this.table;
    if (!advise) return;
    this.#hints = "thinking";
    this.#hinted = null;
    this.#scrolled = this.options.rooms.side.scrollTop;
    if (this.#sheet.open) this.#sheet.hide();
    this.#paint();
    try {
      const late = this.#bringLate().then((loaded) => {
        this.#paint();
        return loaded;
      });
      const [advice, { hintsOf, hintsSaid }] = await Promise.all([advise(view), late, loadArea("hints")]);
      if (this.table.view.words !== view.words) return;
      const hints = hintsOf(advice.candidates, view, engine);
      this.#hints = hints;
      this.#paint();
      for (const part of [".hints + .button", ".hints"])
        this.host.querySelector(part)?.scrollIntoView({ block: "nearest" });
      board.rank(hints.map(({ candidate }) => candidate.move));
      announce(hintsSaid(hints));
    } catch (error) {
      this.#hints = null;
      toastError(error);
    }
    this.#paint();
  }

  /** The content below the result: in the sheet, the buttons; then the computer's analysis. */
  #afterResult(view: TableView): TemplateResult {
    const { afterwards } = this.options.rooms;
    const row =
      this.#sheet.compact && !this.#endShown
        ? html`<div class="row actions">${endButtons(view, this.#actionOptions(view))}</div>`
        : nothing;
    return html`${row}${afterwards}`;
  }

  #actionOptions(view: TableView): ActionOptions {
    const picture = () => this.options.engine.picture(pictureTheme(view.setup.game));
    const takenBack = () => this.#sheet.open && this.#sheet.hide();
    return {
      table: this.table,
      picture,
      hint: this.#hint(view),
      takenBack,
      ended: view.stage === "over" && !this.#endShown,
    };
  }

  /** Loads the panels that are not in the first chunk, and repaints when they have arrived. */
  #loadLate(): typeof nothing {
    const show = () => this.#choose(this.#tab);
    this.#bringLate().then(show).catch(toastError);
    return nothing;
  }

  async #bringLate(): Promise<typeof import("./late-panels")> {
    const [late] = await Promise.all([import("./late-panels"), loadStyle("late")]);
    this.#late = late;
    return late;
  }

  #log(view: TableView): TemplateResult {
    const laid = laidTiles(this.table.view.state.board, this.table.view.words);
    return logPanel(view, {
      names: this.#names(),
      pictures: this.options.pictures,
      drawOf: ({ x, y }) => laid.findIndex((tile) => tile.x === x && tile.y === y),
      point: (event) => this.#point(event),
      show: (event) => this.#showPlace(event),
    });
  }

  #panel(tab: Exclude<Name, "table">, view: TableView): TemplateResult {
    const late = this.#late;
    if (tab === "log") return this.#log(view);
    if (!late) return html`${this.#loadLate()}`;
    switch (tab) {
      case "tiles":
        return late.tilesLeft(view, this.options.pictures, this.table, () => this.#sheet.hide());
      case "chart":
        return late.scoreChart(view, this.#names());
      case "chat":
        return late.chat(view, this.table);
      case "final":
        return html`${late.finalScoring(this.table.view, this.#names(), {
          at: finalGains(view.steps).length,
          over: view.stage === "over",
          pictures: this.options.pictures,
          below: this.#afterResult(view),
        })}${this.options.rooms.ending}`;
    }
  }

  /** Asks for hints, if they are offered now. */
  hint(): void {
    const hint = this.#hint(this.table.view);
    if (hint?.offered) hint.ask();
  }

  #hint(view: TableView): ActionOptions["hint"] {
    if (!this.options.advise || !view.setup.hints) return undefined;
    return { ask: () => void this.#askHints(), offered: view.may.move && this.#hints === null };
  }

  #paint(): void {
    this.#revision++;
    this.#show();
  }

  /** A card over the board that warns a person whose time runs out soon, and says what happens then. A sound and an
   * announcement are made once. */
  #warning(view: TableView): TemplateResult | typeof nothing {
    const warning = clockWarning(view, performance.now());
    if (warning && !this.#warned) {
      announce(`${t("panels.clock", { time: clockText(1000 * warning.seconds) })}. ${warning.words}`);
      sound("late");
    }
    this.#warned = warning !== null;
    if (!warning) return nothing;
    return html`<p class="notice clock-warning"><b
      aria-hidden="true">${clockText(1000 * warning.seconds)}</b> ${warning.words}</p>`;
  }

  /** Repaints. Between changes of the table only the clock differs, so the panel of the tab is not painted again. */
  #show(): void {
    const { view } = this.options.shown;
    this.#news.look(view, this.#panelSeen);
    const tabs = this.#tabs(view);
    if (!tabs.some(([tab]) => tab === this.#tab)) this.#tab = "log";
    const { strip: above, notices } = this.options.rooms;
    render(this.#sheet.compact ? this.#strip(view) : nothing, above);
    const hints =
      this.#sheet.compact && !this.#sheet.open ? this.#late?.hintCard(this.#hints, this.#hintOptions()) : nothing;
    render(html`${this.#warning(view)}${requestCard(view, this.table)}${hints}`, notices);
    render(this.#sheet.compact ? this.#inSheet(view, tabs) : this.#beside(view, tabs), this.host);
  }

  #strip(view: TableView): TemplateResult {
    const messages = this.table.kind === "remote" ? this.#news.messages(view) : null;
    return strip(view, {
      names: this.#names(),
      now: performance.now(),
      unseen: { turns: this.#news.turns(view), messages },
      sheet: { id: this.options.rooms.side.id, open: this.#sheet.open },
      ask: (tab, button) => this.#ask(tab, button),
    });
  }

  /** The panels beside the board, one below the other. */
  #beside(view: TableView, tabs: Tab<Name>[]): TemplateResult {
    return html`<div class="panels">
      ${this.#meeting(view)} ${tabList(tabs, this.#tab, (tab) => this.#choose(tab))} ${this.#tabPanel(view)}
    </div>`;
  }

  /** The panels in the sheet, of which one is shown at a time. */
  #inSheet(view: TableView, tabs: Tab<Name>[]): TemplateResult {
    const words = t("panels.sheet.close");
    return html`<div class="panels">
      <div class="side-head">
        ${tabList(tabs, this.#tab, (tab) => this.#choose(tab))}
        <button class="button button-plain button-icon" title=${words} aria-label=${words}
          @click=${() => this.#sheet.hide()}>${cross}</button>
        ${this.#turnButton(view)}
      </div>
      ${this.#tabPanel(view)}
    </div>`;
  }

  /** While the sheet covers the hand on the person's turn, this button says so and leads back to the board. */
  #turnButton({ may, seats }: TableView): TemplateResult | typeof nothing {
    if (!(may.draw || may.move) || seats.every(({ mine }) => mine)) return nothing;
    const show = ({ detail }: UIEvent) => {
      this.#sheet.hide();
      if (detail === 0) focusChoices();
    };
    return html`<button class="button button-main side-turn" @click=${show}>${t("panels.sheet.turn")}</button>`;
  }

  #tabPanel(view: TableView): TemplateResult {
    const tab = this.#tab;
    return html`<div class="tab-panel" role="tabpanel" id="panel-now" aria-labelledby=${`tab-${tab}`} tabindex="0">
      ${tab === "table" ? this.#wholeTable(view) : guard([this.#revision], () => this.#panel(tab, view))}
    </div>`;
  }

  /** Scores, buttons and hints, which are always visible beside the board. */
  #meeting(view: TableView): TemplateResult {
    const { pictures, rooms } = this.options;
    return html`${rooms.heading} ${scoreboard(view, { pictures, now: performance.now() })}
      ${actions(view, this.#actionOptions(view))}
      ${this.#sheet.compact ? nothing : this.#late?.hintList(this.#hints, this.#hintOptions())}`;
  }

  /** The same content in the sheet, where the page's header is not visible. */
  #wholeTable(view: TableView): TemplateResult {
    return html`<div class="panels">
      ${this.#meeting(view)}
      <div class="row side-ways">
        <a class="button button-plain" href="#/">${t("app.home")}</a>
        <a class="button button-plain" href="#/settings">${t("app.settings")}</a>
      </div>
    </div>`;
  }

  #hintOptions(): HintOptions {
    const { board } = this.options;
    return {
      view: this.table.view,
      names: this.#names(),
      chosen: this.#hinted,
      show: (move) => board.ghost(move),
      choose: (move, click) => this.#chooseHint(move, click),
      close: () => this.#closeHints(),
    };
  }

  /** Lays a hint's turn on the board; the person decides whether to send it. A keyboard user's focus moves to the
   * board. */
  #chooseHint(move: string, { detail }: UIEvent): void {
    this.#hinted = move;
    this.#paint();
    this.options.board.adopt(move);
    if (detail === 0) focusChoices();
  }

  #closeHints(): void {
    this.#dropHints();
    this.#paint();
  }
}
