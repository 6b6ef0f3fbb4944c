/** The table: the board is the hero, the panels stand beside it or fold under it. */
import { html, render } from "lit-html";
import { BoardView } from "../board/board";
import type { Engine } from "../engine/engine";
import { Thinking } from "../engine/thinking";
import type { TableModel, TableView } from "../game/model";
import { PanelsView } from "../panels/panels";
import { Pictures } from "../panels/pictures";
import type { OpenScreen } from "../ui/screen";
import { applyGame } from "../ui/theme";
import { gameName } from "../words/terms";

/** Lines of play that a hint looks at. */
const HINT_PLAYOUTS = 600;

/** What stands above the panels at some tables. */
export type Heading = (host: HTMLElement) => { refresh(): void; close(): void };

/**
 * Fills the host with a table until it is closed. `engine` stands at the table's position whenever the table has told of
 * a change. The table is closed with the screen.
 */
export function openTable(host: HTMLElement, table: TableModel, engine: Engine, heading?: Heading): OpenScreen {
  const { game } = table.view.setup;
  const thinking = new Thinking();
  const pictures = new Pictures(engine, game);
  applyGame(game);
  render(
    html`<h1 class="unseen">${gameName(game)}</h1><div class="table"><div class="table-board"></div><div class="table-side"><div class="table-heading"></div><div class="table-panels"></div></div></div>`,
    host,
  );
  const board = new BoardView(host.querySelector<HTMLElement>(".table-board")!, table, { engine, pictures });
  const advise = (view: TableView) => thinking.ask(view, "mcts", HINT_PLAYOUTS, view.words.length);
  const panels = new PanelsView(host.querySelector<HTMLElement>(".table-panels")!, table, {
    engine,
    pictures,
    board,
    advise,
  });
  const above = heading?.(host.querySelector<HTMLElement>(".table-heading")!);
  return {
    get title() {
      return gameName(game);
    },
    refresh: () => {
      board.refresh();
      panels.refresh();
      above?.refresh();
    },
    close: () => {
      above?.close();
      panels.close();
      board.close();
      pictures.close();
      thinking.close();
      table.close();
    },
  };
}
