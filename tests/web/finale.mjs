// What happens is felt: numbers follow the picture, and the final scoring plays itself on the board before anybody is
// told who has won. The page's clock is the test's.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { checkAxe, openBrowser, openPage, shoot, translatePage, visit } from "./harness.mjs";
import { endOf } from "./harness-games.mjs";
import { lookAtRanks, turnByKeys } from "./harness-play.mjs";

const host = await openBrowser();
test.after(() => host.close());

const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  colorScheme: "dark",
  sound: true,
};
const DESK = { viewport: { width: 1280, height: 800 }, sound: false };

/** Tiles have their places and are not painted: that takes most of the time. */
function unpainted() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".board-scene :is(image, use) { display: none }");
  document.adoptedStyleSheets = [sheet];
}

/** Counts what is sung and how often the device shakes. */
function listening() {
  globalThis.heard = { tones: 0, shakes: 0 };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...at) {
    globalThis.heard.tones++;
    return start.apply(this, at);
  };
  Navigator.prototype.vibrate = () => ++globalThis.heard.shakes > 0;
}

/** A page whose clock stands, at a kept game in which a person is to lay a tile. */
async function openKept(game, { sound, ...options }) {
  const page = await openPage(host, options);
  const settings = JSON.stringify({ confirm: false, sound });
  await page.evaluate(
    ([id, text, set]) => {
      localStorage.setItem(`tessera.game.${id}`, text);
      localStorage.setItem("tessera.settings", set);
    },
    [game.id, JSON.stringify(game), settings],
  );
  await page.addInitScript(unpainted);
  await page.addInitScript(listening);
  await page.reload();
  await page.clock.install();
  await visit(page, `#/local/${game.id}`, ".board-dock");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await passUntil(page, '.board-dock[data-mine="true"]');
  return page;
}

/** The points that the page shows: of the strip or the scoreboard. */
const points = (page) =>
  page.locator(".strip-points, .side-points").evaluateAll((all) => all.map((each) => Number(each.textContent)));

/** Pixels that the winner's figure is high as it is painted. */
function figureHeight() {
  return document.querySelector(".winner-figure use").getBoundingClientRect().height;
}

/** Lets the page's time go by until a thing is there. */
async function passUntil(page, selector, most = 60) {
  for (let n = 0; n < most && (await page.locator(selector).count()) === 0; n++) await page.clock.fastForward(300);
  await page.locator(selector).first().waitFor();
}

/** A road of Anna's that is complete when Ben lays his tile at -1,0. */
function roadToClose() {
  const people = endOf("classic").setup;
  const setup = { ...people, options: [], seats: people.seats.slice(0, 2) };
  return { ...endOf("classic"), id: "road", setup, words: ["A", "A@1,0r1=meeple:road.W", "A"] };
}

/** The picture that is shared where there is no share sheet: PNG of the page's own making. */
async function checkPicture(page) {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a picture" }).click();
  const file = readFileSync(await (await coming).path());
  assert.equal(file.toString("latin1", 1, 4), "PNG");
  const [wide, high] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  assert.equal(Math.max(wide, high), 2400);
}

/** Whoever looks from near sees each realm that is scored: the camera brings it into sight. Ends where it began. */
async function checkSight(page) {
  await page.locator(".board-list").focus();
  for (let n = 0; n < 8; n++) {
    await page.keyboard.press("+");
    await page.clock.runFor(500);
  }
  for (const step of [".finale-next", ".finale-back"]) {
    await page.locator(step).click();
    await page.clock.runFor(1000);
    const out = await page.evaluate(() => {
      const view = document.querySelector(".board-view").getBoundingClientRect();
      const parts = [...document.querySelectorAll(".flash > path")].map((path) => path.getBoundingClientRect());
      const inside = ({ left, top, right, bottom }) =>
        left > view.left - 20 && top > view.top - 20 && right < view.right + 20 && bottom < view.bottom + 20;
      return [parts.length > 0, parts.every(inside)];
    });
    assert.deepEqual(out, [true, true], `after ${step} the realm is seen`);
  }
}

/** The podium: every side by its place, the winner crowned, a sentence for each, what can be done once, no button twice. */
async function checkPodium(page, game) {
  const ranks = await page.locator(".podium-place").evaluateAll((all) => all.map((each) => each.dataset.rank));
  assert.deepEqual(ranks, game === "classic" ? ["1", "2", "3"] : ["1", "2"]);
  assert.equal(await page.locator('.podium-place[data-rank="1"] .podium-crown').count(), 1);
  assert.equal(await page.locator(".podium-crown").count(), 1);
  const verdicts = await page.locator(".podium-verdict").allTextContents();
  assert.equal(verdicts.length, ranks.length);
  for (const verdict of verdicts) assert.match(verdict, /^(Anna|Ben|Cara) (won|lost) by \d+ points?: .+\.$/);
  const reasons = new Set(verdicts.map((verdict) => verdict.split(": ")[1]));
  assert.equal(reasons.size, verdicts.length, `each person has a reason of their own: ${verdicts}`);
  for (const name of ["Play again", "Review", "Save a picture"]) {
    const button = page.locator(".podium").getByRole("button", { name });
    assert.equal(await button.count(), 1);
    assert.equal(await page.getByRole("button", { name }).count(), 1, `there is one button ${name}`);
  }
  assert.equal(await page.locator('.table-side[data-open="true"]').count(), 0, "the sheet does not cover it");
  await shoot(page, `podium-${game}`);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 740, height: 360 });
  const beyond = await page.locator(".podium").evaluate(async (podium) => {
    await Promise.all(podium.getAnimations({ subtree: true }).map(({ finished }) => finished)); // the places rise
    return podium.scrollHeight - podium.clientHeight;
  });
  await shoot(page, `podium-${game}-across`);
  assert.ok(beyond <= 0, `on a phone held across the podium is ${beyond} px too high`);
  await page.setViewportSize(size);
}

for (const [game, options] of [
  ["star-wars", PHONE],
  ["classic", DESK],
])
  test(`the end of ${game}: realm by realm on the board, and only then the result`, async () => {
    const page = await openKept(endOf(game), options);
    const before = await points(page);
    assert.equal(
      (await page.locator(".lit").count()) > 0,
      game === "star-wars",
      "what was completed stays lit for a round",
    );
    await turnByKeys(page);
    await passUntil(page, ".finale .finale-back:not(:disabled)");
    assert.ok((await page.locator(".board-flights .flight").count()) > 0, "the points rise to the scores");
    assert.deepEqual(await points(page), before, "and count when they have arrived");
    const same = async () => isDeepStrictEqual(await points(page), before);
    for (let n = 0; n < 20 && (await same()); n++) await page.clock.fastForward(100);
    assert.ok(!(await same()));
    assert.equal(await page.locator(".ranks, .winner").count(), 0, "nobody has been told who has won");
    assert.equal(await page.locator(".final-step").count(), 0, "the dock alone tells which realm is scored");
    assert.equal(await page.locator("[data-turn='true']").count(), 0, "it is nobody's turn");
    assert.equal(await page.getByRole("button", { name: "Play again" }).count(), 0);
    assert.equal(await page.locator('.table-side[data-open="true"]').count(), 0, "the board is not covered");
    await page.locator(".finale-toggle").click();
    const stopped = await points(page);
    await page.clock.fastForward(20_000);
    assert.deepEqual(await points(page), stopped, "it stands while it is stopped");
    await shoot(page, `finale-${game}`);
    await checkSight(page);
    await page.locator(".finale-back").click();
    assert.deepEqual(await points(page), before, "a step back takes the points back");
    await page.locator(".finale-toggle").click();
    await passUntil(page, ".podium");
    await checkPodium(page, game);
    await lookAtRanks(page);
    const end = await points(page);
    assert.equal(await page.locator(".board-flights > *").count(), 0, "nothing is left in the air");
    await page.locator(".winner-figure use").first().waitFor({ state: "attached" });
    assert.ok((await page.evaluate(figureHeight)) > 20, "who has won stands on the result");
    const ranks = await page
      .locator(".ranks td:last-child b")
      .evaluateAll((all) => all.map((b) => Number(b.textContent)));
    assert.deepEqual(
      [...end].sort((a, b) => b - a),
      ranks,
    );
    const room = await page.locator(".ranks").evaluate((table) => table.parentElement.clientWidth - table.offsetWidth);
    assert.ok(room >= 0, `the table of ranks is ${-room} px too wide`);
    await page.clock.fastForward(1000);
    assert.match(await page.locator("#live").textContent(), /wins with|share the first place/);
    await shoot(page, `finale-${game}-over`);
    await page.locator(".finale-back").press("Enter");
    assert.notDeepEqual(await points(page), end);
    await page.clock.resume();
    if (options.sound) await page.waitForFunction(() => globalThis.heard.tones > 5 && globalThis.heard.shakes > 5);
    else assert.deepEqual(await page.evaluate(() => globalThis.heard), { tones: 0, shakes: 0 });
    await checkAxe(page, "final scoring");
    await page.locator(".finale-skip").press("Enter");
    assert.deepEqual(await points(page), end);
    await checkAxe(page, "podium");
    await lookAtRanks(page);
    await page.locator(".afterwards :is(progress, ul)").waitFor();
    const lines = await page.locator(".final-list li").allTextContents();
    assert.deepEqual(
      lines.filter((line) => /\b0 points/.test(line)),
      [],
      "what brings nobody anything is left out",
    );
    assert.match(await page.locator(".finale .hand-title").textContent(), new RegExp(` of ${lines.length}\\s*$`));
    await checkAxe(page, "result");
    await checkPicture(page);
    await page.context().close();
  });

for (const [options, goal] of [
  [PHONE, '.strip-side[data-side="1"]'],
  [DESK, '.seat[data-seat="1"] .supply'],
])
  test(`a meeple goes home, and is in the supply when it arrives: ${options.viewport.width} px`, async () => {
    const page = await openKept(roadToClose(), options);
    const counts = () =>
      page.evaluate(() => {
        const count = (selector) => document.querySelectorAll(selector).length;
        const supply = '.seat[data-seat="1"] .supply .piece:not(.piece-away)';
        return [count(".board-scene [data-meeple]"), count(".board-flights .flight:has(use)"), count(supply)];
      });
    const [onBoard, , inSupply] = await counts();
    assert.equal(onBoard, 1);
    const { x, y, width, height } = await page.locator('.place[data-cell="-1,0"]').boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.locator(".hand-done").click();
    const before = await points(page);
    await passUntil(page, ".board-flights .flight:has(.flight-points)");
    await page.clock.runFor(300);
    assert.equal(await page.locator(".flight-points").count(), 1, "the points are on their way");
    const marked = page.locator(":is(.strip-side, .seat)[data-turn='true']");
    const number = (node) => node.dataset.seat ?? node.dataset.side;
    assert.equal(await marked.evaluate(number), "2", "it is Ben's turn until what it brought has been shown");
    assert.deepEqual(await points(page), before, "and count when they have arrived");
    await passUntil(page, ".board-flights .flight:has(use)");
    assert.deepEqual(await points(page), [before[0] + 3, before[1]]);
    await page.clock.runFor(350);
    assert.deepEqual(await counts(), [0, 1, inSupply], "it has left the board and has not arrived");
    const apart = await page.locator(".board-flights .flight:has(use)").evaluate(async (flight, to) => {
      await flight.getAnimations()[0].finished;
      const [here, there] = [flight, document.querySelector(to)].map((node) => node.getBoundingClientRect());
      const between = (from, size) => here[from] + here[size] / 2 - there[from] - there[size] / 2;
      return Math.hypot(between("left", "width"), between("top", "height"));
    }, goal);
    assert.ok(apart < 2, `it ends ${apart} px beside ${goal}`);
    await page.clock.runFor(200);
    assert.deepEqual(await counts(), [0, 0, inSupply && inSupply + 1], "nothing of it is left but in the supply");
    await page.context().close();
  });

test("translated by the browser, points, log, tiles left and hand go on", async () => {
  const page = await openKept(roadToClose(), { ...DESK, sound: false });
  await translatePage(page);
  const texts = (selector) => page.locator(selector).allTextContents();
  const told = async () => [await texts(".tab"), await texts(".log-line"), await texts(".hand-title b")];
  const before = { points: await points(page), told: await told() };
  assert.ok((await page.locator(".log-line font font").count()) > 0, "the page is translated");
  const { x, y, width, height } = await page.locator('.place[data-cell="-1,0"]').boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.locator(".hand-done").click();
  for (let n = 0; n < 40 && (await page.locator(".log-entry").count()) < 4; n++) await page.clock.fastForward(300);
  assert.deepEqual(await points(page), [before.points[0] + 3, before.points[1]]);
  const [tabs, log, hand] = await told();
  assert.ok(
    log.some((line) => /3 points for/.test(line)),
    log.join(),
  );
  assert.deepEqual(
    [tabs, hand].map((each, at) => isDeepStrictEqual(each, before.told[2 * at])),
    [false, false],
    `${tabs} ${hand}`,
  );
  await page.context().close();
});

/** The words upon each disc of this selector, and how much of its width within the rim they leave free at their height. */
function roomOnDiscs(selector) {
  return [...document.querySelectorAll(selector)].map((words) => {
    const disc = words.parentNode.querySelector("circle");
    const half = (Number.parseFloat(getComputedStyle(words).fontSize) * 0.72) / 2; // of the height of figures
    return [words.textContent, 2 * Math.sqrt(disc.r.baseVal.value ** 2 - half ** 2) - words.getComputedTextLength()];
  });
}

test("points of two figures are within their disc", async () => {
  const page = await openKept(endOf("star-wars"), { ...PHONE, sound: false });
  await turnByKeys(page);
  await passUntil(page, ".finale .finale-back:not(:disabled)");
  await page.locator(".finale-skip").click();
  const onDisc = page.locator(".flash-points text");
  const twoFigures = async () => /\d\d/.test((await onDisc.allTextContents()).join());
  for (let n = 0; n < 40 && !(await twoFigures()); n++) await page.locator(".finale-back").press("Enter");
  assert.ok(await twoFigures());
  for (const [, room] of await page.evaluate(roomOnDiscs, ".flash-points text")) assert.ok(room > 0, `${room} units`);
  await page.context().close();
});

test("with less motion nothing is heard or felt until sound is switched on by wish", async () => {
  const page = await openPage(host, { ...PHONE, reducedMotion: "reduce" });
  const heard = () => page.evaluate(() => globalThis.heard);
  await page.addInitScript(listening);
  await page.evaluate((game) => localStorage.setItem("tessera.game.road", JSON.stringify(game)), roadToClose());
  await page.reload();
  const lay = async () => {
    await page.locator('.board-dock[data-mine="true"] .hand-tile').waitFor();
    const { x, y, width, height } = await page.locator(".place").first().boundingBox();
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.locator(".hand-done").tap();
    await page.locator(".hand-done").waitFor({ state: "detached" });
  };
  await visit(page, "#/local/road", ".board-dock");
  await lay();
  await lay();
  assert.deepEqual(await heard(), { tones: 0, shakes: 0 });
  assert.equal(
    await page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => /synth/.test(name))),
    false,
  );
  await visit(page, "#/settings");
  const sound = page.getByRole("checkbox", { name: "Sound" });
  assert.equal(await sound.isChecked(), false);
  await sound.check();
  await visit(page, "#/local/road", ".board-dock");
  await lay();
  await page.waitForFunction(() => globalThis.heard.tones > 0 && globalThis.heard.shakes > 0);
  await page.context().close();
});
