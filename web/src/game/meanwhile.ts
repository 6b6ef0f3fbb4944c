/** A table that waits for players while the person plays something else in this page: the person stays there, and is
 * asked back when the game begins. */
import { ask } from "../ui/dialog";
import { go } from "../ui/screen";
import { gameName } from "../words/terms";
import { t } from "../words/words";
import type { RemoteTable } from "./remote";
import { Server } from "./server";
import { fulfil } from "./wishes";

const kept = new Map<string, { table: RemoteTable; stop: () => void }>();
/** The table whose screen is open. */
const screen: { table: RemoteTable | null } = { table: null };

/** The screen of a table opens. */
export function show(table: RemoteTable): void {
  screen.table = table;
}

/** The screen of a table closes. */
export function hide(table: RemoteTable): void {
  if (screen.table === table) screen.table = null;
}

/** Whether the table stays open without its screen. */
export function isKept(table: RemoteTable): boolean {
  return kept.get(table.remote.table)?.table === table;
}

/** Keeps a table open until its game begins or it is given up. */
export function keepOpen(table: RemoteTable): void {
  const id = table.remote.table;
  drop(id);
  const stop = table.subscribe((view) => {
    const begun = view.newgame !== "";
    if (!begun && view.stage === "waiting" && table.remote.held) return;
    drop(id);
    if (!begun) return;
    void endWishes(id);
    void callBack(id, gameName(view.setup.game));
  });
  kept.set(id, { table, stop });
}

/** Closes a table that was kept open. */
export function drop(id: string): void {
  const found = kept.get(id);
  kept.delete(id);
  found?.stop();
  found?.table.close();
}

/** A game begins at a table: the other wishes end. */
export async function endWishes(id: string): Promise<void> {
  const server = new Server();
  const open = (table: string) => (screen.table?.remote.table === table ? screen.table : kept.get(table)?.table);
  await fulfil(id, async (table, token, action) => {
    const own = open(table);
    await (own ? own.leave(action.seen) : server.act(table, token, action));
  });
  server.close();
}

async function callBack(id: string, game: string): Promise<void> {
  const question = { title: t("lobby.meanwhile.begins"), body: game, yes: t("lobby.next.go") };
  if (await ask(question)) go(`#/t/${id}`);
}
