/** Everything beside the board: scores, what can be done, log, tiles left, chart, chat, final scoring. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Engine } from "../../../js/src/engine";
import type { Advice, Cell, GameEvent } from "../../../js/src/types";
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

/** What the panels ask of the board. */
export interface BoardLink {
  /** Lights up these segments ("route.E@0,0"), none for an empty list. */
  highlight(segments: readonly string[]): void;
  /** Brings a cell into sight, with these segments lit up. */
  reveal(cell: Cell, segments: readonly string[]): void;
  /** Shows a turn as it would lie, or no longer. */
  ghost(move: string | null): void;
  /** Shows turns with their ranks, the best first; none for an empty list. */
  rank(moves: readonly string[]): void;
  /** Lays a turn for the person, who is to send it. */
  adopt(move: string): void;
}

/** Elements beside that of the panels. */
export interface PanelsRooms {
  /** Holds the panels' own; on a small screen it is the sheet. It has an id. */
  side: HTMLElement;
  /** Over the board of a small screen. */
  strip: HTMLElement;
  /** Over the board: what is asked of the person, and that time runs out. */
  notices: HTMLElement;
  /** Filled by others, shown above the scores. */
  heading: HTMLElement;
  /** Filled by others, shown below the result. */
  afterwards: HTMLElement;
  /** Filled by others, shown below the final scoring. */
  ending: HTMLElement;
}

export interface PanelsOptions {
  rooms: PanelsRooms;
  /** An engine that stands at the table's position whenever the table has told of a change; the panels only ask it. */
  engine: Engine;
  /** Of the table's game; closed by whoever made them. */
  pictures: Pictures;
  board: BoardLink;
  /** What of the table has been shown: numbers and log tell no more. */
  shown: Shown;
  /** The computer's opinion on the position, for hints; absent where there is nobody to think. */
  advise?: (view: TableView) => Promise<Advice>;
  /** The board shows the end of a game with what can be done then, so that the sheet stays closed. */
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
  /** The hint that was chosen last. */
  #hinted: string | null = null;
  #revision = 0;
  /** How far the panels were scrolled when hints were asked for. */
  #scrolled = 0;
  readonly #news: News;
  readonly #sheet: Sheet;
  #asked: string | null = null;
  #words: readonly string[] = [];
  #turnTold = -1;
  #warned = false;
  #late: typeof import("./late-panels") | null = null;
  #over: boolean;
  /** What can be done at the end is to be seen over the board. */
  #endShown = false;
  /** What was shown last. */
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

  /** Paints anew: the language or theme has changed. */
  refresh(): void {
    this.#paint();
  }

  /** Ends the panels and empties the host. */
  close(): void {
    this.#stop();
    window.clearInterval(this.#timer);
    this.#sheet.close();
    const { strip, notices } = this.options.rooms;
    for (const host of [this.host, strip, notices]) render(nothing, host);
  }

  /** What can be done when the game is over; on a small screen the way to all points, too, before which others close. */
  endButtons(close: () => void): TemplateResult {
    const { view } = this.table;
    const show = () => {
      close();
      this.#showFinal(true);
    };
    const points = html`<button class="button podium-points" @click=${show}>${t("panels.tab.final")}</button>`;
    return html`${endButtons(view, this.#actionOptions(view))} ${this.#sheet.compact ? points : nothing}`;
  }

  /** What can be done at the end is to be seen over the board, or no longer: there is one of each button. */
  endShown(on: boolean): void {
    this.#endShown = on;
    if (on && this.#sheet.open) this.#sheet.hide();
    this.#paint();
  }

  /** Where the points of a side go to. */
  goalOfSide(side: number): Element | null {
    return this.#sheet.compact ? this.#stripSide(side) : goalsWithin(() => this.host).side(side);
  }

  /** Where the meeples of a seat go to. */
  goalOfSeat(seat: number): Element | null {
    if (!this.#sheet.compact) return goalsWithin(() => this.host).seat(seat);
    return this.#stripSide(sideOf(this.table.view.state, seat));
  }

  #stripSide(side: number): Element | null {
    return this.options.rooms.strip.querySelector(`.strip-side[data-side="${side}"]`);
  }

  /** The panel that can be seen; null while the sheet is closed. */
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

  /** Whether another turn has begun than was told, once all that happened before it has been shown. */
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

  /** A request is told when it comes. */
  #tellRequest(view: TableView): void {
    const text = view.asked?.mine ? requestText(view) : null;
    if (text !== null && text !== this.#asked) announce(text);
    this.#asked = text;
  }

  /** In the sheet all tabs stand in one row: there the words are short. */
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

  /** From the strip: the same button again closes the sheet. */
  #ask(tab: Name, button: HTMLElement): void {
    const again = this.#sheet.open && this.#tab === tab;
    this.#tab = tab;
    if (again) this.#sheet.hide();
    else this.#sheet.show(button);
    this.#choose(tab);
  }

  /** A panel that comes is seen from where its newest is: talk from its end, all else from the top. */
  #choose(tab: Name): void {
    const { side } = this.options.rooms;
    this.#tab = tab;
    if (tab !== "final") this.options.board.highlight([]);
    this.#paint();
    if (tab === "chat") side.scrollTop = side.scrollHeight;
    else if (this.#sheet.compact) side.scrollTop = 0;
  }

  /** Where the pointer is in the log; the sheet hides what would be lit up. */
  #point(event: GameEvent | null): void {
    if (this.#sheet.compact) return;
    const realm = event && "realm" in event ? segmentsOf(this.table.view, event) : [];
    this.options.board.highlight(realm);
  }

  /** The place of an event on the board, which the sheet leaves free: its realm, or the whole tile. */
  #showPlace(event: PlacedEvent): void {
    const { view } = this.table;
    const tile = `@${event.x},${event.y}`;
    const segments =
      "realm" in event ? segmentsOf(view, event) : view.segments.flat().filter((each) => each.endsWith(tile));
    if (this.#sheet.open) this.#sheet.hide();
    this.options.board.reveal(event, segments);
  }

  /** Hints are drawn on the board, which the sheet leaves free. */
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

  /** Below the result: in the sheet what can be done now, which else stands beside the board; then the computer's look. */
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

  /** Shows the panel when those that come late are there. */
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
    return logPanel(view, {
      names: this.#names(),
      pictures: this.options.pictures,
      drawOf: ({ x, y }) => this.table.view.state.board.findIndex((tile) => tile.x === x && tile.y === y),
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
        return late.tilesLeft(view, this.options.pictures);
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

  #hint(view: TableView): ActionOptions["hint"] {
    if (!this.options.advise || !view.setup.hints) return undefined;
    return { ask: () => void this.#askHints(), offered: view.may.move && this.#hints === null };
  }

  #paint(): void {
    this.#revision++;
    this.#show();
  }

  /** A card over the board tells whose time runs out soon, and what happens then; it is heard, and told to a screen
   * reader, once. */
  #warning(view: TableView): TemplateResult | typeof nothing {
    const warning = clockWarning(view, performance.now());
    if (warning && !this.#warned) {
      announce(`${t("panels.clock", { time: clockText(1000 * warning.seconds) })}. ${warning.words}`);
      sound("late");
    }
    this.#warned = warning !== null;
    if (!warning) return nothing;
    return html`<p class="notice clock-warning"><b aria-hidden="true">${clockText(1000 * warning.seconds)}</b> ${warning.words}</p>`;
  }

  /** Between changes only the clock differs, so the panel of the tab stays as it was. */
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

  /** The panels in the sheet, one at a time. */
  #inSheet(view: TableView, tabs: Tab<Name>[]): TemplateResult {
    const words = t("panels.sheet.close");
    return html`<div class="panels">
      <div class="side-head">
        ${tabList(tabs, this.#tab, (tab) => this.#choose(tab))}
        <button class="button button-plain button-icon" title=${words} aria-label=${words} @click=${() => this.#sheet.hide()}>${cross}</button>
        ${this.#turnButton(view)}
      </div>
      ${this.#tabPanel(view)}
    </div>`;
  }

  /** The sheet covers the hand: that the others wait for it is told, and is the way there. */
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

  /** Scores, what can be done, hints: what is always seen beside the board. */
  #meeting(view: TableView): TemplateResult {
    const { pictures, rooms } = this.options;
    return html`${rooms.heading} ${scoreboard(view, { pictures, now: performance.now() })}
      ${actions(view, this.#actionOptions(view))}
      ${this.#sheet.compact ? nothing : this.#late?.hintList(this.#hints, this.#hintOptions())}`;
  }

  /** The same in the sheet, where the page's header is out of sight. */
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

  /** It lies on the board; that it is sent is up to the person, whose keys go on there. */
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
