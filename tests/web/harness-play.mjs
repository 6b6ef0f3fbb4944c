// A person at the board: turns by keys, by mouse or by finger, chosen from what the page offers.

/** What the page waits for: "turn" of the person here, "over", or nothing yet. */
export function dueNow() {
  if (document.querySelector(".finale, .panels .final")) return "over";
  const dock = document.querySelector('.board-dock[data-mine="true"]');
  return dock && document.querySelector(".hand-tile") && !document.querySelector(".hand-done") ? "turn" : null;
}

/** Waits until it is the person's turn, or the game is over. */
export async function nextDue(page, timeout = 30_000) {
  const handle = await page.waitForFunction(dueNow, null, { timeout, polling: 50 });
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

/** A place that glows; a card that shows what the others did is put away by the first click. */
async function choosePlace(page, press, nth) {
  while ((await page.locator(".hand-done").count()) === 0) {
    const count = await page.locator(".place").count();
    if (count > 0) await press(...(await middle(page, ".place", nth % count)));
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

/** Plays until the game is over. */
export async function playGame(page, turn) {
  for (let n = 0; (await nextDue(page)) !== "over"; n++) await turn(page, n);
}
