// Players: a person keeps their games, signs in at a second device, sees the same tables there, and leaves no name.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { test } from "node:test";
import { checkAxe, checkWidth, expectFaults, LOOKS, openPage, visit } from "./harness.mjs";
import { openSheet } from "./harness-play.mjs";
import { becomePlayer, logOf, openServer, openTable, setupOf, sitDown } from "./harness-server.mjs";

const TOKEN = "a-token-of-the-host";
process.env.TESSERA_HOST_TOKEN = TOKEN;
const host = await openServer();
test.after(() => host.close());

const DUEL = { public: false, clock: { kind: "game", seconds: 600, increment: 0, loses: true } };

async function chooseHat(page) {
  await page.locator("summary", { hasText: "Figure" }).click();
  await page.getByRole("group", { name: "Hat" }).getByLabel("3").press("Space");
}

/** Signs a page in by the words that another one shows, as its address carries them. */
async function signIn(page, words) {
  await visit(page, `#/me?words=${words.replaceAll(" ", "-")}`);
  assert.equal(await page.getByLabel("The six words").inputValue(), words);
  assert.equal(new URL(page.url()).hash, "#/me", "the words stay in the address");
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Gives up the seat of a page at a table, whose game ends. */
function leave(page, table) {
  return page.evaluate(async (id) => {
    const { token } = JSON.parse(localStorage.getItem(`tessera.table.${id}`));
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ id: "leave-the-table", type: "leave" });
    const answer = await fetch(`api/v1/tables/${id}/actions`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }, table);
}

async function makeWords(page) {
  await page.getByRole("button", { name: "Make six words" }).click();
  return page.locator(".player-words").textContent();
}

test("a player has the same tables and games at every device, and leaves no name", async () => {
  const [anna, phone, ben] = [await openPage(host), await openPage(host), await openPage(host)];

  // Anna plays as a guest and then keeps her seat; the phone signs in and sees it.
  const table = await openTable(anna, setupOf("classic", ["person", "open"], DUEL), "Anna");
  await becomePlayer(anna, "Anna", chooseHat);
  const words = await makeWords(anna);
  assert.equal(words.split(" ").length, 6);
  await visit(phone, "#/lobby");
  await phone.getByRole("link", { name: "Keep my games or sign in" }).click();
  await phone.getByLabel("The six words").waitFor();
  await signIn(phone, words);
  await phone.getByRole("heading", { name: "Anna" }).waitFor();
  await phone.getByText("this device").waitFor();
  await visit(phone, "#/");
  await phone.locator(`.home-tables a[href="#/t/${table}"]`).waitFor();

  // Where one plays together, one is at one's friends and at oneself by a tap.
  await visit(phone, "#/lobby");
  await phone.locator(`a[href="#/t/${table}"]`).first().waitFor();
  await phone.getByRole("link", { name: "Friends" }).click();
  await phone.getByRole("heading", { name: "Friends", level: 1 }).waitFor();
  await visit(phone, "#/lobby");
  await phone.getByRole("link", { name: "Anna", exact: true }).click();
  await phone.getByRole("heading", { name: "Anna", exact: true }).waitFor();
  await visit(phone, "#/lobby");

  // The game ends: it is in the history, at both devices.
  await visit(anna, `#/t/${table}`, ".lobby-room");
  await sitDown(ben, table, "Ben");
  for (const page of [anna, ben]) await page.locator(".table").waitFor();
  await leave(ben, table);
  const review = JSON.stringify([{ given: 6, luck: -2, level: 5 }]);
  await anna.evaluate((kept) => localStorage.setItem("tessera.reviews", kept), review);
  for (const page of [anna, phone]) {
    await visit(page, "#/me");
    await page.getByText("Place 1").waitFor();
    await page.getByText("against Ben").waitFor();
    await page.getByText("Month by month").click();
    await page.getByRole("row", { name: /^\d{4}-\d{2} 1 1 / }).waitFor();
  }
  await anna
    .getByText(/^1 game of yours .* gave 6 points away\. Your luck was .2 points\. You play like level 5\.$/)
    .waitFor();
  assert.equal(await phone.getByText("in this browser").count(), 0, "the figures stay where they are");
  await checkAxe(anna, "player-months");

  // The file that a player takes along has the games, too.
  const coming = anna.waitForEvent("download");
  await anna.getByRole("button", { name: "Take everything along as a file" }).click();
  const taken = JSON.parse(readFileSync(await (await coming).path(), "utf8"));
  assert.deepEqual([taken.player.name, taken.games.map((game) => game.table)], ["Anna", [table]]);

  // A device that is shut out is a guest's again.
  expectFaults(phone, /status of 403/);
  await anna.getByRole("button", { name: /^Shut out/ }).click();
  await anna.getByRole("dialog").getByRole("button", { name: "Shut out" }).click();
  await anna.getByRole("button", { name: /^Shut out/ }).waitFor({ state: "detached" });
  await visit(phone, "#/settings");
  await visit(phone, "#/me");
  await phone.getByRole("heading", { name: "Become a player" }).waitFor();

  // Deletion.
  await anna.locator("summary", { hasText: "Delete the player" }).click();
  await anna.getByLabel("Type Anna").fill("Anna");
  await anna.getByRole("button", { name: "Delete for good" }).click();
  await anna.getByRole("heading", { name: "Become a player" }).waitFor();
  for (const page of [anna, phone, ben]) await page.context().close();
});

/** Gives a page an authenticator in software, which has the passkeys `known`; returns a reader of its passkeys. */
async function addAuthenticator(page, known = []) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true };
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  for (const credential of known) await session.send("WebAuthn.addCredential", { authenticatorId, credential });
  return async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
}

test("a passkey signs another device in", async () => {
  // A passkey belongs to a site, so the server has to know its address.
  const url = host.url.replace("127.0.0.1", "localhost");
  await host.server.kill("SIGTERM");
  await host.server.start("--base-url", url);
  const at = { ...host, url };
  const [anna, phone, other] = [await openPage(at), await openPage(at), await openPage(at)];
  const passkeys = await addAuthenticator(anna);
  await becomePlayer(anna, "Passer");
  await anna.getByRole("button", { name: "Make a passkey" }).click();
  await anna.getByText(/^Passkey: /).waitFor();
  await checkAxe(anna, "player-passkey");
  await anna.setViewportSize({ width: 360, height: 640 });
  await checkWidth(anna, "player-passkey");

  // A second one on the same device is none.
  await anna.getByRole("button", { name: "Make a passkey" }).click();
  await anna.locator(".toast").getByText("This device has a passkey of yours already.").waitFor();

  // The phone has the passkey, too, as a manager of passwords carries it along.
  await addAuthenticator(phone, await passkeys());
  await visit(phone, "#/me");
  await phone.getByRole("button", { name: "Sign in with a passkey" }).focus();
  await phone.keyboard.press("Enter");
  await phone.getByRole("heading", { name: "Passer" }).waitFor();
  await phone.getByText("this device").waitFor();

  // One that is removed signs nobody in, and is refused in the language of the person.
  await phone.getByRole("button", { name: /^Remove the passkey/ }).click();
  await phone.getByText(/^Passkey: /).waitFor({ state: "detached" });
  await addAuthenticator(other, await passkeys());
  expectFaults(other, /status of 403/);
  await visit(other, "#/me");
  await other.locator(".header select").selectOption("it");
  await other.getByRole("button", { name: "Accedi con una passkey" }).click();
  await other.locator(".toast").getByText("Queste parole o questa passkey non sono di nessun giocatore").waitFor();
  for (const page of [anna, phone, other]) await page.context().close();
  await host.server.kill("SIGTERM");
  await host.server.start();
});

/** A mail server that takes every mail; `next` waits for the text of one. */
async function openMailbox() {
  const came = [];
  const waiting = [];
  const box = createServer((socket) => {
    let text = "";
    let inData = false;
    socket.write("220 here\r\n");
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      text += bytes;
      for (let end = text.indexOf("\r\n"); end >= 0 && !inData; end = text.indexOf("\r\n")) {
        inData = text.startsWith("DATA");
        socket.write(inData ? "354 go on\r\n" : text.startsWith("QUIT") ? "221 bye\r\n" : "250 ok\r\n");
        text = text.slice(end + 2);
      }
      if (!inData || !text.endsWith("\r\n.\r\n")) return;
      const body = Buffer.from(text.slice(text.indexOf("\r\n\r\n")), "base64").toString();
      const hear = waiting.shift();
      if (hear) hear(body);
      else came.push(body);
      inData = false;
      text = "";
      socket.write("250 ok\r\n");
    });
  });
  box.listen(0, "127.0.0.1");
  await once(box, "listening");
  const next = () => (came.length > 0 ? came.shift() : new Promise((hear) => waiting.push(hear)));
  return { port: box.address().port, next, close: () => box.close() };
}

test("a player gets news by mail, and ends them by the link in a mail", async () => {
  const box = await openMailbox();
  const mails = ["--smtp", `smtp://127.0.0.1:${box.port}`, "--smtp-from", "tessera@games.example"];
  await host.server.kill("SIGTERM");
  await host.server.start("--base-url", host.url, ...mails);
  const [anna, ben] = [await openPage(host), await openPage(host)];
  await becomePlayer(anna, "Mailer");
  await anna.getByRole("link", { name: "News by mail" }).click();
  await anna.getByLabel("Mail address").fill("mailer@games.example");
  await anna.keyboard.press("Enter");
  await anna.getByText("A mail with a link goes to mailer@games.example.").waitFor();
  await checkAxe(anna, "mail");
  await anna.setViewportSize({ width: 360, height: 640 });
  await checkWidth(anna, "mail");
  const hashIn = (body) => /#\/mail\S+/.exec(body)[0];
  await visit(anna, hashIn(await box.next()));
  assert.equal(new URL(anna.url()).hash, "#/mail", "the token stays in the address");
  await anna.getByRole("button", { name: "Confirm the address" }).click();
  await anna.getByText("Mails go to mailer@games.example.").waitFor();

  // A game of days waits for her while she is away.
  await visit(anna, "#/settings");
  const days = { public: false, clock: { kind: "days", days: 3 } };
  const table = await openTable(ben, setupOf("classic", ["person", "open"], days), "Ben");
  await anna.evaluate(async (id) => {
    const { token } = JSON.parse(localStorage.getItem("tessera.player"));
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ id: "sit-down-at-it", name: "Mailer" });
    const answer = await fetch(`api/v1/tables/${id}/seats`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }, table);
  const news = await box.next();
  assert.match(news, new RegExp(`#/t/${table}\\n`));

  // The link ends the mails, on any device.
  await visit(ben, hashIn(news));
  await ben.locator(".header select").selectOption("de");
  await ben.getByRole("button", { name: "Keine Mails mehr" }).click();
  await ben.getByText("Die Mails sind beendet.").waitFor();
  for (const page of [anna, ben]) await page.context().close();
  box.close();
  await host.server.kill("SIGTERM");
  await host.server.start();
});

/** Opens the screen of friends of a page. */
async function people(page) {
  await visit(page, "#/settings");
  await visit(page, "#/people");
  await page.getByRole("heading", { name: "Friends", level: 1 }).waitFor();
}

test("players keep each other as friends, see who is here, challenge and block", async () => {
  const [anna, ben] = [await openPage(host), await openPage(host)];
  const table = await openTable(anna, setupOf("classic", ["person", "open"], DUEL), "Frieda");
  await becomePlayer(anna, "Frieda");
  await ben.setViewportSize({ width: 390, height: 300 });
  await becomePlayer(ben, "Gustav", chooseHat);
  assert.equal(await ben.evaluate(() => scrollY), 0, "a new player sees who they are");

  // Nobody to keep yet: the screen has the way to a table.
  await people(ben);
  await ben.getByRole("link", { name: "Play together" }).waitFor();
  await ben.setViewportSize({ width: 1280, height: 720 });

  // They play; in the menu of the table Frieda keeps Gustav.
  await visit(anna, `#/t/${table}`, ".lobby-room");
  await sitDown(ben, table, "Gustav");
  for (const page of [anna, ben]) await page.locator(".table").waitFor();
  await anna.locator(".lobby-bar-menu").click();
  await anna.getByRole("button", { name: "Keep as a friend: Gustav" }).click();
  await anna.getByRole("button", { name: "Keep as a friend: Gustav" }).waitFor({ state: "detached" });
  await anna.keyboard.press("Escape");

  // Gustav sees it, keeps her, too, and shows when he is here: by keyboard alone.
  await people(ben);
  await ben.getByRole("heading", { name: "They keep you as a friend" }).waitFor();
  await ben.getByRole("button", { name: "Keep as a friend: Frieda" }).focus();
  await ben.keyboard.press("Enter");
  await ben.getByRole("link", { name: "Challenge: Frieda" }).waitFor();
  await ben.getByLabel("Friends see when I am here").focus();
  await ben.keyboard.press("Space");
  await people(ben);
  await people(anna);
  await anna.getByText("is here", { exact: true }).waitFor();
  await people(ben);
  await ben.getByText("does not show when they are here").waitFor();

  // A challenge is a table that waits. With no game under way it is the first button of the first screen.
  await leave(ben, table);
  await ben.getByRole("link", { name: "Challenge: Frieda" }).click();
  await ben.getByRole("heading", { name: "Challenge: Frieda" }).waitFor();
  assert.equal(await ben.getByText("In the list", { exact: true }).count(), 0);
  await ben.getByRole("radio", { name: /^Classic/ }).check();
  await checkAxe(ben, "challenge");
  await ben.getByRole("button", { name: "Open the table" }).click();
  await ben.locator(".lobby-room").waitFor();
  const { setup } = await logOf(host, new URL(ben.url()).hash.slice(4));
  assert.deepEqual([setup.game, setup.public], ["classic", false]);
  await visit(anna, "#/");
  await anna.locator(".home-challenges").getByText("Gustav waits for you at a table").waitFor();
  await anna.locator(".home-start .button-main").getByText("Gustav waits for you at a table").waitFor();
  await anna.locator(".header select").selectOption("de");
  await anna.locator(".home-challenges").getByText("Gustav wartet an einem Tisch auf dich").waitFor();
  await anna.locator(".header select").selectOption("en");
  await people(anna);
  await anna.getByText("Gustav waits for you at a table").waitFor();

  // They agree on a time, which goes into a calendar.
  await anna.getByRole("button", { name: "Agree on a time: Gustav" }).click();
  await anna.getByRole("button", { name: "Propose" }).click();
  const coming = anna.waitForEvent("download");
  await anna.getByRole("button", { name: "Into the calendar: Gustav" }).click();
  assert.match(readFileSync(await (await coming).path(), "utf8"), /SUMMARY:Tessera with Gustav\r\n/);
  await anna.getByRole("button", { name: "Cancel: Gustav" }).click();
  await anna.getByRole("button", { name: "Cancel: Gustav" }).waitFor({ state: "detached" });
  await checkAxe(anna, "people-challenge");
  await anna.getByRole("link", { name: "Go to the table" }).click();
  await anna.locator(".lobby-room").waitFor();

  // A blocked player is no friend.
  await people(anna);
  await anna.getByRole("button", { name: "Block: Gustav" }).click();
  await anna.getByRole("button", { name: "Allow again: Gustav" }).waitFor();
  assert.equal(await anna.getByText("Gustav waits for you").count(), 0);
  for (const page of [anna, ben]) await page.context().close();
});

test("a vacation is shown to those who sit with the player", async () => {
  const [anna, ben] = [await openPage(host), await openPage(host)];
  const slow = { public: false, clock: { kind: "days", days: 3 } };
  const table = await openTable(anna, setupOf("classic", ["person", "open"], slow), "Klara");
  await becomePlayer(anna, "Klara");
  await visit(anna, "#/me");
  await anna.getByText("28 days of 28 in a year are left").waitFor();
  await checkAxe(anna, "player-vacation");
  await anna.getByRole("button", { name: "Begin" }).click();
  await anna.getByText("You are on vacation up to and including").waitFor();
  await anna.getByRole("button", { name: "Make it longer" }).waitFor();
  await visit(anna, `#/t/${table}`, ".lobby-room");
  await sitDown(ben, table, "Leo");
  await ben.getByText("Klara is on vacation until").waitFor();
  for (const page of [anna, ben]) await page.context().close();
});

test("a turn is prepared while somebody else thinks, and withdrawn by a tap", async () => {
  const [anna, ben] = [await openPage(host), await openPage(host)];
  const slow = { public: false, clock: { kind: "days", days: 3 }, first: 1 };
  const table = await openTable(anna, setupOf("classic", ["person", "open"], slow), "Mona");
  await visit(anna, `#/t/${table}`, ".lobby-room");
  await sitDown(ben, table, "Nils");
  for (const page of [anna, ben]) await page.locator(".table").waitFor();
  await ben.getByRole("tab", { name: "Tiles" }).click();
  const prepare = ben.getByRole("button", { name: "Prepare a turn with V", exact: true });
  await prepare.click();
  await ben.getByText("Lay V as you will").waitFor();
  await ben.getByRole("button", { name: "Prepare nothing" }).click();
  await prepare.click();
  await ben.locator(".board-list").focus();
  await ben.keyboard.press("Enter");
  await ben.locator(".hand-done").click();
  const withdraw = ben.getByRole("button", { name: "Withdraw the turn with V", exact: true });
  await withdraw.waitFor();
  await checkAxe(ben, "prepared");

  // It is there after the page was loaded anew, and in no log.
  await ben.reload();
  await ben.getByRole("tab", { name: "Tiles" }).click();
  await withdraw.waitFor();
  assert.ok(!JSON.stringify(await logOf(host, table)).includes("V@"));
  await withdraw.click();
  await prepare.waitFor();

  // On a phone the sheet gives way to the board, where the tile is laid.
  await ben.setViewportSize({ width: 360, height: 740 });
  await openSheet(ben, "tiles");
  await prepare.click();
  await ben.locator('.table-side[data-open="false"]').waitFor({ state: "attached" });
  await ben.locator(".board-dock .hand-tile").waitFor();
  for (const page of [anna, ben]) await page.context().close();
});

test("somebody who is reported is warned by the host", async () => {
  const [anna, ben, operator] = [await openPage(host), await openPage(host), await openPage(host)];
  await becomePlayer(anna, "Hedwig");
  await becomePlayer(ben, "Igor");
  const table = await openTable(anna, setupOf("classic", ["person", "open"], DUEL), "Hedwig");
  await sitDown(ben, table, "Igor");
  for (const page of [anna, ben]) await page.locator(".table").waitFor();
  await anna.locator(".lobby-bar-menu").click();
  await anna.getByRole("button", { name: "Report Igor" }).click();
  await anna.getByLabel("What happened?").fill("He shouts");
  await anna.getByRole("button", { name: "Report", exact: true }).click();
  await anna.locator(".toast").getByText("The report is with the host.").waitFor();

  expectFaults(operator, /status of 403/);
  await visit(operator, "#/host");
  for (const token of ["not-the-token-at-all", TOKEN]) {
    await operator.getByLabel("Token of the host").fill(token);
    await operator.keyboard.press("Enter");
    const refused = operator.locator(".toast").getByText("This is not the token of the host of this server.");
    if (token !== TOKEN) await refused.waitFor();
  }
  await operator.getByText("He shouts").waitFor();
  await checkAxe(operator, "host");
  await checkWidth(operator, "host");
  await operator.getByLabel(/^Reason/).fill("Be quiet");
  await operator.getByRole("button", { name: "Warn: Igor" }).dblclick();
  await operator.getByText('"text":"Be quiet"').first().waitFor();
  await operator.getByRole("button", { name: "Settled: Igor" }).click();
  await operator.getByText("No report is open.").waitFor();
  assert.equal(await operator.getByText('"type":"warn"').count(), 1, "a double tap is one act");
  await operator.getByLabel("Name of the player").fill("igor");
  await operator.keyboard.press("Enter");
  await operator.getByText("Warned: Be quiet").waitFor();

  // A silenced player reads so at the table, also in a seat.
  await operator.getByLabel(/^Reason/).fill("Be quiet");
  await operator.getByRole("button", { name: "Silence: Igor" }).click();
  await operator.getByText('"type":"silence"').waitFor();
  expectFaults(ben, /status of 403/);
  await ben.getByRole("tab", { name: "Chat" }).click();
  await ben.getByPlaceholder("Write to the table").fill("Why?");
  await ben.keyboard.press("Enter");
  await ben.locator(".toast").getByText("or you are silenced").waitFor();

  await visit(ben, "#/me");
  await ben.getByText("Be quiet").waitFor();
  await ben.getByRole("button", { name: "I have read it" }).click();
  await ben.getByText("Be quiet").waitFor({ state: "detached" });
  for (const page of [anna, ben, operator]) await page.context().close();
});

test("what is wrong is said in words", async () => {
  const [anna, other] = [await openPage(host), await openPage(host)];
  expectFaults(other, /status of 40[39]/);
  await becomePlayer(anna, "Carla");
  await visit(other, "#/me");
  for (const button of ["Keep my games", "Sign in"]) {
    await other.getByRole("button", { name: button }).click();
    await other.locator("input:focus:invalid").waitFor();
  }
  assert.equal(await other.locator(".toast").count(), 0, "an empty field is sent to the server");
  await other.getByLabel("Name").fill("CARLA");
  await other.getByRole("button", { name: "Keep my games" }).click();
  await other.getByText("Another player of this server has or had a name that looks like this one.").first().waitFor();
  await other.getByLabel("The six words").fill("bala bala bala bala bala bala");
  await other.keyboard.press("Enter");
  await other.getByText("These words or this passkey are no player's, or no longer.").first().waitFor();
  for (const page of [anna, other]) await page.context().close();
});

for (const { locale, colorScheme, width } of LOOKS)
  test(`the screen in ${locale}, ${colorScheme}`, async () => {
    const page = await openPage(host, { locale, colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    await visit(page, "#/me");
    await page.locator("#player-new").waitFor();
    await checkWidth(page, `guest-${locale}-${colorScheme}`);
    await checkAxe(page, `guest-${locale}-${colorScheme}`);
    await page.locator("#player-name").fill(`Dora ${locale} ${colorScheme}`);
    await page.locator(".button-main").click();
    await page.locator("#player-devices").waitFor();
    await checkWidth(page, `player-${locale}-${colorScheme}`);
    await checkAxe(page, `player-${locale}-${colorScheme}`);
    await visit(page, "#/people");
    await page.locator(".switch").first().waitFor();
    await checkWidth(page, `people-${locale}-${colorScheme}`);
    await checkAxe(page, `people-${locale}-${colorScheme}`);
    await page.context().close();
  });
