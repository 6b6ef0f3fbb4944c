/** A table that waits for players while the person plays something else in this page: the person stays there, and is
 * asked back when the game begins. */
import { ask } from "../ui/dialog";
import { go } from "../ui/screen";
import { gameName } from "../words/terms";
import { t } from "../words/words";
import type { RemoteTable } from "./remote";

const kept = new Map<string, { table: RemoteTable; stop: () => void }>();

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
    if (begun) void callBack(id, gameName(view.setup.game));
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

async function callBack(id: string, game: string): Promise<void> {
  const question = { title: t("lobby.meanwhile.begins"), body: game, yes: t("lobby.next.go") };
  if (await ask(question)) go(`#/t/${id}`);
}
