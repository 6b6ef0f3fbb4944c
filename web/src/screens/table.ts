/** The screen of a table: the large board, with the panels beside it or in a sheet. */
import { html, render } from "lit-html";
import type { Engine } from "../../../js/src/engine";
import { BoardView } from "../board/board";
import { Thinking } from "../engine/thinking";
import type { TableModel, TableView } from "../game/model";
import { PanelsView } from "../panels/panels";
import { Pictures } from "../panels/pictures";
import { Shown } from "../panels/shown";
import { isCutShort } from "../panels/winners";
import type { Afterwards } from "../review/afterwards";
import type { OpenScreen } from "../ui/screen";
import { ambience } from "../ui/sound";
import { applyGame } from "../ui/theme";
import { toastError } from "../ui/toast";
import { gameName } from "../words/terms";

/** The playouts for a hint. */
const HINT_PLAYOUTS = 600;

/** Content that some tables add above the panels. Urgent parts go into `notices`, over the board; parts that close a
 * game go into `ending`, below the final scoring. */
export type Heading = (
  host: HTMLElement,
  notices: HTMLElement,
  ending: HTMLElement,
) => { refresh(): void; close(): void };

/** The background analysis of a game: it begins when the end of the game has been shown, and stops if the game
 * continues. */
class AfterGame {
  #look: Afterwards | null = null;
  #over = false;
  readonly #stop: () => void;

  constructor(
    private readonly host: HTMLElement,
    private readonly table: TableModel,
    shown: Shown,
  ) {
    this.#stop = shown.subscribe((view) => this.#follow(view));
    this.#follow(shown.view);
  }

  refresh(): void {
    this.#look?.refresh();
  }

  close(): void {
    this.#stop();
    this.#end();
  }

  #follow(view: TableView): void {
    if (view.stage !== "over") this.#end();
    else if (!this.#over && !isCutShort(view)) void this.#begin().catch(toastError);
  }

  async #begin(): Promise<void> {
    this.#over = true;
    const { Afterwards } = await import("../review/afterwards");
    if (!this.#over || this.#look) return;
    this.#look = new Afterwards(this.host, this.table);
    await this.#look.start();
  }

  #end(): void {
    this.#over = false;
    this.#look?.close();
    this.#look = null;
  }
}

/**
 * Fills the host with a table until the screen is closed. `engine` must be at the table's position whenever the table
 * reports a change. Closing the screen also closes the table.
 */
export function openTable(host: HTMLElement, table: TableModel, engine: Engine, open?: Heading): OpenScreen {
  const { game } = table.view.setup;
  const thinking = new Thinking();
  const pictures = new Pictures(engine, game);
  applyGame(game);
  render(
    html`<h1 class="unseen">${gameName(game)}</h1><div class="table">
      <div class="table-strip"></div>
      <div class="table-notices"><div class="table-people"></div><div class="table-asked"></div></div>
      <div class="table-board"></div>
      <div class="table-side" id="beside"><div class="table-panels"></div></div>
    </div>`,
    host,
  );
  const room = (name: string) => host.querySelector<HTMLElement>(`.table-${name}`)!;
  const [heading, afterwards, closing] = Array.from({ length: 3 }, () => document.createElement("div"));
  const rooms = {
    side: room("side"),
    strip: room("strip"),
    notices: room("asked"),
    heading,
    afterwards,
    ending: closing,
  };
  const shown = new Shown(table);
  const goals = {
    side: (side: number) => panels.goalOfSide(side),
    seat: (seat: number) => panels.goalOfSeat(seat),
  };
  const ending = {
    buttons: (close: () => void) => panels.endButtons(close),
    shown: (on: boolean) => panels.endShown(on),
  };
  const over = { finale: true, ending, notices: room("notices"), hint: () => panels.hint() };
  const board = new BoardView(room("board"), table, { engine, pictures, shown, goals, ...over });
  const advise = (view: TableView) => thinking.ask(view, "mcts", HINT_PLAYOUTS, view.words.length);
  const panels: PanelsView = new PanelsView(room("panels"), table, {
    rooms,
    engine,
    pictures,
    board,
    shown,
    advise,
    podium: true,
  });
  const after = new AfterGame(afterwards, table, shown);
  const quiet = ambience(game);
  const above = open?.(heading, room("people"), closing);
  return {
    get title() {
      return gameName(game);
    },
    refresh: () => {
      board.refresh();
      panels.refresh();
      after.refresh();
      above?.refresh();
    },
    close: () => {
      above?.close();
      quiet();
      after.close();
      panels.close();
      board.close();
      shown.close();
      pictures.close();
      thinking.close();
      table.close();
    },
  };
}
