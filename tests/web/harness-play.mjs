// A person at the board: turns by keys, by mouse or by finger, chosen from what the page offers.
import { PATIENCE_MS } from "./harness-page.mjs";

/** What the page waits for: "turn" of the person here, "over", or nothing yet. */
export function dueNow() {
  if (document.querySelector(".finale, .panels .final")) return "over";
  const dock = document.querySelector('.board-dock[data-mine="true"]');
  return dock && document.querySelector(".hand-tile") && !document.querySelector(".hand-done") ? "turn" : null;
}

/** Waits until it is the person's turn, or the game is over. */
export async function nextDue(page) {
  const handle = await page.waitForFunction(dueNow, null, { polling: 50 });
  return handle.jsonValue();
}

/** Turns without motion; `confirm`: a turn is shown before it is sent. */
export async function playQuickly(page, settings = {}) {
  const kept = { motion: "reduced", confirm: false, ...settings };
  await page.evaluate((set) => localStorage.setItem("tessera.settings", JSON.stringify(set)), kept);
  await page.reload();
}

/** On a small screen the panels are a sheet: opens it at a tab ("table", "log", "tiles", "chat"). */
export async function openSheet(page, tab) {
  await page.locator(`.strip-way[data-tab="${tab}"]`).click();
  await page.locator('.table-side[data-open="true"]').waitFor();
}

const sent = (page) => page.locator(".hand-done").waitFor({ state: "detached" });

/** A turn by keys alone: place `nth` of the legal ones, then a decision, every other turn the last one. */
export async function turnByKeys(page, nth = 0) {
  await page.locator(".board-list").focus();
  const count = await page.locator(".board-list li").count();
  for (let i = 0; i < (nth * 3) % count; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".hand-done").waitFor();
  if (nth % 2 === 0) await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await sent(page);
}

/** The middle of something on the board, on the screen. */
async function middle(page, selector, nth = 0) {
  const box = await page.locator(selector).nth(nth).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** What a press has done is shown two frames later. Runs in the page. */
function shownAgain() {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

/**
 * A place that glows and is in sight: until the camera has come, one may lie behind the header. A card that shows what the
 * others did is put away by the first click.
 */
async function choosePlace(page, press, nth) {
  const middleOfPlace = (wanted) => {
    const middles = [...document.querySelectorAll(".place")].map((place) => {
      const box = place.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
    const seen = middles.filter((at) => document.elementFromPoint(...at)?.closest(".board-view"));
    return seen[wanted % seen.length] ?? null;
  };
  for (const end = Date.now() + PATIENCE_MS; (await page.locator(".hand-done").count()) === 0; ) {
    if (Date.now() > end) throw new Error(`no place can be chosen: ${await page.locator("body").textContent()}`);
    const at = await page.evaluate(middleOfPlace, nth);
    if (!at) continue;
    await press(...at);
    await page.evaluate(shownAgain); // a second press on the same place would confirm the turn
  }
}

/** A turn by mouse that is confirmed: a place, a meeple if one can be had, done. */
export async function turnByMouse(page, nth) {
  await choosePlace(page, (x, y) => page.mouse.click(x, y), nth * 5);
  if ((await page.locator(".chip").count()) > 0) await page.locator(".chip").first().click();
  await page.locator(".hand-done").click();
  await sent(page);
}

/** The same by taps, the meeple's spot on the board itself. */
export async function turnByFinger(page, nth) {
  const tap = (x, y) => page.touchscreen.tap(x, y);
  await choosePlace(page, tap, nth * 5);
  if ((await page.locator(".spot-rim").count()) > 0) await tap(...(await middle(page, ".spot-rim")));
  await page.locator(".hand-done").tap();
  await sent(page);
}

/** Leaves the podium for the table of ranks: beside the board it is in sight, on a small screen in the sheet. */
export async function lookAtRanks(page) {
  const podium = page.locator(".podium");
  await podium.waitFor();
  const way = podium.locator(".podium-points");
  if ((await way.count()) > 0) await way.click();
  else await podium.locator(".podium-close").press("Escape");
  await podium.waitFor({ state: "detached" });
  await page.locator(".ranks").waitFor();
}

/** Plays until the game is over. */
export async function playGame(page, turn) {
  for (let n = 0; (await nextDue(page)) !== "over"; n++) await turn(page, n);
}

/** The words of a record's game, each draw told apart. */
export function wordsOf(record) {
  const moves = record.split("\n").filter((line) => /^\d+\./.test(line));
  const words = moves.flatMap((line) =>
    line
      .replace(/^\d+\. /, "")
      .replace(/\[[^\]]*\]/g, (dice) => dice.replaceAll(" ", ";"))
      .split(" "),
  );
  return words.flatMap((word) => (/^\w+@/.test(word) ? [word.split("@")[0], word] : [word]));
}

/** Keeps a game of Star Wars on the page's device, as if it had been played there up to these words. */
export async function keepGame(page, id, { seats, words, first = 1 }) {
  const rules = { game: "star-wars", set: "star-wars", options: [], first, clock: { kind: "none" }, grace: 3000 };
  const setup = { ...rules, seats, public: true, aids: true, hints: true, takebacks: true };
  const kept = { id, setup, first, words, draws: [], throws: [], at: Date.now(), scores: null };
  await page.evaluate((game) => localStorage.setItem(`tessera.game.${game.id}`, JSON.stringify(game)), kept);
}
