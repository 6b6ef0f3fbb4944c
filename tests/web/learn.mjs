// The tutorial: all of Star Wars by mouse in English, all of classic by keys alone in Italian; hints, progress, how it looks.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  atRest,
  checkAxe,
  checkWidth,
  flightsOver,
  openBrowser,
  openPage,
  shoot,
  visit,
  watchFlights,
} from "./harness.mjs";

const host = await openBrowser();
test.after(() => host.close());

/** Opens the lessons of a game as somebody who comes for the first time, without motion. */
async function openLessons(game, options = {}) {
  const page = await openPage(host, { reducedMotion: "reduce", ...options });
  await visit(page, "#/learn", ".learn-game");
  await page.locator(`.learn-game a[href="#/learn/${game}"]`).click();
  await page.locator(".learn h1").waitFor();
  await page.locator(".hand-tile").waitFor();
  return page;
}

/** What the page shows of the solution: the place and the decision, in words. */
async function solution(page) {
  const [, place, decision] = /: (.+); (.+)\.$/.exec(await page.locator(".learn-hint").textContent());
  return { place, decision };
}

/** The tile is taken back into the hand. */
async function takeBack(page) {
  const back = page.locator(".hand-back");
  while (await back.isVisible()) await back.click();
}

/** The solution by mouse: shown, taken back, laid by hand, the meeple chosen, done. */
async function solveByMouse(page) {
  await page.locator(".learn-show").click();
  const { decision } = await solution(page);
  await atRest(page);
  const { x, y, width, height } = await page.locator(".ghost-tile").boundingBox();
  await takeBack(page);
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.locator(".hand-done").waitFor();
  if (decision !== "no meeple") await page.locator(`.chip[title="${decision}"]`).click();
  await page.locator(".hand-done").click();
  await page.locator(".learn-next").waitFor();
}

/** Goes down the list of the board until the entry is met, and chooses it. */
async function chooseByKeys(page, begins) {
  for (let n = 0; n < 40; n++) {
    const id = await page.locator(".board-list").getAttribute("aria-activedescendant");
    const words = await page.locator(`#${id}`).textContent();
    if (words === begins || words.startsWith(`${begins};`)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
}

async function solveByKeys(page) {
  await page.locator(".learn-show").focus();
  await page.keyboard.press("Enter");
  const { place, decision } = await solution(page);
  await page.locator(".board-list:focus").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await chooseByKeys(page, place);
  await page.locator(".hand-done").waitFor();
  await chooseByKeys(page, decision);
  await page.keyboard.press("Enter");
  await page.locator(".learn-next:focus").waitFor();
}

const points = (page) => page.locator(".side-points").allTextContents();

test("Star Wars by mouse: a wrong turn gets a hint, right ones their points, the end is remembered", async () => {
  const page = await openLessons("star-wars");
  await atRest(page);
  const below = page.locator(".place");
  const boxes = await Promise.all(Array.from({ length: await below.count() }, (_, n) => below.nth(n).boundingBox()));
  const lowest = boxes.sort((a, b) => b.y - a.y)[0];
  await page.mouse.click(lowest.x + lowest.width / 2, lowest.y + lowest.height / 2);
  await page.locator(".hand-done").click();
  await page.getByText("the route does not go on").first().waitFor();
  assert.equal(await page.locator(".toast").count(), 0);
  assert.equal(await page.locator(".learn-next").count(), 0);
  await shoot(page, "learn-hint");
  const scores = [
    ["0", "0"],
    ["0", "0"],
    ["3", "0"],
    ["8", "0"],
    ["0", "0"],
    ["11", "0"],
    ["4", "1"],
    ["1", "3"],
  ];
  for (const expected of [...scores, ["3", "1", "13"], ["10", "6"]]) {
    await solveByMouse(page);
    assert.deepEqual(await points(page), expected);
    await page.locator(".learn-next").click();
  }
  await page.locator(".learn-overview").waitFor();
  await page.getByText("You know how it goes. Now play.").waitFor();
  await page.reload();
  await page.locator(".learn-overview").waitFor();
  assert.equal(await page.locator(".learn-game").first().locator(".learn-mark .icon").count(), 10);
  await page.context().close();
});

for (const lesson of ["star-wars?step=1", "star-wars?step=3", "classic?step=2"])
  test(`a turn that is shown takes the place of a wrong one, and Done plays it: ${lesson}`, async () => {
    const page = await openPage(host, { reducedMotion: "reduce" });
    await visit(page, `#/learn/${lesson}`, ".hand-tile");
    const wrong = page.locator(".learn-hint");
    for (let nth = 0; (await wrong.count()) === 0; nth++) {
      await page.locator(".board-list").focus();
      for (let n = 0; n < nth; n++) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.locator(".hand-done").click();
      await page.locator(".learn-hint, .learn-next").waitFor();
      if ((await page.locator(".learn-next").count()) > 0)
        await page.getByRole("button", { name: "Again", exact: true }).click();
    }
    await page.locator(".learn-show").click();
    await page.locator(".hand-done").click();
    await page.locator(".learn-next").waitFor();
    await page.context().close();
  });

test("with motion the points of a lesson rise to the scores", async () => {
  const page = await openPage(host);
  await page.addInitScript(watchFlights);
  await page.reload();
  await visit(page, "#/learn/star-wars?step=3", ".hand-tile");
  await solveByMouse(page);
  await page.waitForFunction(flightsOver, ["points"]);
  const [{ scores }] = await page.evaluate(() => globalThis.flown);
  assert.deepEqual(scores, ["0", "0"]);
  await page.locator(".side-points").first().getByText("3").waitFor();
  await page.context().close();
});

test("classic by keys alone, in Italian", async () => {
  const page = await openLessons("classic", { locale: "it-IT" });
  for (let step = 1; step <= 14; step++) {
    assert.equal(await page.locator(".learn .legend").textContent(), `Passo ${step} di 14`);
    if (step > 1) await page.locator(".board-list:focus").waitFor();
    await solveByKeys(page);
    await page.keyboard.press("Enter");
  }
  await page.locator(".learn-overview").waitFor();
  await page.context().close();
});

test("one goes on where one left off, in another language too", async () => {
  const page = await openLessons("classic");
  await solveByMouse(page);
  await visit(page, "#/learn", ".learn-game");
  await page.getByText("1 of 14 steps").waitFor();
  await page.getByRole("link", { name: "Go on" }).click();
  await page.locator(".learn .legend").getByText("Step 2 of 14").waitFor();
  await page.locator(".header select").selectOption("de");
  await page.locator(".learn .legend").getByText("Schritt 2 von 14").waitFor();
  assert.match(await page.locator(".sides").textContent(), /Gelb/);
  await page.context().close();
});

test("on a phone held across words, board and hand are whole in the window, side by side", async () => {
  const size = { width: 740, height: 360 };
  const page = await openPage(host, { locale: "de-DE", viewport: size, hasTouch: true, reducedMotion: "reduce" });
  await visit(page, "#/learn/star-wars?step=4", ".hand-tile");
  await atRest(page);
  const boxes = [];
  for (const part of [".learn-title", ".learn-show", ".board-view", ".hand-tile", ".hand-title"])
    boxes.push([part, await page.locator(part).boundingBox()]);
  for (const [part, { x, y, width, height }] of boxes)
    assert.ok(x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height, `${part} is in the window`);
  const [[, title], [, show], [, view], [, tile]] = boxes;
  assert.ok(title.y + title.height <= show.y && show.x + show.width <= view.x, "the words are beside the board");
  assert.ok(view.x + view.width <= tile.x, "the hand is beside the board");
  await checkAxe(page, "a lesson across");
  await page.context().close();
});

for (const [game, locale, colorScheme, width, height] of [
  ["star-wars", "en-GB", "light", 1440, 900],
  ["star-wars", "it-IT", "dark", 360, 740],
  ["classic", "de-DE", "dark", 1440, 900],
  ["classic", "de-DE", "light", 360, 740],
])
  test(`how it looks: ${game}, ${colorScheme}, ${width} px`, async () => {
    const page = await openPage(host, { locale, colorScheme, viewport: { width, height }, reducedMotion: "reduce" });
    const name = `learn-${game}-${colorScheme}-${width}`;
    const look = async (what, step = false) => {
      await atRest(page);
      await shoot(page, `${name}-${what}`);
      await checkWidth(page, what);
      if (!step) await checkAxe(page, `${name}-${what}`);
    };
    await visit(page, "#/learn", ".learn-game");
    await look("overview");
    await visit(page, `#/learn/${game}?step=7`, ".hand-tile");
    await look("task", true);
    await page.locator(".learn-show").click();
    await look("shown", true);
    await page.locator(".hand-done").click();
    await page.locator(".learn-next").waitFor();
    await look("right");
    await page.context().close();
  });
