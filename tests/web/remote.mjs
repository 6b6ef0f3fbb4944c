// Playing together at a table of the real server: the lobby, two browsers and a third that watches, reload, lost
// connections, a killed server, take-backs, recovery, leaving, the clock, a rematch.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  atRest,
  checkAxe,
  checkWidth,
  expectFaults,
  fromNetwork,
  holdBack,
  LOOKS,
  openPage,
  shoot,
  visit,
} from "./harness.mjs";
import { nextDue, openSheet, playQuickly, turnByKeys } from "./harness-play.mjs";
import { logOf, nameOf, openServer, openTable, setupOf, sitDown } from "./harness-server.mjs";

const host = await openServer();
test.after(() => host.close());
test.afterEach(() => host.server.ensure());

const TWO = setupOf("classic", ["person", "open"], { public: false });

/** Waits until all pages show so many tiles. */
async function allShow(pages, tiles) {
  const shown = (n) => document.querySelectorAll(".board-scene .tile").length === n;
  await Promise.all(pages.map((page) => page.waitForFunction(shown, tiles)));
}

/** Two people at a table of two, with settings for each. */
async function twoAtTable(setup = TWO, settings = [{}, {}]) {
  const [anna, ben] = [await openPage(host), await openPage(host)];
  await playQuickly(anna, settings[0]);
  await playQuickly(ben, settings[1]);
  const table = await openTable(anna, setup, "Anna");
  await sitDown(ben, table, "Ben");
  await Promise.all([anna, ben].map((page) => page.locator(".table").waitFor()));
  return { anna, ben, table };
}

async function closeAll(...pages) {
  for (const page of pages) await page.context().close();
}

/** What the browser itself says of a server that does not answer, or refuses. */
const UNANSWERED = /^Failed to load resource:/;

const trouble = (page) => page.locator(".lobby-trouble");

test("a table is opened in the lobby, found there, played by two and watched by a third", async () => {
  const anna = await openPage(fromNetwork(host));
  const ben = await openPage(host, { locale: "de-DE", viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  const cara = await openPage(host, { locale: "it-IT" });
  for (const page of [anna, ben, cara]) await playQuickly(page);

  await visit(anna, "#/lobby");
  await anna.getByRole("textbox", { name: "Your name" }).fill("Anna");
  await anna.getByRole("link", { name: "Open a table" }).click();
  await anna.getByRole("button", { name: "Open the table" }).click();
  await anna.locator(".lobby-room").waitFor();
  const link = await anna.getByLabel("Link to this table").inputValue();
  assert.equal(link, anna.url().replace("#/t/", "t/"), "a path, so that the server says what it leads to");
  await anna.locator(".lobby-code").waitFor();
  await anna.getByRole("button", { name: "Copy", exact: true }).click();
  await anna.locator(".toast").waitFor();
  await anna.locator("#chat-text").focus();
  await anna.keyboard.press("Control+V");
  assert.equal(await anna.locator("#chat-text").inputValue(), link, "copied by plain HTTP");
  await anna.locator("#chat-text").fill("");

  await visit(ben, "#/lobby");
  await ben.locator(`.list a[href="#/t/${link.split("/").at(-1)}"]`).waitFor();
  await ben.getByRole("button", { name: "Mit jemandem spielen" }).click();
  await ben.getByText("Sag zuerst").first().waitFor();
  await ben.keyboard.type("Ben");
  await ben.getByRole("button", { name: "Mit jemandem spielen" }).click();

  const table = link.split("/").at(-1);
  await cara.goto(`${host.url}t/${table}?lang=it`);
  await cara.locator(".table").waitFor();
  assert.equal(cara.url(), `${host.url}#/t/${table}`);
  await cara.getByText("Stai guardando.").waitFor();
  await cara.locator(".header select").selectOption("de");
  await cara.getByText("Du schaust zu.").waitFor();
  await Promise.all([anna, ben].map((page) => page.locator(".table").waitFor()));
  const players = { Anna: anna, Ben: ben };
  const { entries } = await logOf(host, table);
  const first = Number(/first=(\d)/.exec(entries.find((entry) => entry.type === "started").newgame)[1]);
  for (let n = 0; n < 4; n++) {
    const page = Object.values(players)[(first - 1 + n) % 2];
    assert.equal(await nextDue(page), "turn");
    await turnByKeys(page, n);
    await allShow([anna, ben, cara], n + 2);
  }

  await visit(anna, "#/lobby");
  const watched = (words) => anna.locator(".lobby-watched", { hasText: words }).waitFor();
  await watched("1 person watches");
  for (const [name, button] of [
    ["Zora", "Abbrechen"],
    ["Cara", "Namen verwenden"],
  ]) {
    await cara.getByRole("button", { name: "Namen ändern" }).click();
    assert.equal(await cara.locator("dialog .input").inputValue(), "");
    await cara.locator("dialog .input").fill(name);
    await cara.getByRole("button", { name: button }).click();
    await cara.locator("dialog").waitFor({ state: "detached" });
  }
  assert.equal(await cara.getByText("Du schaust als Cara zu.").count(), 1);
  await watched("Watched by Cara");
  const unnamed = await fetch(`${host.url}api/v1/tables/${table}/events`);
  await watched("Watched by Cara and 1 more");
  await unnamed.body.cancel();
  await closeAll(anna, ben, cara);
});

test("the first screen and the title tell at which tables it is one's turn", async () => {
  const { anna, ben, table } = await twoAtTable({ ...TWO, clock: { kind: "days", days: 2 } });
  await visit(anna, "#/", ".home-title");
  await visit(ben, "#/", ".home-title");
  const own = (page, tasks) =>
    page.locator(tasks.map((task) => `.home-tables a[href="#/t/${table}"][data-task="${task}"]`).join());
  await own(anna, ["draw", "move"]).waitFor();
  await own(ben, [""]).waitFor();
  await own(anna, ["draw", "move"]).getByText("Anna, with Ben").waitFor();
  await own(ben, [""]).getByText("It is Anna’s turn.").waitFor();
  await anna.waitForFunction(() => document.title.startsWith("(1) "));
  assert.doesNotMatch(await ben.title(), /^\(/);
  await checkAxe(anna, "your tables");
  await own(anna, ["draw", "move"]).click();
  await anna.locator(".table").waitFor();
  await anna.waitForFunction(() => document.title.startsWith("● Your turn"));

  /* A pause by consent, which the other one ends. */
  await visit(ben, `#/t/${table}`, ".table");
  await anna.getByRole("button", { name: "Ask for a pause" }).click();
  await ben.getByRole("button", { name: "Pause the game" }).click();
  await anna.getByText("Pause: no clock runs.").waitFor();
  await ben.getByRole("button", { name: "Go on" }).click();
  await anna.getByText("Pause: no clock runs.").waitFor({ state: "detached" });

  /* What waits for players says so, with computers by name; the lobby tells the same. */
  const waiting = await openTable(ben, setupOf("star-wars", ["person", "open", 4], { public: false }), "Ben");
  for (const hash of ["#/", "#/lobby"]) {
    await visit(ben, hash, ".own-tables");
    const row = (id, words) =>
      ben.locator(`.own-tables a[href="#/t/${id}"]`).getByText(words, { exact: true }).waitFor();
    await row(waiting, "Ben, with Bela");
    await row(waiting, "1 more player is needed.");
    await row(table, "It is Anna’s turn.");
  }
  await closeAll(anna, ben);
});

test("on the first screen a table that waits comes first; its time runs down, and what then becomes of it is asked for", async () => {
  const anna = await openPage(host);
  await anna.clock.install();
  await playQuickly(anna);
  const ben = await openPage(host);
  const table = await openTable(anna, { ...TWO, clock: { kind: "move", seconds: 600 } }, "Anna");
  await sitDown(ben, table, "Ben");
  for (const page of [anna, ben]) await page.locator(".table").waitFor();
  await nextDue(anna);
  const answer = anna.waitForResponse(/api\/v1\/turns/);
  await visit(anna, "#/", ".home-title");
  const { until } = (await (await answer).json()).tables[0];
  const first = anna.locator(`.home-start > :first-child.button-main[href="#/t/${table}"]`);
  await first.getByText("It is your turn.").waitFor();
  await first.getByText(/^Classic · Anna, with Ben · (10|\d):\d\d left$/).waitFor();
  assert.equal(await anna.locator(".home-start .button-main").count(), 1);
  await checkAxe(anna, "a table that waits comes first");

  /* The page's own clock: the next look by itself comes 20 s after this one. */
  const looked = anna.waitForResponse(/api\/v1\/turns/);
  await anna.clock.pauseAt(until - 9000);
  await (await looked).finished();
  for (const left of ["0:08", "0:06"]) {
    await anna.clock.runFor(left === "0:08" ? 1000 : 2000);
    for (const place of [".home-start", ".own-tables"]) await anna.locator(place).getByText(`${left} left`).waitFor();
  }
  const asked = anna.waitForRequest(/api\/v1\/turns/);
  await anna.clock.runFor(7000);
  await asked;
  await closeAll(anna, ben);
});

/** As the page sets a championship up. */
const CHAMPIONSHIP = {
  ...TWO,
  public: true,
  clock: { kind: "game", seconds: 900, increment: 0, loses: true },
  aids: false,
  hints: false,
  takebacks: false,
};

test("a championship says that it is one; who leaves it has lost, and finds that told among the finished games", async () => {
  const cara = await openPage(host);
  await visit(cara, "#/lobby");
  const anna = await openPage(host);
  await playQuickly(anna);
  const table = await openTable(anna, CHAMPIONSHIP, "Anna");
  const words = "Championship · 15 minutes each; a player who runs out has lost · no aids, hints or take-backs";
  await anna.locator(".lobby-details").getByText(words).waitFor();
  await cara.locator(`[aria-labelledby=waiting] a[href="#/t/${table}"]`).getByText(words).waitFor();
  const open = await openTable(cara, { ...TWO, public: true, aids: false }, "Cara");
  await cara.locator(".lobby-details").getByText("no clock · with hints and take-backs").waitFor();
  await sitDown(cara, table, "Cara");
  await anna.getByText("Championship: a player who runs out of time or leaves has lost.").waitFor();
  await leave(cara);
  await anna.getByText("Anna wins: Cara has left.").first().waitFor();
  await anna.locator(".tab-panel > :last-child", { hasText: "Checked: this game was fair." }).waitFor();
  await visit(cara, "#/", ".own-tables h3");
  const rows = cara.locator(".own-tables a");
  assert.deepEqual(await rows.evaluateAll((all) => all.map(({ hash, dataset }) => [hash, dataset.task])), [
    [`#/t/${open}`, ""],
    [`#/t/${table}`, "over"],
  ]);
  await rows.getByText("Cara, with Anna").waitFor();
  await rows.getByText("Anna wins: Cara has left.", { exact: true }).waitFor();
  await checkAxe(cara, "finished games");
  await closeAll(anna, cara);
});

test("the first screen stands still when the tables of the server come", async () => {
  const page = await openPage(host);
  const table = await openTable(page, setupOf("classic", ["person", 1], { public: false }), "Anna");
  await page.locator(".hand-tile").waitFor();
  const release = await holdBack(page, "**/api/v1/turns");
  await visit(page, "#/", ".home-start");
  await page.reload();
  await page.locator(".home-start .home-button").first().waitFor();
  const places = () =>
    page.locator(".home-start .home-button, .home-words nav a").evaluateAll((all) =>
      all.map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height];
      }),
    );
  await atRest(page);
  const before = await places();
  release();
  await page.locator(`.home-start a[href="#/t/${table}"]`).waitFor();
  await atRest(page);
  assert.deepEqual(await places(), before);
  await closeAll(page);
});

test("playing with somebody says what it does, and a game with the computer shortens the wait", async () => {
  const [anna, ben] = [await openPage(host), await openPage(host)];
  for (const [page, name] of [
    [anna, "Anna"],
    [ben, "Ben"],
  ]) {
    await nameOf(page, name);
    await visit(page, "#/lobby", ".lobby-chips");
    await page.getByRole("radio", { name: "Classic" }).check();
    await page.getByRole("radio", { name: "60 seconds a turn" }).or(page.getByLabel("Seconds a turn")).check();
    await page.getByRole("radio", { name: "2", exact: true }).check();
  }
  await anna.getByText(/^Nobody waits for this now: you open a table \(Classic, .*and wait for 1 player\./).waitFor();
  await anna.getByRole("button", { name: "Play with somebody" }).click();
  await anna.getByRole("button", { name: "Play the computer meanwhile" }).click();
  await anna.locator(".table .hand-tile").waitFor();
  await ben.getByText(/^You sit down with Anna, who is there now: Classic/).waitFor();
  await checkAxe(ben, "playing with somebody");
  await ben.getByRole("button", { name: "Play with somebody" }).click();
  await ben.locator(".table").waitFor();
  await anna.getByText("Everybody is there: your game begins.").waitFor();
  await anna.getByRole("button", { name: "Go there" }).click();
  await anna.getByText("You play as Anna.").waitFor();
  await closeAll(anna, ben);
});

test("of several wishes the first game that begins ends the others", async () => {
  const [anna, ben] = [await openPage(host), await openPage(host)];
  const wish = async (page, name, game) => {
    if (name) await nameOf(page, name);
    if (name) await visit(page, "#/lobby", ".lobby-chips");
    await page.getByRole("radio", { name: game }).check();
    await page.getByLabel("Minutes a game").check();
    await page.getByRole("radio", { name: "2", exact: true }).check();
  };
  await wish(anna, "Anna", "Classic");
  await anna.getByRole("button", { name: "Play with somebody" }).click();
  await anna.getByRole("button", { name: "Wish for another game, too" }).click();
  await anna.getByText("You wait at 1 table.").waitFor();
  await wish(anna, "", "Star Wars");
  await anna.getByRole("button", { name: "Play with somebody" }).click();
  await anna.getByRole("button", { name: "Wish for another game, too" }).waitFor();
  const other = new URL(anna.url()).hash.slice("#/t/".length);
  await wish(ben, "Ben", "Classic");
  await ben.getByText(/^You sit down with Anna, who is there now: Classic/).waitFor();
  await ben.getByRole("button", { name: "Play with somebody" }).click();
  await ben.locator(".table").waitFor();
  await anna.getByRole("button", { name: "Go there" }).click();
  await anna.getByText("You play as Anna.").waitFor();
  const last = () => logOf(host, other).then(({ entries }) => entries.at(-1).type);
  for (const end = Date.now() + 120_000; (await last()) !== "closed" && Date.now() < end; ) await atRest(anna);
  assert.equal(await last(), "closed", "nobody waits there any more");
  await closeAll(anna, ben);
});

test("a championship is set up for two, and more seats are not offered without a word", async () => {
  const page = await openPage(host);
  await visit(page, "#/lobby/new", ".setup");
  const championship = page.getByLabel("Championship");
  const [add, teams] = [page.getByRole("button", { name: /^Add a player/ }), page.getByLabel("Team game")];
  const reason = page.getByText("A championship is for two. Switch it off to play with more.");
  await page.locator(".setup-more > summary").click();
  await add.first().click();
  await championship.check();
  await reason.first().waitFor();
  assert.deepEqual([await add.count(), await teams.count(), await reason.count()], [0, 0, 2]);
  assert.equal(await page.locator(".seat-place").count(), 2);
  await championship.uncheck();
  await add.first().waitFor();
  assert.deepEqual([await teams.count(), await reason.count()], [1, 0]);
  await closeAll(page);
});

test("where the page stands at an address of the device's own, room and menu say how others can come, without a code", async () => {
  const page = await openPage(host);
  const { port } = new URL(host.url);
  const words = `This link works on this device alone.* with --listen 0\\.0\\.0\\.0:${port}, and .*:${port}\\.`;
  const told = () => page.getByText(new RegExp(words)).waitFor();
  await openTable(page, TWO, "Anna");
  await told();
  assert.equal(await page.locator(".lobby-code-frame").count(), 0);
  await checkAxe(page, "a room at an address of the device's own");
  await openTable(page, setupOf("classic", ["person", 1]), "Anna");
  await page.locator(".lobby-bar-menu").click();
  await told();
  assert.equal(await page.locator(".lobby-code-frame").count(), 0);
  await closeAll(page);
});

test("what is asked by a double tap, or is about to come by itself, is asked for once", async () => {
  const { anna, ben } = await twoAtTable({ ...TWO, grace: 900 });
  const asked = [];
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  for (const page of [anna, ben])
    await page.route("**/actions", async (route) => {
      asked.push(route.request().postDataJSON().type);
      if (asked.at(-1) === "answer") await held;
      await route.continue();
    });
  for (const page of [anna, ben]) {
    await nextDue(page);
    await turnByKeys(page);
  }
  await nextDue(anna);
  await ben.getByRole("button", { name: "Ask to take back" }).click();
  const agree = anna.getByRole("button", { name: "Allow it" });
  await agree.click();
  await agree.click();
  release();
  await allShow([anna, ben], 2);
  assert.deepEqual(asked, ["move", "move", "take-back", "answer"]);
  await closeAll(anna, ben);
});

test("a press that was under way when a question came, or gave way to another one, answers nothing", async () => {
  const anna = await openPage(host);
  await anna.clock.install();
  const ben = await openPage(host);
  for (const page of [anna, ben]) await playQuickly(page);
  const clock = { kind: "game", seconds: 3600, increment: 0 };
  const table = await openTable(anna, { ...TWO, clock, grace: 60000 }, "Anna");
  await sitDown(ben, table, "Ben");
  for (const page of [anna, ben]) await page.locator(".table").waitFor();
  const answers = [];
  await anna.route("**/actions", async (route) => {
    answers.push(route.request().postDataJSON());
    await route.continue();
  });
  for (const page of [anna, ben]) {
    await nextDue(page);
    await turnByKeys(page);
  }
  await nextDue(anna);
  const buttons = anna.locator(".asked button");
  const yes = buttons.first();
  await anna.clock.pauseAt(await anna.evaluate(() => Date.now() + 1000));
  answers.length = 0;

  /* 1. The first question: by pointer, key and script in its first 400 ms; a press that begins then and ends later. */
  await ben.getByRole("button", { name: "Ask for a pause" }).click();
  await anna.getByRole("button", { name: "Pause the game" }).waitFor();
  assert.equal(await buttons.and(anna.locator("[aria-disabled=true]")).count(), 2);
  const { x, y, width, height } = await yes.boundingBox();
  const middle = [x + width / 2, y + height / 2];
  await anna.mouse.click(...middle);
  await yes.focus();
  await anna.keyboard.press("Enter");
  await anna.keyboard.press("Space");
  await yes.evaluate((button) => button.click());
  await anna.mouse.move(...middle);
  await anna.mouse.down();
  await anna.clock.runFor(399);
  await yes.evaluate((button) => button.click());
  assert.equal(await buttons.and(anna.locator("[aria-disabled=true]")).count(), 2);
  await anna.mouse.down();
  await anna.clock.runFor(1);
  assert.equal(await buttons.and(anna.locator("[aria-disabled=true]")).count(), 0);
  await anna.mouse.up();
  assert.ok(await yes.evaluate((button) => button === document.activeElement), "the focus has stayed");
  assert.deepEqual(answers, []);

  /* 2. Another question in its place is another card with other words, and takes no press at first either. */
  await ben.getByRole("button", { name: "Withdraw" }).click();
  await buttons.first().waitFor({ state: "detached" });
  await ben.getByRole("button", { name: "Ask to take back" }).click();
  await anna.getByRole("button", { name: "Allow it" }).waitFor();
  await anna.mouse.click(...middle);
  await anna.keyboard.press("Enter");
  assert.deepEqual(answers, []);
  await anna.clock.runFor(400);
  await yes.click();
  await allShow([anna, ben], 2);
  const asked = (await logOf(host, table)).entries.findLast(({ type }) => type === "asked");
  assert.deepEqual(
    answers.map(({ type, asked, yes }) => [type, asked, yes]),
    [["answer", asked.seq, true]],
  );
  await closeAll(anna, ben);
});

test("who has closed the table is away, with how long the others wait, until they are back", async () => {
  const { anna, ben, table } = await twoAtTable();
  expectFaults(anna, UNANSWERED);
  await anna.route("**/api/v1/turns", (route) => route.abort());
  await nextDue(anna);
  await turnByKeys(anna);
  await nextDue(ben);
  await visit(ben, "#/", ".home-title");
  const shown = [
    anna.locator(".seat-note").getByText(/^away 0:[0-5]\d$/),
    anna.locator(".lobby-away").getByText("Ben is away."),
    anna.locator(".lobby-away").getByText(/^In 0:[0-5]\d you may let the computer play.$/),
  ];
  for (const each of shown) await each.waitFor();
  await checkAxe(anna, "the table waits for an absent player");
  await visit(ben, `#/t/${table}`, ".table");
  for (const each of shown) await each.waitFor({ state: "detached" });
  await closeAll(anna, ben);
});

test("before the start it is said when an absent player's seat is open again", async () => {
  const [anna, ben] = [await openPage(host), await openPage(host)];
  const table = await openTable(anna, setupOf("classic", ["person", "open", "open"], { public: false }), "Anna");
  await sitDown(ben, table, "Ben");
  await visit(ben, "#/", ".home-title");
  const away = anna.locator(".lobby-seat").getByText(/^away: the seat is open again in 0:[0-5]\d$/);
  await away.waitFor();
  await checkAxe(anna, "somebody is away before the start");
  await visit(ben, `#/t/${table}`, ".lobby-room");
  await away.waitFor({ state: "detached" });
  await closeAll(anna, ben);
});

test("who opened the table changes clock and variants until somebody has sealed, and the others are told", async () => {
  const [anna, ben] = [await openPage(host), await openPage(host)];
  const table = await openTable(anna, setupOf("classic", ["person", "open", "open"], { public: false }), "Anna");
  await sitDown(ben, table, "Ben");
  await ben.getByRole("button", { name: "Give up the seat" }).waitFor();
  assert.equal(await ben.getByRole("button", { name: "Change clock and variants" }).count(), 0);
  await anna.getByRole("button", { name: "Change clock and variants" }).click();
  await checkAxe(anna, "clock and variants of a table that waits");
  await anna.getByLabel("Seconds a turn").check();
  await anna.getByLabel("60 seconds a turn").check();
  await anna.getByLabel("Fields").check();
  await anna.getByRole("button", { name: "Change", exact: true }).click();
  for (const page of [anna, ben]) await page.getByText(/^What is played was changed: .*Fields/).waitFor();
  const { setup } = (await logOf(host, table)).entries.at(-1);
  assert.deepEqual([setup.options, setup.clock], [["fields"], { kind: "move", seconds: 60 }]);
  await closeAll(anna, ben);
});

test("talk is read by all, muted by one; who watches tells a name first", async () => {
  const { anna, ben, table } = await twoAtTable();
  for (const page of [anna, ben]) expectFaults(page, UNANSWERED);
  const cara = await openPage(host);
  await visit(cara, `#/t/${table}`, ".table");
  const say = async (page, text) => {
    await page.getByRole("tab", { name: /Chat/ }).click();
    await page.locator("#chat-text").fill(text);
    await page.getByRole("button", { name: "Send" }).click();
  };
  await say(cara, "Good luck!");
  await cara.getByRole("textbox", { name: "Your name" }).fill("Cara <b>");
  await checkAxe(cara, "the name that is asked for before one talks");
  await cara.locator("dialog .button-main").click();
  await anna.getByRole("tab", { name: "Chat (1 new)" }).locator(".badge", { hasText: "1" }).waitFor();
  await say(ben, "Thank you <script>");
  await ben.getByRole("button", { name: "Well played!" }).click();
  await anna.getByRole("tab", { name: /Chat/ }).click();
  await anna.locator(".chat-message em").getByText("Well played!").waitFor();
  await anna.getByText("Cara <b> (watching)").waitFor();
  for (const page of [anna, cara]) {
    await page.reload();
    await page.getByRole("tab", { name: "Chat", exact: true }).click();
  }
  const thanks = (page) => page.locator(".chat-message").getByText("Thank you <script>");
  await thanks(anna).waitFor();
  await anna.getByRole("button", { name: "This table" }).click();
  await anna.getByRole("button", { name: "Hide for me what Ben writes" }).click();
  await anna.locator('dialog button[aria-pressed="true"]').waitFor();
  await anna.getByRole("button", { name: "Silence Cara <b>" }).click();
  await cara.getByText("You cannot write at this table.").waitFor();
  await anna.getByRole("button", { name: "Let the computer play for Ben" }).click();
  await anna.getByText("Ben has not been away for a minute.").first().waitFor();
  await anna.getByRole("button", { name: "Close" }).click();
  await thanks(anna).waitFor({ state: "detached" });
  assert.equal(await thanks(cara).count(), 1);
  await ben.getByRole("button", { name: "This table" }).click();
  await ben.getByRole("button", { name: "Change the name" }).click();
  await ben.getByRole("textbox", { name: "Your name" }).fill("Bea");
  await ben.keyboard.press("Enter");
  for (const page of [anna, cara]) await page.locator(".seat-name").getByText("Bea").waitFor();
  await closeAll(anna, ben, cara);
});

/** Says lines of talk for the seat that a page holds, as its browser would. */
async function sayLines(page, table, lines) {
  const say = async ([id, texts]) => {
    const { token } = JSON.parse(localStorage.getItem(`tessera.table.${id}`));
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    for (const text of texts) {
      const body = JSON.stringify({ id: crypto.randomUUID(), type: "say", text });
      const answer = await fetch(`api/v1/tables/${id}/actions`, { method: "POST", headers, body });
      if (!answer.ok) throw new Error(await answer.text());
    }
  };
  await page.evaluate(say, [table, lines]);
}

/** Whether a line of talk is in sight, and the field below it. Runs in the page. */
function lineInSight(text) {
  const talk = document.querySelector(".chat-talk")?.getBoundingClientRect();
  const line = [...document.querySelectorAll(".chat-message")].find((each) => each.textContent.endsWith(` ${text}`));
  if (!talk || !line) return false;
  const { top, bottom } = line.getBoundingClientRect();
  const field = document.querySelector("#chat-text").getBoundingClientRect();
  return top >= talk.top - 1 && bottom <= talk.bottom + 1 && talk.bottom <= field.top && field.bottom <= innerHeight;
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1024, height: 600 },
  { width: 360, height: 740 },
])
  test(`talk opens at its newest, follows there, and stays where one reads back: ${viewport.width} px`, async () => {
    const anna = await openPage(host);
    const ben = await openPage(host, { viewport, reducedMotion: "reduce" });
    const table = await openTable(anna, setupOf("classic", ["person", "open"]), "Anna");
    await sitDown(ben, table, "Ben");
    for (const page of [anna, ben]) await page.locator(".table").waitFor();
    const lines = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => `line ${from + n}.`);
    await sayLines(anna, table, lines(1, 60));
    if (viewport.width < 860) await openSheet(ben, "chat");
    else await ben.getByRole("tab", { name: /Chat/ }).click();
    await ben.waitForFunction(lineInSight, "line 60.");
    await shoot(ben, `remote-talk-${viewport.width}`);
    await checkAxe(ben, "long talk");
    await sayLines(anna, table, lines(61, 64));
    await ben.waitForFunction(lineInSight, "line 64.");
    await ben.locator(".chat-message").nth(20).scrollIntoViewIfNeeded();
    await ben.waitForFunction(lineInSight, "line 21.");
    const place = () =>
      ben
        .locator(".chat-message")
        .nth(20)
        .evaluate((line) => line.getBoundingClientRect().top);
    const before = await place();
    await sayLines(anna, table, lines(65, 70));
    await ben.locator(".chat-message").nth(69).waitFor();
    assert.ok(Math.abs((await place()) - before) <= 1, "what is read stays where it is");
    await closeAll(anna, ben);
  });

test("who opened the table removes one who watches: told so, and again when they come back", async () => {
  const { anna, ben, table } = await twoAtTable();
  const cara = await openPage(host);
  expectFaults(cara, UNANSWERED);
  await nameOf(cara, "Cara");
  await visit(cara, `#/t/${table}`, ".table");
  await cara.getByRole("tab", { name: /Chat/ }).click();
  await cara.locator("#chat-text").fill("Boo!");
  await cara.getByRole("button", { name: "Send" }).click();
  await anna.getByRole("tab", { name: "Chat (1 new)" }).waitFor();
  await anna.getByRole("button", { name: "This table" }).click();
  const remove = (pressed) => anna.getByRole("button", { name: "Remove Cara", pressed });
  const told = cara.getByText("The opener of this table has removed somebody");
  await remove(false).click();
  await remove(true).waitFor();
  await told.waitFor();
  await cara.getByText("You cannot write at this table.").waitFor();
  await checkAxe(cara, "removed");
  await cara.reload();
  await told.waitFor();
  assert.equal(await trouble(cara).count(), 0);
  await remove(true).click();
  await remove(false).waitFor();
  await cara.reload();
  await cara.locator(".table").waitFor();
  await anna.getByRole("button", { name: "Close" }).click();
  await nextDue(anna);
  await turnByKeys(anna);
  await allShow([anna, ben, cara], 2);
  await closeAll(anna, ben, cara);
});

test("a turn is taken back: alone before the next draw, later by consent", async () => {
  const { anna, ben } = await twoAtTable({ ...TWO, grace: 60_000 }, [{}, { autoDraw: false }]);
  await nextDue(anna);
  await turnByKeys(anna);
  await allShow([anna, ben], 2);
  await anna.getByRole("button", { name: "Take back" }).click();
  await allShow([anna, ben], 1);
  assert.equal(await nextDue(anna), "turn");
  await turnByKeys(anna, 1);
  await allShow([anna, ben], 2);
  await ben.getByRole("button", { name: /Draw a tile/ }).click();
  assert.equal(await nextDue(ben), "turn");
  const ask = anna.getByRole("button", { name: "Ask to take back" });
  await ask.click();
  const asked = (page, words) => page.locator(".asked").getByText(words).waitFor();
  await asked(ben, "Anna has asked to take the last turn back.");
  await asked(anna, "You have asked the others");
  /* A question that is withdrawn or refused is asked again in the next turn; both ways the page says so. */
  const again = anna.locator(".toast").getByText("You can ask for it again in your next turn.");
  const roundOn = async (tiles) => {
    await turnByKeys(ben);
    await allShow([anna, ben], tiles);
    await nextDue(anna);
    await turnByKeys(anna);
    await allShow([anna, ben], tiles + 1);
    await ben.getByRole("button", { name: /Draw a tile/ }).click();
    assert.equal(await nextDue(ben), "turn");
  };
  await anna.getByRole("button", { name: "Withdraw" }).click();
  await ben.locator(".asked").waitFor({ state: "detached" });
  await again.waitFor();
  assert.ok(await ask.isDisabled());
  await roundOn(3);
  await ask.click();
  await again.waitFor({ state: "detached" });
  const declined = anna.locator(".toast").getByText("Ben has declined.").waitFor();
  await ben.getByRole("button", { name: "Refuse" }).click();
  await Promise.all([declined, again.waitFor()]);
  await anna.locator(".asked").waitFor({ state: "detached" });
  assert.ok(await ask.isDisabled());
  await roundOn(5);
  await ask.click();
  await checkAxe(ben, "consent");
  await ben.getByRole("button", { name: "Allow it" }).click();
  await allShow([anna, ben], 5);
  assert.equal(await nextDue(anna), "turn");
  await closeAll(anna, ben);
});

test("in mid-turn: a reload keeps tile and seat; a turn sent without a connection is made once it is back", async () => {
  const { anna, ben, table } = await twoAtTable();
  for (const page of [anna, ben]) expectFaults(page, UNANSWERED);
  await nextDue(anna);
  const hand = () => anna.locator(".hand-tile").getAttribute("aria-label");
  const tile = await hand();
  await anna.locator(".board-list").focus();
  await anna.keyboard.press("Enter");
  await anna.locator(".hand-done").waitFor();
  await anna.reload();
  assert.equal(await nextDue(anna), "turn");
  assert.equal(await hand(), tile);
  await anna.context().setOffline(true);
  await anna.locator(".board-list").focus();
  await anna.keyboard.press("Enter");
  await anna.locator(".hand-done").waitFor();
  await anna.keyboard.press("Enter");
  await trouble(anna).waitFor();
  await shoot(anna, "remote-trouble");
  await checkAxe(anna, "lost connection");
  await anna.context().setOffline(false);
  await allShow([anna, ben], 2);
  await trouble(anna).waitFor({ state: "detached" });
  assert.equal(await nextDue(ben), "turn");
  await turnByKeys(ben);
  await allShow([anna, ben], 3);
  const moved = (await logOf(host, table)).entries.filter((entry) => entry.type === "moved");
  assert.equal(moved.length, 2);
  await closeAll(anna, ben);
});

test("the server is killed in mid-game and started again: both go on where they were", async () => {
  const { anna, ben, table } = await twoAtTable();
  for (const page of [anna, ben]) expectFaults(page, UNANSWERED);
  for (const [n, page] of [anna, ben, anna].entries()) {
    await nextDue(page);
    await turnByKeys(page, n);
  }
  await nextDue(ben);
  const before = await logOf(host, table);
  await host.server.kill();
  await Promise.all([anna, ben].map((page) => trouble(page).waitFor()));
  await ben.locator(".board-list").focus();
  await ben.keyboard.press("Enter");
  await ben.keyboard.press("Enter");
  await ben
    .locator(".lobby-trouble", { hasText: "Your move is kept, and sent as soon as the server answers." })
    .waitFor();
  await host.server.start();
  await ben.locator(".toast").getByText("The connection is there again: your move is sent.").waitFor();
  await allShow([anna, ben], 5);
  await nextDue(anna);
  await turnByKeys(anna);
  await allShow([anna, ben], 6);
  await Promise.all([anna, ben].map((page) => trouble(page).waitFor({ state: "detached" })));
  const after = await logOf(host, table);
  assert.deepEqual(after.entries.slice(0, before.seq), before.entries);
  await closeAll(anna, ben);
});

test("a seat is taken back in another browser; the one before watches", async () => {
  const { anna, ben } = await twoAtTable();
  expectFaults(ben, UNANSWERED);
  await ben.getByRole("button", { name: "This table" }).click();
  await ben.getByText("Your seat in another browser").click();
  const link = await ben.getByLabel("Link to your seat").inputValue();
  const other = await openPage(host);
  await other.goto(link);
  await other.getByText("You play as Ben.").waitFor();
  assert.ok(!other.url().includes("recover"), "the word does not stay in the address");
  await ben.getByRole("button", { name: "Close" }).click();
  await ben.getByText("Your seat was taken over in another browser.").waitFor();
  await ben.getByText("You are watching as Ben.").waitFor();
  await ben.reload();
  await ben.getByText("You are watching as Ben.").waitFor();
  await nextDue(anna);
  await turnByKeys(anna);
  assert.equal(await nextDue(other), "turn");
  const guess = await openPage(host);
  expectFaults(guess, UNANSWERED);
  await guess.goto(link.replace(/recover=.*/, `recover=${"A".repeat(43)}`));
  await guess.getByText("This seat is not yours any more").first().waitFor();
  await guess.getByText("You are watching.").waitFor();
  await closeAll(anna, ben, other, guess);
});

test("two windows of one browser share a seat that one of them took back", async () => {
  const { anna, ben } = await twoAtTable();
  expectFaults(ben, UNANSWERED);
  await ben.getByRole("button", { name: "This table" }).click();
  await ben.getByText("Your seat in another browser").click();
  const link = await ben.getByLabel("Link to your seat").inputValue();
  await ben.getByRole("button", { name: "Close" }).click();
  const second = await ben.context().newPage();
  await ben.evaluate(() => {
    const seats = (event) => event.key.startsWith("tessera.table.");
    globalThis.told = new Promise((resolve) => {
      addEventListener("storage", (event) => seats(event) && resolve());
    });
  });
  await second.goto(link);
  await second.getByText("You play as Ben.").waitFor();
  await ben.evaluate(() => globalThis.told);
  await nextDue(anna);
  await turnByKeys(anna);
  assert.equal(await nextDue(ben), "turn");
  await turnByKeys(ben);
  await second.getByText("Ben lays a tile").first().waitFor();
  await closeAll(anna, ben);
});

test("a seat is given up before the game; who leaves later is played for, and comes back", async () => {
  const anna = await openPage(host);
  await playQuickly(anna);
  const table = await openTable(anna, setupOf("star-wars", ["person", "open", 1]), "Anna");
  const ben = await openPage(host);
  await sitDown(ben, table, "Ben");
  await ben.locator(".table").waitFor();
  await leave(anna);
  await anna.getByText("The computer plays for you.").waitFor();
  assert.equal(await nextDue(ben), "turn");
  await anna.getByRole("button", { name: "Play yourself again" }).click();
  await anna.getByRole("button", { name: "Leave the table" }).waitFor();

  const third = await openTable(ben, TWO, "Ben");
  await ben.getByRole("button", { name: "Give up the seat" }).click();
  await ben.getByText("This table was given up.").waitFor();
  await visit(ben, "#/lobby");
  const mine = (id) => ben.locator(`[aria-labelledby="tables"] a[href="#/t/${id}"]`);
  await mine(table).waitFor();
  assert.equal(await mine(third).count(), 0);
  await closeAll(anna, ben);
});

test("with a clock who begins looks first and draws when ready; the others' tiles are drawn by themselves", async () => {
  const clock = { kind: "game", seconds: 600, increment: 0 };
  const { anna, ben, table } = await twoAtTable({ ...TWO, clock, grace: 60_000 });
  const drawn = async () => (await logOf(host, table)).entries.filter(({ type }) => type === "drawn").length;
  const stack = anna.locator(".stack-button");
  await stack.getByText("Your clock starts with it.").waitFor();
  await checkAxe(anna, "the first draw");
  assert.equal(await drawn(), 0);
  assert.deepEqual(await anna.locator(".clock").allTextContents(), ["10:00", "10:00"], "no clock runs");
  await stack.click();
  await anna.locator(".hand-tile").waitFor();
  await turnByKeys(anna);
  assert.equal(await nextDue(ben), "turn");
  assert.equal(await drawn(), 2);
  await closeAll(anna, ben);
});

test("whose time has run out is warned before, and played for in that turn only", async () => {
  const clock = { kind: "move", seconds: 20 };
  const { anna, ben, table } = await twoAtTable({ ...TWO, clock }, [{ sound: true }, {}]);
  await anna.locator(".clock").first().waitFor();
  await anna.evaluate(() => {
    globalThis.shakes = [];
    Navigator.prototype.vibrate = (shake) => globalThis.shakes.push(shake.join(" ")) > 0;
  });
  await anna.locator(".side-points").first().click();
  assert.match(await anna.locator(".clock").first().textContent(), /^0:[0-2]\d$/);
  await anna.getByText("Then the computer makes this turn for you.").last().waitFor();
  assert.equal(await ben.locator(".clock-warning").count(), 0);
  await anna.waitForFunction(() => globalThis.shakes.includes("80 60 80"), null, { polling: 100 });
  const missed = anna.locator(".notice", { hasText: "Your time ran out, and the computer made that turn." });
  await missed.getByRole("button", { name: "Close" }).click();
  await missed.waitFor({ state: "detached" });
  await leave(ben); // the computer plays for him, whose own time runs as well
  assert.equal(await nextDue(anna), "turn");
  const { entries } = await logOf(host, table);
  const of = (type) => entries.filter((entry) => entry.type === type);
  const [first] = of("moved");
  assert.deepEqual([first.seat, first.by], [of("sat").find((entry) => entry.name === "Anna").seat, "clock"]);
  await closeAll(anna, ben);
});

/** Lets the computer play on for the person here. */
async function leave(page) {
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.locator("dialog .button-grave").click();
}

test("a game that all have left waits, and a table that was given up offers nothing but a way on", async () => {
  const { anna, ben, table } = await twoAtTable();
  await leave(anna);
  await anna.getByText("The computer plays for you.").waitFor();
  await leave(ben);
  for (const page of [anna, ben]) await page.getByText("All have left: the game waits for a day.").waitFor();
  await visit(ben, "#/", ".own-tables");
  await ben
    .locator(`.own-tables a[href="#/t/${table}"]`)
    .getByText("All have left: the game waits for a day.")
    .waitFor();
  await openTable(anna, TWO, "Anna");
  await anna.getByRole("button", { name: "Give up the seat" }).click();
  await anna.getByText("This table was given up.").waitFor();
  assert.equal(await anna.getByRole("button", { name: /^Sit down/ }).count(), 0);
  assert.equal(await anna.locator("#chat-text").count(), 0);
  await anna.getByRole("link", { name: "Play together" }).click();
  await anna.getByRole("heading", { name: "Play together" }).waitFor();
  await closeAll(anna, ben);
});

/** How long a whole game of computers may take on any machine. */
const WHOLE_GAME_MS = 300_000;

/** Looks at the review of the game that is over, and comes back. */
async function lookBack(page) {
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await page.locator(".transport-slider").waitFor();
  await page.getByRole("link", { name: "Back to the table" }).click();
  await page.locator(".ranks").waitFor();
}

/** The person here plays the game to its end, always the first turn that there is; the page draws for them. */
async function playToTheEnd(page, table) {
  const { seat, token } = await page.evaluate((id) => JSON.parse(localStorage.getItem(`tessera.table.${id}`)), table);
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  for (;;) {
    const { seq, at, state, turns } = await (await fetch(`${host.url}api/v1/tables/${table}/state`)).json();
    if (state.phase === "over") return;
    const move = { id: `move-${seq}-of-${seat}`, type: "move", move: turns[0], at, seen: seq };
    const mine = state.phase === "place" && state.seat === seat;
    if (mine)
      await fetch(`${host.url}api/v1/tables/${table}/actions`, { method: "POST", headers, body: JSON.stringify(move) });
    const stream = await fetch(`${host.url}api/v1/tables/${table}/events?since=${seq}`);
    const reader = stream.body.getReader();
    for (let told = ""; !told.includes(`"seq":${seq + 1},`); )
      told += Buffer.from((await reader.read()).value).toString();
    await reader.cancel();
  }
}

test("a rematch says who asked for it, shows the kept seat as theirs, and brings the talk along", async () => {
  const clock = { kind: "game", seconds: 900, increment: 0, loses: true };
  const { anna, ben, table: first } = await twoAtTable({ ...TWO, clock });
  const cara = await openPage(host);
  await sayLines(ben, first, ["Once more?"]);
  await leave(ben);
  await anna.getByRole("button", { name: "Play again" }).click();
  await anna.locator(".lobby-room").waitFor();
  await ben.getByText("Anna has set up the next game.").waitFor();
  const table = new URL(anna.url()).hash.slice("#/t/".length);
  await visit(cara, `#/t/${table}`, ".lobby-room");
  await cara.getByText(/^kept for Ben, [01]:\d\d$/).waitFor();
  assert.equal(await cara.getByRole("button", { name: /^Sit down/ }).count(), 0);
  await visit(ben, `#/t/${table}`, ".lobby-room");
  await ben.getByText(/^kept for you, [01]:\d\d$/).waitFor();
  for (const page of [anna, ben]) {
    await page.getByText("Said at the game before").waitFor();
    await page.locator(".chat-message", { hasText: "Once more?" }).waitFor();
  }
  await checkAxe(ben, "the room of a rematch");
  await ben.getByRole("button", { name: /^Sit down/ }).click();
  await Promise.all([anna, ben].map((page) => page.locator(".table").waitFor()));
  await closeAll(anna, ben, cara);
});

test("on a phone the podium of a table shows all that can be done, also with the next game on offer", async () => {
  const clock = { kind: "game", seconds: 900, increment: 0, loses: true };
  const { anna, ben } = await twoAtTable({ ...TWO, clock });
  await ben.locator(".header select").selectOption("de");
  await ben.setViewportSize({ width: 360, height: 700 });
  await leave(anna);
  await ben.locator(".podium").waitFor();
  await atRest(ben);
  assert.equal(await ben.locator(".podium-ways > *").count(), 6);
  const beyond = await ben.locator(".podium").evaluate((podium) => podium.scrollHeight - podium.clientHeight);
  assert.ok(beyond <= 0, `the podium is ${beyond} px too high`);
  await anna.getByRole("button", { name: "Play again" }).click();
  const notice = ben.locator(".notice", { hasText: "Anna hat das nächste Spiel aufgebaut." });
  await notice.waitFor();
  await shoot(ben, "podium-phone-next");
  const [offered, card] = [await notice.boundingBox(), await ben.locator(".podium-card").boundingBox()];
  assert.ok(offered.y >= card.y + card.height, "the next game lies below the podium");
  assert.ok(offered.y + offered.height <= 700, "and is in sight");
  await notice.getByRole("button").click();
  await ben.locator(".lobby-room, .table").first().waitFor();
  await closeAll(anna, ben);
});

test("a game in which the computer plays for who left is checked, tells that, and they meet again for a rematch", async () => {
  const setup = setupOf("star-wars", ["person", "open", 1, 1], { options: ["teams"] });
  const { anna, ben, table: first } = await twoAtTable(setup);
  for (const page of [anna, ben]) {
    page.setDefaultTimeout(WHOLE_GAME_MS);
    await nextDue(page);
    await turnByKeys(page);
  }
  await leave(anna);
  await playToTheEnd(ben, first);
  for (const page of [anna, ben]) {
    await page.getByText("Checked: this game was fair.").waitFor();
    assert.match(await page.locator(".lobby-proof").textContent(), /Your browser has given its share of this chance/);
  }
  const told = /^The computer made \d+ turns for Anna\.$/;
  for (const page of [anna, ben]) {
    await page.locator(".winner-instead").waitFor(); // the result stands behind the last step of the final scoring
    assert.match((await page.locator(".winner-instead").allTextContents()).join(), told);
  }
  await ben.getByRole("tab", { name: "Log" }).click();
  await ben.locator('.log-line[data-event="instead"]', { hasText: "The computer plays for Anna." }).first().waitFor();
  await ben.getByRole("tab", { name: "Final scoring" }).click();
  await shoot(anna, "remote-over");
  await checkAxe(anna, "the end");
  const old = anna.url();
  await Promise.all([lookBack(anna), lookBack(ben)]);

  // A record that the server does not give is told; the result stays, and so does the way to the next game.
  const gone = { status: 404, contentType: "application/json", body: '{"error":"no-table","text":"gone"}' };
  expectFaults(anna, UNANSWERED);
  await anna.route("**/record", (route) => route.fulfill(gone));
  await anna.reload();
  await anna.getByText("The chance of this game could not be confirmed: There is no such table.").waitFor();
  await anna.getByRole("button", { name: "Play again" }).click();
  await anna.locator(".lobby-room").waitFor();
  await ben.getByText("Anna has set up the next game.").waitFor();
  await ben.getByRole("button", { name: "Go there" }).click();
  await Promise.all([anna, ben].map((page) => page.locator(".table").waitFor()));
  assert.notEqual(anna.url(), old);
  assert.equal(anna.url(), ben.url());
  const table = new URL(anna.url()).hash.slice("#/t/".length);
  const { entries } = await logOf(host, table);
  const seats = entries.filter((entry) => entry.type === "sat").map((entry) => [entry.name, entry.seat]);
  assert.deepEqual(seats, [
    ["Anna", 4],
    ["Ben", 1],
  ]);
  const series = await anna.locator(".lobby-series").textContent();
  assert.match(
    series,
    /^Games won: Ben \+ \S+ (0|½|1) and \S+ \+ Anna (0|½|1)\. In one game the computer made turns for Anna\.$/,
    "teams are counted, not persons",
  );
  await visit(anna, "#/", ".own-tables h3");
  await anna
    .locator(".own-tables a", { hasText: / (win|share the first place) with \d+ points\. You: rank [12] of 2/ })
    .waitFor();
  await closeAll(anna, ben);
});

test("a game in which the time of all has run out ends at once, undecided", async () => {
  const anna = await openPage(host);
  await playQuickly(anna);
  const clock = { kind: "game", seconds: 1, increment: 0 };
  await openTable(anna, setupOf("classic", ["person", 1], { clock }), "Anna");
  const told = "The game ended undecided: nobody was left who could play. It counts for nobody.";
  await anna.locator(".winner", { hasText: told }).waitFor();
  const { entries } = await logOf(host, new URL(anna.url()).hash.slice("#/t/".length));
  assert.equal(entries.filter(({ type }) => type === "moved").length, 0, "no computer plays on");
  assert.equal(entries.at(-1).undecided, true);
  await shoot(anna, "remote-undecided");
  await visit(anna, "#/", ".own-tables h3");
  await anna.locator(".own-tables a", { hasText: told }).waitFor();
  await closeAll(anna);
});

test("another commitment for the same game is refused over the board, in three languages, and play is stopped", async () => {
  const { anna, ben, table } = await twoAtTable();
  await nextDue(anna);
  const log = await logOf(host, table);
  const entries = log.entries.map((entry) =>
    entry.type === "created" ? { ...entry, commitment: "ab".repeat(32) } : entry,
  );
  const body = `${JSON.stringify({ ...log, entries })}\n`;
  await anna.route("**/events*", (route) => route.fulfill({ contentType: "application/x-ndjson", body }));
  await anna.reload();
  const alert = anna.getByRole("alert");
  await alert.getByText("It shows another promise about the chance of this game").waitFor();
  await checkAxe(anna, "breach");
  await shoot(anna, "remote-breach");
  await anna.locator(".header select").selectOption("de");
  await alert.getByText("Der Server hat sein Versprechen gebrochen").waitFor();
  await anna.locator(".header select").selectOption("it");
  await alert.getByText("il server non ha mantenuto la promessa").waitFor();
  await anna.locator(".board-list").focus();
  await anna.keyboard.press("Enter");
  await anna.keyboard.press("Enter");
  assert.equal((await logOf(host, table)).seq, log.seq);
  await closeAll(anna, ben);
});

test("where an older copy of the table was put back, the page reads it anew", async () => {
  const { anna, ben } = await twoAtTable();
  await nextDue(anna);
  for (const page of [anna, ben]) expectFaults(page, UNANSWERED);
  const body = JSON.stringify({ error: "ahead", text: "read it anew" });
  let restarted;
  await anna.route(/events\?away=1&since=[1-9]/, async (route) => {
    await restarted; // the page is loaded anew then, from this server
    await route.fulfill({ status: 409, contentType: "application/json", body });
  });
  const anew = anna.waitForRequest(/events\?away=1&since=0/);
  restarted = host.server.kill().then(() => host.server.start());
  await anew;
  await nextDue(anna);
  await closeAll(anna, ben);
});

test("no such table, or no server", async () => {
  const page = await openPage(host);
  expectFaults(page, UNANSWERED);
  await page.clock.install();
  await visit(page, `#/t/${"a".repeat(16)}`, ".fault");
  await page.getByText("There is no such table.").waitFor();
  await page.clock.fastForward(60_000);
  await page.getByText("There is no such table.").waitFor();
  assert.equal(await page.getByText("The connection to the server is lost").count(), 0);
  await checkAxe(page, "no table");
  await visit(page, "#/lobby");
  await host.server.kill();
  await page.getByText("No server answers.").waitFor();
  await checkAxe(page, "no server");
  await host.server.start();
  await page.getByText("No server answers.").waitFor({ state: "detached" });
  await closeAll(page);
});

test("the lobby says that one is offline, and goes on when one is not", async () => {
  const page = await openPage(host);
  expectFaults(page, UNANSWERED);
  await visit(page, "#/lobby");
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  assert.equal(await page.getByRole("link", { name: "Open a table" }).count(), 0);
  await checkAxe(page, "offline");
  await page.context().setOffline(false);
  await trouble(page).waitFor({ state: "detached" });
  await page.locator("#waiting").waitFor();
  await closeAll(page);
});

for (const { locale, colorScheme, width } of LOOKS)
  test(`lobby, room and table in ${locale}, ${colorScheme}, ${width} px`, async () => {
    const page = await openPage(fromNetwork(host), { locale, colorScheme, viewport: { width, height: 900 } });
    const look = async (name) => {
      const label = `${name}-${locale.slice(0, 2)}-${colorScheme}-${width}`;
      await shoot(page, label);
      await checkWidth(page, label);
      await checkAxe(page, label);
    };
    const open = setupOf("classic", ["person", "open", 4], { options: ["fields", "river"] });
    await openTable(page, { ...open, clock: { kind: "game", seconds: 600, increment: 5 } }, "Anna");
    await page.locator(".lobby-code").waitFor();
    await page.locator(".lobby-recovery summary").click();
    await look("room");
    await visit(page, "#/lobby");
    await page.locator(".list a").first().waitFor();
    await page.locator('input[name="match-clock"]').nth(4).check();
    await page.locator("section[aria-labelledby=waiting] .list").waitFor({ state: "detached" });
    await page.locator('input[name="match-clock"]').nth(3).check();
    await page.locator("#search-option").selectOption("river");
    await page.locator("section[aria-labelledby=waiting] .list a").first().waitFor();
    await look("lobby");
    await visit(page, "#/lobby/new");
    await look("open");
    await openTable(page, setupOf("star-wars", ["person", 2]), "Anna");
    await page.locator(".hand-tile").waitFor();
    await look("remote");
    if (width === 360) await openSheet(page, "table");
    await page.locator(".lobby-bar-menu").click();
    await page.locator("dialog .lobby-code").waitFor();
    assert.equal(await page.locator("dialog[open]").evaluate(({ scrollTop }) => scrollTop), 0, "it opens at its head");
    await look("menu");
    await closeAll(page);
  });
