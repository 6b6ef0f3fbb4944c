// What is taken away from a game that is over: its picture with names and board, by the device's own share sheet or as a
// file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openBrowser, openPage, visit } from "./harness.mjs";
import { endOf } from "./harness-games.mjs";

const host = await openBrowser();
test.after(() => host.close());

/** A game of classic that Anna, Ben and Cara have played to its end. */
async function openEnd() {
  const page = await openPage(host, { reducedMotion: "reduce" });
  const kept = JSON.stringify(endOf("classic", true));
  await page.evaluate((game) => localStorage.setItem("tessera.game.end", game), kept);
  await visit(page, "#/local/end", ".ranks");
  return page;
}

/** The device's share sheet, as a stand-in: it keeps what it is given, or is `refused` with an error of this name. */
function standInForSheet(refused) {
  globalThis.shared = [];
  navigator.canShare = ({ files }) => files.every((file) => file instanceof File);
  navigator.share = async ({ files }) => {
    globalThis.shared.push(...files);
    if (refused) throw new DOMException("the device has not shared it", refused);
  };
}

/** A picture that was shared: its name, type and size, and how many colours are in the words and in the board below. */
async function lookAtShared() {
  const [file] = globalThis.shared;
  const image = await createImageBitmap(file);
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  const coloursOf = (top, high) => {
    const { data } = pen.getImageData(0, top, width, high);
    return new Set(new Uint32Array(data.buffer)).size;
  };
  const words = Math.round(width / 6);
  return {
    name: file.name,
    type: file.type,
    longest: Math.max(width, height),
    words: coloursOf(0, words),
    board: coloursOf(words, height - words),
  };
}

const share = (page) => page.getByRole("button", { name: /^(Share|Save a picture)$/ }).click();

test("the picture of a game goes to the device's own share sheet", async () => {
  const page = await openEnd();
  await page.evaluate(standInForSheet);
  await share(page);
  await page.waitForFunction(() => globalThis.shared.length === 1);
  const { name, type, longest, words, board } = await page.evaluate(lookAtShared);
  assert.match(name, /^tessera-classic-\d{4}-\d\d-\d\d\.png$/);
  assert.deepEqual([type, longest], ["image/png", 2400]);
  assert.ok(words > 10, `${words} colours where names and points stand`);
  assert.ok(board > 100, `${board} colours on the board`);
  await page.context().close();
});

test("one tap is enough until the share sheet is put away", async () => {
  const page = await openEnd();
  await page.clock.install(); // a wish that nobody answers holds its button for a while only
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.evaluate(standInForSheet);
  await page.evaluate(() => {
    const { share } = navigator;
    navigator.share = (what) =>
      share(what).then(() => new Promise((done) => Object.assign(globalThis, { putAway: done })));
  });
  const shared = (count) => page.waitForFunction((n) => globalThis.shared.length === n, count);
  const putAway = async () => {
    await page.evaluate(() => globalThis.putAway());
    await page.locator('[aria-busy="true"]').waitFor({ state: "detached" });
  };
  await share(page);
  await shared(1);
  await share(page);
  await putAway();
  await share(page);
  await shared(2);
  await putAway();
  assert.equal(await page.evaluate(() => globalThis.shared.length), 2);
  await page.context().close();
});

test("a person who changes their mind is left alone; what the device refuses is a file", async () => {
  const page = await openEnd();
  await page.evaluate(standInForSheet, "AbortError");
  await share(page);
  await page.waitForFunction(() => globalThis.shared.length === 1);
  await page.evaluate(standInForSheet, "DataError");
  const coming = page.waitForEvent("download");
  await share(page);
  assert.match((await coming).suggestedFilename(), /^tessera-classic-.*\.png$/);
  await page.locator(".toast").waitFor();
  assert.equal(await page.locator(".toast").count(), 1);
  await page.context().close();
});

test("where there is no share sheet the picture is a file; as SVG it has the names and every tile", async () => {
  const page = await openEnd();
  const saved = async (press) => {
    const coming = page.waitForEvent("download");
    await press();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const withoutSheet = () => {
    navigator.canShare = undefined;
  };
  for (const [device, refused] of [[withoutSheet], [standInForSheet, "NotAllowedError"]]) {
    await page.evaluate(device, refused);
    const png = await saved(() => share(page));
    assert.match(png.name, /^tessera-classic-.*\.png$/);
    assert.equal(png.bytes.toString("latin1", 1, 4), "PNG");
  }
  await page.locator(".actions .take-away summary").click();
  const svg = await saved(() => page.getByRole("button", { name: "Picture of the board (SVG)" }).click());
  const text = svg.bytes.toString();
  for (const name of ["Anna", "Ben", "Cara"]) assert.match(text, new RegExp(`>${name}</text>`));
  const tiles = await page.locator(".board-scene .tile").count();
  assert.ok(text.split("<use ").length > tiles, `${tiles} tiles`);
  await page.context().close();
});
