// A record is opened, gone through, looked at by the computer and saved again; the final scoring; a link to a position.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  checkAxe,
  checkWidth,
  flightsOver,
  fromNetwork,
  openBrowser,
  openPage,
  shoot,
  visit,
  watchFlights,
} from "./harness.mjs";
import { endOf } from "./harness-games.mjs";

const host = await openBrowser();
test.after(() => host.close());

const scenario = (name) => readFileSync(new URL(`../scenarios/${name}.txt`, import.meta.url), "utf8");

/** Opens the review of a record by pasting it. */
async function openRecord(page, record) {
  await visit(page, "#/review");
  await page.locator("#record-text").fill(record);
  await page.locator("form .button-main").click();
  await page.locator(".review .board-view").waitFor();
}

/** The file that a click saves, as text. */
async function saved(page, click) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return readFileSync(await download.path(), "utf8");
}

/** The route that checks a record, made as the page makes it; runs in the page. */
async function packed(record) {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const base64 = btoa(String.fromCharCode(...bytes));
  return `#/verify?game=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

async function finish(page, name) {
  await checkWidth(page, name);
  await checkAxe(page, name);
  await page.context().close();
}

test("a record step by step, with the curve, and saved as it came", async () => {
  const page = await openPage(host);
  const record = scenario("x4-route-battle");
  await openRecord(page, record);
  const slider = page.locator(".transport-slider");
  await slider.fill("13");
  assert.match(await page.locator("#turn-title").textContent(), /Turn 7: red|Turn 7: Red/);
  await slider.fill("14");
  await page.getByText("Battle for the trading route: Red with 1 die, White with 1 die.").first().waitFor();
  await page.getByText("Trading route complete, 4 tiles: 4 points for Red.").first().waitFor();
  await page.locator(".look .button-main").click();
  await page.locator(".look-progress").waitFor({ state: "detached" });
  assert.equal(await page.locator(".look .chart-line").count(), 1);
  assert.equal(await page.locator(".turn-item .judgement[data-judgement]").count(), 7);
  await page.getByRole("tab", { name: "Luck and skill" }).click();
  await page.getByText("Battles won (expected)").waitFor();
  for (const row of ["Error rate (0: flawless)", "Plays like", "Luck of the draw"])
    await page.getByRole("rowheader", { name: row }).waitFor();
  await page
    .locator("tr", { hasText: "Plays like" })
    .getByText(/level \d/)
    .first()
    .waitFor();
  await shoot(page, "review");
  await page
    .getByRole("button", { name: /^Practise the/ })
    .first()
    .click();
  await page.locator(".toast", { hasText: "The mistakes come back in the puzzles" }).waitFor();
  const [mistake] = await page.evaluate(() => JSON.parse(localStorage.getItem("tessera.mistakes")));
  assert.match(mistake.position, /^startpos moves .*[A-Z]\d?\w*$/);
  assert.ok(mistake.wrong.some(({ line }) => line === mistake.played));
  await page.locator(".take-away summary").click();
  const text = await saved(page, () => page.getByText("Record (.txt)").click());
  assert.equal(text, record);
  const picture = await saved(page, () => page.getByText("Picture of the board (SVG)").click());
  assert.match(picture, /^<svg [\s\S]*<\/svg>\s*$/);
  for (const name of ["Red", "White"]) assert.match(picture, new RegExp(`<text [^>]*>${name}</text>`));
  await finish(page, "review");
});

test("a decision is rolled out, with its error", async () => {
  const page = await openPage(host);
  await openRecord(page, scenario("x4-route-battle"));
  await page.locator(".look .button-main").click();
  await page.locator(".look-progress").waitFor({ state: "detached" });
  await page.locator(".transport-slider").fill("11");
  await page.getByRole("button", { name: "Roll it out" }).click();
  await page.locator(".rollout li").first().waitFor();
  const lines = await page.locator(".rollout li").allTextContents();
  assert.ok(lines.length >= 2, `${lines}`);
  for (const line of lines) assert.match(line, /[\d.]+% ± [\d.]+%/);
  await finish(page, "rollout");
});

test("a link of CarcassonneLab is opened and written; one that breaks the rules names the move", async () => {
  const page = await openPage(host);
  const link = "https://www.carcassonnelab.com/#/0/0/CEP/21112210?players=Anna%2C%20B,Ben&colors=red,blue";
  await visit(page, "#/review");
  await page.locator("#record-text").fill(link.replace("2111", "2131"));
  await page.locator("form .button-main").click();
  await page
    .getByText(/move 1/)
    .first()
    .waitFor();
  await page.locator("#record-text").fill(link);
  await page.locator("form .button-main").click();
  await page.locator(".review .board-view").waitFor();
  await page.getByText("Anna, B").first().waitFor({ state: "attached" });
  await page.locator(".transport-slider").fill("4");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Link for CarcassonneLab" }).click();
  await page.waitForFunction((text) => navigator.clipboard.readText().then((copied) => copied === text), link);
  await finish(page, "lab link");
});

test("a save of JCloisterZone is opened; what Tessera lacks is named", async () => {
  const page = await openPage(host);
  const save = (sets) => {
    const payload = { tileId: "BA/Rr", rotation: "R0", position: [1, 0] };
    const pointer = { position: [1, 0], feature: "Road", location: "SW" };
    return JSON.stringify({
      setup: { sets, elements: { "small-follower": 7, farmers: true } },
      players: [{ name: "Anna" }, { name: "Ben" }],
      replay: [
        { type: "PLACE_TILE", payload },
        { type: "DEPLOY_MEEPLE", payload: { pointer, meepleId: "0.small.1" } },
        { type: "COMMIT", payload: { random: 0.5 } },
      ],
    });
  };
  await visit(page, "#/review");
  await page.locator("#record-text").fill(save({ "basic:1": 1, "tower:1": 1 }));
  await page.locator("form .button-main").click();
  await page
    .getByText(/'tower:1', which Tessera lacks/)
    .first()
    .waitFor();
  await page.locator("#record-text").fill(save({ "basic:1": 1 }));
  await page.locator("form .button-main").click();
  await page.locator(".review .board-view").waitFor();
  await page.getByText("Ben").first().waitFor({ state: "attached" });
  assert.match(await page.locator(".transport-slider").getAttribute("max"), /^2$/);
  await finish(page, "jcloisterzone");
});

test("keys step, the board's own keys stay its own", async () => {
  const page = await openPage(host);
  await openRecord(page, scenario("y2-city"));
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("End");
  const last = Number(await page.locator(".transport-slider").inputValue());
  assert.ok(last > 0);
  await page.keyboard.press("ArrowLeft");
  assert.equal(Number(await page.locator(".transport-slider").inputValue()), last - 1);
  await page.keyboard.press("Home");
  assert.equal(await page.locator(".transport-slider").inputValue(), "0");
  await finish(page, "review by keys");
});

test("P plays and pauses wherever the focus is but in a text; a tab keeps its space bar, the keys say so", async () => {
  const page = await openPage(host);
  await openRecord(page, scenario("y2-city"));
  const playing = page.getByRole("button", { name: "Pause (P)" });
  const turns = page.getByRole("tab", { name: "Turns" });
  for (const control of [
    turns,
    page.locator(".transport-slider"),
    page.locator(".board-list"),
    page.locator("#panel-now"),
  ]) {
    await control.focus();
    await page.keyboard.press("p");
    await playing.waitFor();
    await page.keyboard.press("P");
    await playing.waitFor({ state: "detached" });
  }
  await page.locator(".transport-slider").focus();
  await page.keyboard.press("Space");
  await playing.waitFor();
  await page.keyboard.press("Space");
  await playing.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Luck and skill" }).evaluate((tab) => tab.focus());
  await page.keyboard.press("Space");
  await page.getByRole("tab", { name: "Luck and skill", selected: true }).waitFor();
  assert.equal(await playing.count(), 0);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).getByText("in the review: play or pause").waitFor();
  await page.keyboard.press("p");
  assert.equal(await playing.count(), 0, "what a dialog covers stands still");
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Space");
  await playing.waitFor();
  await finish(page, "review by P");
});

test("points rise to the scores, which count them on arrival, and the meeple goes home", async () => {
  const page = await openPage(host);
  await page.addInitScript(watchFlights);
  await page.reload();
  await openRecord(page, scenario("y2-city"));
  await page.locator(".transport-slider").fill("3");
  const scores = page.locator(".side-points");
  assert.deepEqual(await scores.allTextContents(), ["0", "0"]);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(flightsOver, ["points", "meeple"]);
  await scores.first().getByText("8").waitFor();
  const [points, meeple, ...more] = await page.evaluate(() => globalThis.flown);
  assert.deepEqual([points.what, meeple.what, more.length], ["points", "meeple", 0]);
  assert.deepEqual(points.scores, ["0", "0"], "on their way they do not count");
  const home = await page.locator('.seat[data-seat="1"]').boundingBox();
  assert.ok(meeple.to.x > home.x && meeple.to.x < home.x + home.width, `${meeple.to.x}`);
  assert.ok(meeple.to.y > home.y && meeple.to.y < home.y + home.height, `${meeple.to.y}`);
  await finish(page, "flights");
});

test("the final scoring realm by realm, at 360 px and dark", async () => {
  const page = await openPage(host, { viewport: { width: 360, height: 740 }, colorScheme: "dark", locale: "de-DE" });
  await openRecord(page, scenario("x7-final-scoring"));
  await page.locator(".transport-slider").fill("99");
  await page.getByRole("tab", { name: "Schlusswertung" }).click();
  await page.locator(".final .button-main").click();
  await page.getByText("Gebiet 1 von 5").waitFor();
  assert.match(await page.locator(".final-step").textContent(), /Punkte? für/);
  await page.getByRole("button", { name: "Alle zeigen" }).click();
  assert.deepEqual(await page.locator(".ranks td:last-child").allTextContents(), ["6", "5", "3", "2", "1"]);
  await shoot(page, "final-scoring-de-dark-360");
  await finish(page, "final scoring");
});

test("the games to look at are told by names, result and day", async () => {
  const page = await openPage(host);
  const game = { ...endOf("classic", true), scores: [12, 9, 7] };
  await page.evaluate((kept) => localStorage.setItem("tessera.game.end", JSON.stringify(kept)), game);
  await visit(page, "#/review");
  const line = await page.locator(".list-button").first().textContent();
  for (const part of ["Classic", "Anna, Ben, and Cara", "12 : 9 : 7", "1970"]) assert.ok(line.includes(part), line);
  await finish(page, "review-list");
});

test("a link opens the game at its position", async () => {
  const page = await openPage(host, { permissions: ["clipboard-read", "clipboard-write"] });
  await openRecord(page, scenario("x4-route-battle"));
  await page.locator(".transport-slider").fill("5");
  await page.locator(".take-away summary").click();
  await page.getByText("Copy a link to this position").click();
  await page.locator(".toast").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.length < 2000, `${link.length} characters`);
  const title = await page.locator("#turn-title").textContent();
  await visit(page, "#/", ".home");
  await visit(page, new URL(link).hash, ".review .board-view");
  assert.equal(await page.locator("#turn-title").textContent(), title);
  await finish(page, "link");
});

for (const [reason, from] of [
  ["refuses the clipboard", host],
  ["has none by plain HTTP", fromNetwork(host)],
])
  test(`where the browser ${reason} the link is shown, selected, in the page's language`, async () => {
    const page = await openPage(from, { locale: "de-DE" });
    await page.evaluate(() => {
      const refuse = () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError"));
      if (navigator.clipboard) navigator.clipboard.writeText = refuse;
      document.execCommand = () => false;
    });
    await openRecord(page, scenario("x4-route-battle"));
    await page.locator(".transport-slider").fill("5");
    await page.locator(".take-away summary").click();
    await page.getByText("Link zu dieser Stellung kopieren").click();
    const field = page.getByLabel("Der Browser lässt die Seite nicht kopieren. Der Link ist markiert");
    await field.waitFor();
    const [link, marked] = await field.evaluate((input) => [
      input.value,
      document.activeElement === input && input.value.slice(input.selectionStart, input.selectionEnd),
    ]);
    assert.equal(marked, link);
    assert.equal(await page.locator(".toast").count(), 0);
    await checkAxe(page, "a link to be copied by hand");
    const title = await page.locator("#turn-title").textContent();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await visit(page, "#/", ".home");
    await visit(page, new URL(link).hash, ".review .board-view");
    assert.equal(await page.locator("#turn-title").textContent(), title);
    await finish(page, "link by hand");
  });

test("a record is chosen by a button of the page's own, by key, or dropped", async () => {
  const page = await openPage(host, { locale: "it-IT" });
  const record = scenario("x4-route-battle");
  const asked = page.waitForEvent("filechooser");
  await visit(page, "#/review");
  assert.equal(await page.locator('input[type="file"]').isVisible(), false, "the browser's own field is not seen");
  await page.getByRole("button", { name: "Scegli un file" }).press("Enter");
  await (await asked).setFiles({ name: "record.txt", mimeType: "text/plain", buffer: Buffer.from(record) });
  await page.locator(".review .board-view").waitFor();

  await visit(page, "#/verify", ".record-file");
  const files = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "record.txt", { type: "text/plain" }));
    return data;
  }, record);
  const zone = page.locator(".record-file");
  await zone.dispatchEvent("dragover", { dataTransfer: files });
  assert.equal(await page.locator(".record-file[data-over]").count(), 1, "the place for it is lit");
  await zone.dispatchEvent("drop", { dataTransfer: files });
  await page.locator(".verdict").waitFor();
  assert.equal(await page.locator("#record-text").inputValue(), record);
  assert.equal(await page.locator(".record-file[data-over]").count(), 0);
  await finish(page, "file");
});

test("why a record was refused is told in the language of the page", async () => {
  const page = await openPage(host, { locale: "de-DE" });
  await visit(page, "#/review");
  const refused = async (record) => {
    await page.locator("#record-text").fill(record);
    await page.locator("form .button-main").click();
    return page.locator(".trouble").textContent();
  };
  const record = scenario("x4-route-battle");
  const [move] = /\w\d?@-?\d+,-?\d+r\d=\S+/.exec(record);
  const far = move.replace(/@-?\d+,-?\d+/, "@60,60");
  const told = await refused(record.replace(move, far));
  assert.match(told, /Zeile \d+, Zug \d+: .*\(.+\)$/);
  assert.ok(!/expected|line|move/.test(told), told);
  assert.match(await refused("nothing"), /Zeile 1: etwas fehlt/);
  await finish(page, "refused");
});

test("what is no record, and a damaged link, are told and change nothing", async () => {
  const page = await openPage(host);
  await visit(page, "#/review");
  await page.locator("#record-text").fill('[Game "star-wars"]\n\n1. A3@9,9r0=none\n');
  await page.locator("form .button-main").click();
  assert.match(await page.locator(".trouble").textContent(), /line/);
  await visit(page, "#/review?game=AAAA", ".fault");
  await page.getByText("This link is damaged").waitFor();
  await finish(page, "no record");
});

test("the chance of a finished record is checked", async () => {
  const page = await openPage(host);
  const record = readFileSync(new URL("../chance/finished.txt", import.meta.url), "utf8");
  await visit(page, "#/verify");
  await page.locator("#record-text").fill(record);
  await page.locator("form .button-main").click();
  await page.getByText("Everything is as promised.").waitFor();
  const [, secret] = /\[Secret "([0-9a-f]+)"\]/.exec(record);
  await page.locator("#record-text").fill(
    record.replace(
      secret,
      secret.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
    ),
  );
  await page.locator("form .button-main").click();
  await page.getByText("This is not proved.").waitFor();
  await visit(page, await page.evaluate(packed, record), ".panel.verdict");
  await page.getByText("Everything is as promised.").waitFor();
  await shoot(page, "verify");
  await finish(page, "verify");
});
