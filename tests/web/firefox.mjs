// Firefox: whole games by mouse and at the size of a phone by finger, and a server's table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, visit } from "./harness.mjs";
import { openFirefox } from "./harness-firefox.mjs";
import { keepGame, lookAtRanks, nextDue, playGame, playQuickly, turnByFinger, turnByMouse } from "./harness-play.mjs";
import { logOf, openServer, openTable, setupOf } from "./harness-server.mjs";

const host = await openServer({ open: openFirefox });
test.after(() => host.close());

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
/** At the server's table. */
const TURNS = 4;
const COLOURS = ["red", "black", "green", "white", "orange"];

for (const [how, options, turn] of [
  ["by mouse", {}, turnByMouse],
  ["by finger", PHONE, turnByFinger],
]) {
  test(`a whole game on this device, ${how}`, async () => {
    const page = await openPage(host, options);
    await playQuickly(page, { confirm: true });
    const seats = COLOURS.map((colour, at) =>
      at === 0 ? { kind: "person", colour } : { kind: "computer", colour, level: 1 },
    );
    await keepGame(page, "whole", { seats, words: [] });
    await visit(page, "#/local/whole", ".table-board svg");
    await playGame(page, turn);
    await lookAtRanks(page);
    assert.equal(await page.locator(".ranks tbody tr").count(), COLOURS.length);
    await page.context().close();
  });
}

test("a server's table, by finger", async () => {
  const page = await openPage(host, PHONE);
  await playQuickly(page, { confirm: true });
  const table = await openTable(page, setupOf("classic", ["person", 1], { options: ["fields"] }), "Anna");
  for (let n = 0; n < TURNS; n++) {
    assert.equal(await nextDue(page), "turn");
    await turnByFinger(page, n);
    if (n === 1) await page.reload();
  }
  await nextDue(page);
  const { entries } = await logOf(host, table);
  const laid = entries.flatMap(({ words }) => words ?? []).filter((word) => word.includes("@"));
  assert.ok(laid.length >= 2 * TURNS, `${laid.length} tiles`);
  await page.context().close();
});
