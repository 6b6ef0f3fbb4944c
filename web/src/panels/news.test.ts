import assert from "node:assert/strict";
import { test } from "node:test";
import type { TableView } from "../game/model";
import { News } from "./news";

/** A table of two where the person has seat 1, with messages of these seats. */
function talk(...seats: number[]): TableView {
  const chat = seats.map((seat) => ({ seat, name: "", text: "", at: 0 }));
  return { chat, steps: [], seats: [{ mine: true }, { mine: false }] } as unknown as TableView;
}

test("when a table is opened, messages since the person's own last one are new", () => {
  const unread = (view: TableView) => new News(view).messages(view);
  assert.equal(unread(talk(2, 0)), 2);
  assert.equal(unread(talk(2, 1)), 0);
  assert.equal(unread(talk(2, 1, 0, 2)), 2);
});
