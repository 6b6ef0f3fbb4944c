import assert from "node:assert/strict";
import { test } from "node:test";
import type { TableView } from "../game/model";
import { News } from "./news";

/** A table of two; the person has seat 1, and seat 2 has sent messages in these entries of the log. */
function talk(...entries: number[]): TableView {
  const chat = entries.map((seq) => ({ seq, seat: 2, name: "", text: "", at: 0 }));
  return { chat, steps: [], seats: [{ mine: true }, { mine: false }] } as unknown as TableView;
}

test("when a table is opened, messages are new that were not read there before", () => {
  const unread = (view: TableView, read: number) => new News(view, { read }).messages(view);
  assert.equal(unread(talk(4, 7), 0), 2);
  assert.equal(unread(talk(4, 7, 9), 7), 1);
  assert.equal(unread(talk(4, 7, 9), 8), 1);
  assert.equal(unread(talk(4, 7), 9), 0);
});

test("who sees the chat has read it", () => {
  const table: { read?: number } = { read: 4 };
  const view = talk(4, 7);
  const news = new News(view, table);
  news.look(view, "log");
  assert.deepEqual([news.messages(view), table.read], [1, 4]);
  news.look(view, "chat");
  assert.deepEqual([news.messages(view), table.read], [0, 7]);
});
