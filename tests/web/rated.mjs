// Rated tables and the ladder: players open them and know what they are, guests do not sit there, ratings change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAxe, checkWidth, LOOKS, openPage, visit } from "./harness.mjs";
import { becomePlayer, logOf, openServer } from "./harness-server.mjs";

const host = await openServer();
test.after(() => host.close());

/** Sends an action for the player of a page. */
function act(page, table, action) {
  return page.evaluate(
    async ([id, wish]) => {
      const { token } = JSON.parse(localStorage.getItem("tessera.player"));
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const body = JSON.stringify({ id: crypto.randomUUID(), ...wish });
      const answer = await fetch(`api/v1/tables/${id}/actions`, { method: "POST", headers, body });
      if (!answer.ok) throw new Error(await answer.text());
    },
    [table, action],
  );
}

test("a rated table is for players, who see what it changes", async () => {
  const [anna, ben, guest] = [await openPage(host), await openPage(host), await openPage(host)];

  // A guest is not asked whether a table is to be rated. A player is: then there is a clock, and nobody has help.
  await visit(guest, "#/lobby/new");
  await guest.getByText("Championship", { exact: true }).waitFor();
  assert.equal(await guest.getByText("Rated", { exact: true }).count(), 0);
  await becomePlayer(anna, "Anna");
  await visit(anna, "#/lobby/new");
  await anna.getByRole("checkbox", { name: /^Rated/ }).focus();
  await anna.keyboard.press("Space");
  await anna.locator(".setup-more summary").press("Enter");
  await anna.getByText("Chance decides who begins.").waitFor();
  assert.equal(await anna.getByRole("checkbox", { name: /^Hints/ }).count(), 0);
  const clocks = anna.getByRole("group", { name: "Clock" });
  await clocks.getByText("Minutes a game").waitFor();
  assert.equal(await clocks.getByText("No clock").count(), 0);
  await anna.getByRole("button", { name: "Open the table" }).click();
  await anna.locator(".lobby-room").waitFor();
  const table = new URL(anna.url()).hash.slice(4);
  assert.equal((await logOf(host, table)).setup.rated, true);

  // The list and the room say it before anybody sits down. A guest sees the way to become a player, and no seat.
  await visit(guest, "#/lobby");
  await guest.locator(`a[href="#/t/${table}"]`, { hasText: "Rated" }).getByText("Anna 1500?").waitFor();
  await visit(guest, `#/t/${table}`, ".lobby-room");
  await guest.getByText("Only players of this server sit here.").waitFor();
  assert.equal(await guest.locator(".lobby-seat .button-main").count(), 0);
  await checkAxe(guest, "rated-room");

  // Ben is one: he sits down, and leaves a game that is lost then.
  await becomePlayer(ben, "Ben");
  await visit(ben, `#/t/${table}`, ".lobby-room");
  await ben.getByText("This game is rated").waitFor();
  await ben.locator(".lobby-seat .button-main").click();
  for (const page of [anna, ben]) await page.locator(".table").waitFor();
  await anna.locator(".seat-name", { hasText: "Ben 1500?" }).waitFor();
  const said = anna.locator(".toast", { hasText: /^Your rating is now 1\d\d\d \(\+\d+\)\.$/ }).waitFor();
  await act(ben, table, { type: "leave" });
  await Promise.all([anna.locator(".podium").waitFor(), said]);

  // Both ratings have changed.
  for (const [page, change] of [
    [anna, /rating 1\d\d\d \(\+\d+\)/],
    [ben, /rating 1\d\d\d \(−\d+\)/],
  ]) {
    await page.waitForFunction(async () => {
      const { token } = JSON.parse(localStorage.getItem("tessera.player"));
      const answer = await fetch("api/v1/players/me", { headers: { Authorization: `Bearer ${token}` } });
      return (await answer.json()).ratings.length === 1;
    });
    await visit(page, "#/settings");
    await visit(page, "#/me");
    await page.getByText(change).waitFor();
    await page.locator("#player-ratings").waitFor();
    await page.getByRole("link", { name: /^1\d\d\d\?/ }).waitFor();
  }
  for (const page of [anna, ben, guest]) await page.context().close();
});

/** A page of a ladder as the server sends it. */
function ladder(url) {
  const asked = new URL(url).searchParams;
  const after = Number(asked.get("after") ?? 0);
  const person = (rank) => ({
    rank,
    player: rank.toString(16).padStart(16, "0"),
    name: rank === 2 ? "Maximiliane Wolfeschlegel" : `Player ${rank}`,
    figure: { shape: rank % 8, colour: rank % 7, hat: rank % 8 },
    rating: 2100 - 20 * rank,
    deviation: 60,
    games: 30 + rank,
  });
  return {
    pool: asked.get("pool"),
    season: asked.get("season") ?? "2026-4",
    begins: Date.UTC(2026, 9, 1),
    ends: Date.UTC(2027, 0, 1),
    players: Array.from({ length: after ? 3 : 50 }, (_, at) => person(after + at + 1)),
    ...(after ? {} : { next: 50 }),
    computers: [831, 1051, 1274, 1500, 1676, 1852, 2044, 2235].map((rating, at) => ({ level: at + 1, rating })),
  };
}

for (const { locale, colorScheme, width } of LOOKS)
  test(`the ladder in ${locale}, ${colorScheme}`, async () => {
    const page = await openPage(host, { locale, colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    await visit(page, "#/ladder");
    await page.locator(".ladder tbody tr").nth(7).waitFor(); // the computers alone
    await checkAxe(page, `ladder-empty-${locale}-${colorScheme}`);

    await page.route("**/api/v1/ladder?*", (route) => route.fulfill({ json: ladder(route.request().url()) }));
    await page.locator("input[name=ladder-speed]").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => /^#\/ladder\/[a-z-]+-days-duel$/.test(location.hash));
    await page.getByText("Maximiliane Wolfeschlegel").waitFor();
    await checkWidth(page, `ladder-${locale}-${colorScheme}`);
    await checkAxe(page, `ladder-${locale}-${colorScheme}`);
    await page.locator(".panel > .button").click();
    await page.getByText("Player 53").waitFor();
    assert.equal(await page.locator(".ladder tbody tr").count(), 53 + 8);
    await page.locator(".row .button").first().click();
    await page.waitForFunction(() => location.hash.endsWith("?season=2026-3"));
    await page.context().close();
  });
