import assert from "node:assert/strict";
import { test } from "node:test";
import type { State } from "../../../js/src/types";
import en from "../../messages/panels.en.json";
import type { TableView } from "../game/model";
import { useCatalogue } from "../words/words";
import { postcard } from "./postcard";

useCatalogue("en", en);

/** A document in which every colour is black. */
function blackDocument(): void {
  const probe = { style: {}, remove: () => {} };
  Object.assign(globalThis, {
    document: { body: { appendChild: () => probe }, createElement: () => probe },
    getComputedStyle: () => ({ color: "rgb(0, 0, 0)" }),
  });
}

const BOARD = '<?xml version="1.0"?>\n<svg xmlns="x" width="90" height="80" viewBox="-5 -5 90 80"><g/></svg>\n';

test("the picture has the names with their points, and the tiles without a margin", () => {
  blackDocument();
  const cells = [
    { x: -1, y: 0 },
    { x: 4, y: 2 },
  ];
  const state = { options: [], colours: ["red", "white"], scores: [7, 12], board: cells } as unknown as State;
  const seats = [
    { number: 1, name: "A & <B>", colour: "red" },
    { number: 2, name: "Ben", colour: "white" },
  ];
  const card = postcard({ state, seats, steps: [], stage: "over" } as unknown as TableView, BOARD);
  assert.match(card, />A &#38; &#60;B&#62;<\/text>/);
  assert.match(card, />12<\/text>/);
  assert.match(card, /Ben wins with 12 points\./);
  assert.match(card, /width="6160" height="3160" viewBox="-1080 -80 6160 3160"/);
  assert.doesNotMatch(card, /<\?xml/);
});
