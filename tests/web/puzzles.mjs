// Puzzles: one failed and solved, what follows, the same puzzle of a day on two devices, a theme, without a network, axe.
import assert from "node:assert/strict";
import { test } from "node:test";
import { beyondWindow, checkAxe, checkWidth, LOOKS, openBrowser, openPage, shoot, visit } from "./harness.mjs";

const DAILY = "#/puzzles/classic?daily=2026-11-28";

const host = await openBrowser();
test.after(() => host.close());

async function openPuzzle(hash, options = {}) {
  const page = await openPage(host, { reducedMotion: "reduce", ...options });
  await visit(page, hash, ".hand-tile");
  return page;
}

/** Goes down the list of the board to the words, if they are there, and chooses the entry. */
async function chooseByKeys(page, words) {
  await page.locator(".board-list").focus();
  const entries = await page.locator(".board-list > li").allTextContents();
  const at = entries.findIndex((entry) => entry === words || entry.startsWith(`${words};`));
  await page.keyboard.press("Home");
  for (let n = 0; n < at; n++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** Plays a turn by keys: the place, some quarter turns, the decision, done. */
async function play(page, [place, decision], turns) {
  await chooseByKeys(page, place);
  await page.locator(".hand-done").waitFor();
  for (let n = 0; n < turns; n++) await page.keyboard.press("r");
  if ((await page.locator(".board-list > li").count()) > 0) await chooseByKeys(page, decision);
  // Enter on a decision that is chosen already has sent the turn.
  await page.waitForFunction(() => {
    document.querySelector(".hand-done")?.click();
    return document.querySelector(".puzzle-verdict") !== null;
  });
  return (await page.locator(".puzzle-verdict").getAttribute("data-right")) === "true";
}

/** The answers that 'Why?' shows, the best first: the place and the decision. */
async function answers(page) {
  await page.getByRole("button", { name: "Why?" }).click();
  const told = await page.locator(".puzzle-answers b").allTextContents();
  return told.map((words) => words.split("; "));
}

/** Plays the first place without a meeple and then, if that is wrong, the best turn in each rotation until it is right.
 * Returns the tries. */
async function failAndSolve(page) {
  const first = await page.locator(".board-list > li").first().textContent();
  let tries = 1;
  if (await play(page, [first.split(";")[0], "no meeple"], 0)) return tries;
  const [best] = await answers(page);
  for (let turns = 0; turns < 4; turns++) {
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".puzzle-verdict").waitFor({ state: "detached" });
    await page.locator(".hand-tile").waitFor();
    tries++;
    if (await play(page, best, turns)) return tries;
  }
  throw new Error("the best turn is never right");
}

test("a puzzle is failed and solved by keys; squares, streak and rating are kept", async () => {
  const page = await openPuzzle(DAILY);
  const tries = await failAndSolve(page);
  await page.locator(".puzzle-verdict").getByText("That is the best turn.").waitFor();
  assert.equal(await page.locator(".puzzle-tries > i").count(), tries);
  assert.equal(await page.locator(".puzzle-tries > i[data-right='true']").count(), 1);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await page.locator(".toast").waitFor();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  const row = "🟧".repeat(tries - 1);
  assert.ok(shared.startsWith(`Tessera 2026-11-28, Classic: ${row}🟦\n`), shared);
  await shoot(page, "puzzle-solved");
  await checkAxe(page, "a solved puzzle");
  await visit(page, "#/puzzles", ".learn-overview");
  await page.getByText("of 1 right at once").first().waitFor();
  assert.ok(!(await page.locator(".puzzle-rating").textContent()).includes("1,500"));
  await page.context().close();
});

test("on a small phone the verdict is in the window, and the squares say what they count", async () => {
  const page = await openPuzzle(DAILY, { viewport: { width: 360, height: 480 }, isMobile: true, hasTouch: true });
  const first = await page.locator(".board-list > li").first().textContent();
  await chooseByKeys(page, first.split(";")[0]);
  const done = page.locator(".hand-done");
  await done.waitFor();
  // Done is at the lower end of the page.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await done.evaluate((button) => button.click());
  await page.locator(".puzzle-tries", { hasText: "1 try" }).waitFor();
  const { top, bottom } = await page.locator(".puzzle-verdict").evaluate((verdict) => verdict.getBoundingClientRect());
  assert.ok(top >= 0 && bottom <= 480, `${top} to ${bottom}`);
  await page.context().close();
});

test("what follows is played on the board", async () => {
  const page = await openPuzzle(DAILY);
  const laid = await page.locator(".board-scene .tile").count();
  const first = await page.locator(".board-list > li").first().textContent();
  await play(page, [first.split(";")[0], "no meeple"], 0);
  await page.getByRole("button", { name: "Why?" }).click();
  assert.deepEqual(await page.evaluate(beyondWindow), [0, 0]);
  await page.getByRole("button", { name: "What follows" }).first().click();
  await page.waitForFunction((n) => document.querySelectorAll(".board-scene .tile").length > n, laid + 1);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction((n) => document.querySelectorAll(".board-scene .tile").length === n, laid);
  await page.context().close();
});

test("two devices have the same puzzle of the day, in every language", async () => {
  const boards = [];
  for (const locale of ["en-GB", "de-DE"]) {
    const page = await openPuzzle(DAILY, { locale });
    const tiles = page.locator(".board-scene .tile");
    boards.push(await tiles.evaluateAll((all) => all.map((tile) => tile.dataset.cell).join(" ")));
    await page.context().close();
  }
  assert.ok(boards[0].length > 0);
  assert.equal(boards[0], boards[1]);
});

test("the next puzzle of a theme is another one", async () => {
  const page = await openPuzzle("#/puzzles/classic?theme=complete");
  const cells = () =>
    page.locator(".board-scene .tile").evaluateAll((all) => all.map((tile) => tile.dataset.cell).join(" "));
  const before = await cells();
  const first = await page.locator(".board-list > li").first().textContent();
  await play(page, [first.split(";")[0], "no meeple"], 0);
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".puzzle-verdict").waitFor({ state: "detached" });
  await page.locator(".hand-tile").waitFor();
  assert.notEqual(await cells(), before);
  await page.context().close();
});

test("ten minutes end with the number of solved puzzles", async () => {
  const page = await openPage(host, { reducedMotion: "reduce" });
  await page.clock.install();
  await visit(page, "#/puzzles/classic?rush", ".hand-tile");
  await page.getByText("left; 0 right, 0 wrong").waitFor();
  const first = await page.locator(".board-list > li").first().textContent();
  await play(page, [first.split(";")[0], "no meeple"], 0);
  await page.getByText(/left; [01] right, [01] wrong/).waitFor();
  await page.clock.fastForward("10:01");
  await page.getByRole("heading", { name: "The time is over" }).waitFor();
  await page
    .getByText(/(0 right, 1|1 right, 0) wrong/)
    .first()
    .waitFor();
  await page.context().close();
});

/** Mistakes of a classic game: the only right turn lays the curve in the east, with a meeple on its road. */
const MISTAKES = [4, 2].map((diff) => ({
  game: "classic",
  newgame: `newgame game=classic players=2 colours=red,blue first=${diff / 2}`,
  position: "startpos moves V",
  line: "V@1,0r0=meeple:road.S U@1,1r1=none",
  diff: 3,
  win: 0.6,
  good: [],
  wrong: [{ line: "V@1,0r0=none", diff, win: 0.1 }],
  played: "V@1,0r0=none",
  due: "2026-11-28",
  right: 0,
}));

test("mistakes of one's own games are asked until none is due; one that was wrong comes the next day", async () => {
  const page = await openPage(host, { reducedMotion: "reduce" });
  await page.clock.setFixedTime("2026-11-28T12:00:00Z");
  const lame = { ...MISTAKES[0], position: "startpos moves NONE" };
  await page.evaluate((kept) => localStorage.setItem("tessera.mistakes", kept), JSON.stringify([lame, ...MISTAKES]));
  await visit(page, "#/puzzles", ".learn-overview");
  await checkAxe(page, "the way to mistakes");
  await page.getByRole("link", { name: "Your mistakes: 3 for today" }).click();
  await page.locator(".hand-tile").waitFor();
  await page.getByText("The position comes from a game of yours.").waitFor();
  assert.equal(await play(page, ["1 right", "no meeple"], 0), false);
  await page.locator(".puzzle-verdict", { hasText: "It gives away 4 points" }).waitFor();
  const [best] = await answers(page);
  await page.getByText("In the game you played: 1 right; no meeple.").waitFor();
  await shoot(page, "puzzle-mistake");
  await checkAxe(page, "a mistake");
  await page.getByRole("button", { name: "What follows" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".puzzle-verdict").waitFor({ state: "detached" });
  await page.locator(".hand-tile").waitFor();
  assert.equal(await play(page, best, 0), true);
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("tessera.mistakes")));
  assert.deepEqual(
    (await kept()).map(({ due, right }) => [due, right]),
    [
      ["2026-11-29", 0],
      ["2026-12-05", 1],
    ],
  );
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("heading", { name: "No mistake is left for today" }).waitFor();
  assert.equal(await page.locator(".board-scene").count(), 0);
  await page.context().close();
});

test("without a network", async () => {
  const page = await openPage(host, { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("link", { name: "Solve puzzles" }).click();
  await page.locator(".learn-overview").waitFor();
  await page.getByRole("link", { name: "Puzzle of the day" }).first().click();
  await page.locator(".hand-tile").waitFor();
  await page.context().close();
});

for (const { locale, colorScheme, width } of LOOKS)
  test(`looks in ${locale}, ${colorScheme}, ${width} px`, async () => {
    const options = { locale, colorScheme, reducedMotion: "reduce", viewport: { width, height: 800 } };
    const page = await openPage(host, options);
    await visit(page, "#/puzzles", ".learn-overview");
    await shoot(page, `puzzles-${locale}-${colorScheme}`);
    await checkWidth(page, "puzzles");
    await checkAxe(page, "puzzles");
    await visit(page, DAILY.replace("classic", "star-wars"), ".hand-tile");
    await shoot(page, `puzzle-${locale}-${colorScheme}`);
    await checkWidth(page, "a puzzle");
    await checkAxe(page, "a puzzle");
    await page.context().close();
  });
