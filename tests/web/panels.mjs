// Beside the board: log, tiles left, chart, hints, take-away and the final scoring of games on this device.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { atRest, checkAxe, checkWidth, LOOKS, openBrowser, openPage, shoot, visit } from "./harness.mjs";
import { endOf } from "./harness-games.mjs";
import { keepGame, openSheet, wordsOf } from "./harness-play.mjs";

const host = await openBrowser();
test.after(() => host.close());

const battle = wordsOf(readFileSync(new URL("../scenarios/x4-route-battle.txt", import.meta.url), "utf8"));

/** Both players are people at this device. */
const seats = ["red", "white"].map((colour, index) => ({ kind: "person", colour, name: ["Anna", "Ben"][index] }));

async function openGame(page, words) {
  await keepGame(page, "panels", { seats, words });
  await visit(page, "#/local/panels", ".board-dock");
}

/** A line of the log, and the name of the tab of the tiles left. */
const WORDS = {
  "en-GB": ["Trading route complete, 4 tiles: 4 points for Anna.", "Tiles"],
  "de-DE": ["Handelsroute abgeschlossen, 4 Plättchen: 4 Punkte für Anna.", "Plättchen"],
  "it-IT": ["Rotta commerciale completata, 4 tessere: 4 punti per Anna.", "Tessere"],
};

const AXES = { "en-GB": ["Turn", "Points"], "de-DE": ["Zug", "Punkte"], "it-IT": ["Turno", "Punti"] };

/** How a line of the chart is set off: pixels and colour of its edge, and the colour behind it. Runs in the page. */
function chartEdge() {
  const chart = document.querySelector(".chart");
  const { stroke, strokeWidth } = getComputedStyle(chart.querySelector(".chart-line-back"));
  const line = getComputedStyle(chart.querySelector(".chart-line")).strokeWidth;
  const scale = chart.getBoundingClientRect().width / chart.viewBox.baseVal.width;
  const px = ((Number.parseFloat(strokeWidth) - Number.parseFloat(line)) / 2) * scale;
  return [{ px, colour: stroke }, getComputedStyle(chart.closest(".table-side")).backgroundColor];
}

/** The contrast of two colours, as WCAG has it. */
function contrast(...colours) {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).map((part) => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [dark, bright] = colours.map(light).sort((a, b) => a - b);
  return bright / dark;
}

test("the log has no coordinates for the eye, and tells them to a screen reader", async () => {
  const page = await openPage(host, { reducedMotion: "reduce" });
  await openGame(page, battle);
  const line = page.getByRole("button", { name: /^\S+ lays a tile: .* from the start tile\.$/ }).first();
  await line.waitFor();
  const [seen, unseen] = [line.locator("[aria-hidden=true]"), line.locator(".unseen")];
  assert.match(await seen.textContent(), /^\S+ lays a tile\.$/);
  assert.ok((await unseen.boundingBox()).width <= 1, "it takes no room");
  await page.context().close();
});

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
])
  test(`what folds out moves nothing, and closes with Escape or a tap elsewhere: ${width} px`, async () => {
    const page = await openPage(host, { viewport: { width, height }, reducedMotion: "reduce" });
    await openGame(page, battle);
    if (width === 360) await openSheet(page, "table");
    const places = () =>
      page.locator(".panels :is(.seat-name, .tab, .actions > *), .panels").evaluateAll((all) =>
        all.map((each) => {
          const { x, y, width, height } = each.getBoundingClientRect();
          return [x, y, width, height].join(" ");
        }),
      );
    await page.waitForLoadState("networkidle"); // styles and parts that load later are there
    await atRest(page);
    const before = await places();
    for (const words of ["Who plays", "Save"]) {
      const fold = page.locator(".take-away", { has: page.getByText(words, { exact: true }) });
      const summary = fold.locator("summary");
      const isOpen = () => fold.evaluate(({ open }) => open);
      await summary.click();
      await fold.locator(":is(select, .button):visible").nth(1).waitFor();
      assert.deepEqual(await places(), before, `${words} moves nothing`);
      await shoot(page, `panels-fold-${words.toLowerCase().replace(" ", "-")}-${width}`);
      await checkAxe(page, words);
      await page.keyboard.press("Escape");
      assert.equal(await isOpen(), false);
      assert.ok(await summary.evaluate((each) => each === document.activeElement));
      await summary.click();
      await page.getByRole("tab").last().focus();
      assert.equal(await isOpen(), false);
    }
    if (width === 360) await page.locator('.table-side[data-open="true"]').waitFor();
    await page.context().close();
  });

for (const { locale, colorScheme, width } of LOOKS)
  test(`log, tiles and chart in ${locale}, ${colorScheme}, ${width} px`, async () => {
    const [scored, tab] = WORDS[locale];
    const page = await openPage(host, { locale, colorScheme, viewport: { width, height: 900 } });
    await openGame(page, battle);
    if (width === 360) await openSheet(page, "log");
    await page.getByText(scored).waitFor();
    await checkAxe(page, "log");
    await page.getByRole("tab", { name: tab }).click();
    const kinds = page.locator(".kind-count");
    await kinds.nth(30).waitFor();
    const left = (await kinds.allTextContents()).reduce((sum, count) => sum + Number(count), 0);
    const always = width === 360 ? page.locator(".strip-count") : page.getByRole("tab", { name: tab });
    assert.match(await always.textContent(), new RegExp(`\\b${left}\\b`), "how many tiles are left is always in sight");
    await page.locator(".tabs").getByRole("tab").last().press("ArrowLeft");
    await page.locator(".tabs").getByRole("tab").last().click();
    await page.locator(".numbers summary").click();
    assert.equal(await page.locator(".numbers tbody tr").count(), 8);
    const titles = await page.locator(".chart > .chart-tick").allTextContents();
    for (const title of AXES[locale]) assert.ok(titles.includes(title), `the chart's axis ${title}`);
    const [edge, ground] = await page.evaluate(chartEdge);
    assert.ok(edge.px >= 1.2, `a line's edge of ${edge.px} px`);
    assert.ok(contrast(edge.colour, ground) >= 4.5, `a line's edge of ${edge.colour} on ${ground}`);
    await shoot(page, `panels-${locale.slice(0, 2)}-${colorScheme}-${width}`);
    await checkWidth(page, "panels");
    await checkAxe(page, "chart");
    await page.context().close();
  });

test("a hint names three turns and the board shows one", async () => {
  const page = await openPage(host);
  await openGame(page, [...battle, "A3"]);
  const entries = await page.locator(".log-entry").count();
  await page.getByRole("button", { name: "Hint" }).dblclick();
  await page.locator(".hint").first().waitFor();
  assert.equal(await page.locator(".hint").count(), 3);
  assert.equal(await page.locator(".log-entry").count(), entries, "an impatient second tap takes nothing back");
  const chances = (await page.locator(".hint").allTextContents()).map((text) => Number(/(\d+)% to win/.exec(text)[1]));
  assert.deepEqual(
    chances,
    [...chances].sort((a, b) => b - a),
    "number 1 is the best",
  );
  for (const words of await page.locator(".hint b").allTextContents())
    assert.match(
      words,
      /^(Take|Extend|Enlarge|Strengthen|Complete|Fight for|Lay) .* in the (north|south|east|west|middle)/,
    );
  const ranks = await page.locator(".rank text").allTextContents();
  assert.deepEqual(ranks.sort(), ["1", "2", "3"], "all are drawn on the board");
  await page.waitForFunction(() => /Hint 1: .*Hint 2: .*Hint 3: /.test(document.getElementById("live").textContent));
  await page.locator(".hint").first().hover();
  await page.locator(".ghost-hint").waitFor();
  assert.equal(await page.locator(".rank").count(), 0, "the one that is pointed at is drawn alone");
  await shoot(page, "panels-hints");
  await checkAxe(page, "hints");
  await page.locator(".hint").nth(1).click();
  await page.locator('.hint[aria-pressed="true"]').waitFor();
  await page.getByRole("button", { name: "Done" }).waitFor();
  await page.getByRole("button", { name: "Close the hints" }).click();
  assert.equal(await page.locator(".rank").count(), 0);
  await page.context().close();
});

test("on a phone hints stand on the board and a line of the log shows its place; whose turn it is and the keys are told in words", async () => {
  const page = await openPage(host, { viewport: { width: 360, height: 740 } });
  await openGame(page, [...battle, "A3"]);
  await page.locator(".hand-title").getByText("your turn").waitFor();
  await page.locator(".board-list").focus();
  await page.keyboard.press("Enter");
  await page.locator(".hand-done").waitFor();
  await openSheet(page, "table");
  await page.getByRole("button", { name: "Hint" }).click();
  const card = page.locator(".hint-card");
  await card.waitFor();
  assert.equal(await page.locator(".table-side").getAttribute("data-open"), "false");
  assert.equal(await page.locator(".rank").count(), 3, "the tile that lay is in the hand again");
  await checkAxe(page, "hints on a phone");
  await shoot(page, "panels-hints-360");
  await page.getByRole("button", { name: "Hint 3:" }).click();
  await card.locator("p b").getByText("3", { exact: true }).waitFor();
  await page.locator(".hand-done").waitFor();
  await shoot(page, "panels-hint-chosen-360");
  await page.getByRole("button", { name: "Close the hints" }).click();
  await openSheet(page, "log");
  await page.locator("button.log-line").getByText("Trading route complete").click();
  await page.locator('.table-side[data-open="false"]').waitFor({ state: "attached" });
  await page.locator(".flash").first().waitFor({ state: "attached" });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await checkAxe(page, "keys");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.context().close();
});

for (const [width, height] of [
  [360, 740],
  [740, 360],
  [820, 1180],
])
  test(`where the panels are a sheet, one tap beside the tile asks for hints: ${width} x ${height}`, async () => {
    const page = await openPage(host, { viewport: { width, height }, hasTouch: true, isMobile: true });
    await openGame(page, [...battle, "A3"]);
    const hint = page.locator(".hand-turn").getByRole("button", { name: "Hint" });
    await hint.waitFor();
    const [dock, box] = [await page.locator(".board-dock").boundingBox(), await hint.boundingBox()];
    assert.ok(
      box.height >= 44 && box.width >= 44 && box.y >= dock.y && box.y + box.height <= height,
      JSON.stringify(box),
    );
    assert.ok(box.x >= dock.x && box.x + box.width <= width, JSON.stringify(box));
    await shoot(page, `panels-hint-tile-${width}`);
    await hint.tap();
    await page.locator(".hint-card").waitFor();
    assert.equal(await page.locator(".rank").count(), 3);
    if (width === 360) {
      await atRest(page);
      const [card, board] = [".hint-card", ".board-view"].map((each) => page.locator(each).boundingBox());
      const { y, height: covered } = await card;
      const { y: top, height: whole } = await board;
      assert.ok(y + covered - top < whole / 3, `${y + covered - top} px of ${whole} are taken from the board`);
      await page.getByRole("button", { name: "Close the hints" }).tap();
      await page.locator(".board-tools").waitFor();
    }
    await page.context().close();
  });

test("hints that are asked for come into sight beside the board, and the panels go back with them", async () => {
  const page = await openPage(host, { viewport: { width: 1280, height: 680 }, reducedMotion: "reduce" });
  await openGame(page, [...battle, "A3"]);
  await page.getByRole("button", { name: "Hint" }).click();
  const close = page.getByRole("button", { name: "Close the hints" });
  await close.waitFor();
  const inWindow = () =>
    [...document.querySelectorAll(".hint, .hints + .button")].every((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top > -1 && bottom < innerHeight + 1;
    });
  await page.waitForFunction(inWindow);
  const scrolled = () => page.locator(".table-side").evaluate((side) => side.scrollTop);
  assert.ok((await scrolled()) > 0, "there is not room for all");
  await close.click();
  assert.equal(await scrolled(), 0);
  await page.context().close();
});

/** The places that are proposed, or where the tile lies, which the card of the hints meets. */
function underCard() {
  const card = document.querySelector(".hint-card").getBoundingClientRect();
  const places = [...document.querySelectorAll(".proposal-frame, .ghost-frame")];
  const under = places.filter((place) => {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    return left < card.right && card.left < right && top < card.bottom && card.top < bottom;
  });
  return { places: places.length, under: under.length };
}

/** Games whose best places lie at the upper edge of a phone, after so many words. */
const HIGH = [
  ["classic", 30, 360, 740],
  ["star-wars", 60, 740, 360],
];

for (const [game, count, width, height] of HIGH)
  test(`on a phone of ${width} x ${height} the card of the hints leaves the places free of which it speaks`, async () => {
    const phone = { viewport: { width, height }, hasTouch: true, isMobile: true, reducedMotion: "reduce" };
    const page = await openPage(host, phone);
    const whole = endOf(game);
    const words = whole.words.slice(0, whole.words.findIndex((word, at) => at >= count && /^\w+$/.test(word)) + 1);
    await page.evaluate((kept) => localStorage.setItem("tessera.game.end", JSON.stringify(kept)), { ...whole, words });
    await visit(page, "#/local/end", ".board-dock");
    await openSheet(page, "table");
    await page.locator(".table-side").getByRole("button", { name: "Hint" }).click();
    await page.locator(".hint-card").waitFor();
    await atRest(page);
    const { places, under } = await page.evaluate(underCard);
    assert.ok(places > 0);
    assert.equal(under, 0, "of the places that are proposed");
    await shoot(page, `panels-hints-${width}`);
    for (let rank = 1; rank <= 3; rank++) {
      const hint = page.getByRole("button", { name: `Hint ${rank}:` });
      await hint.click();
      const told = (await hint.getAttribute("aria-label")).replace(`Hint ${rank}: `, "");
      assert.ok(
        (await page.locator(".hint-card p").textContent()).startsWith(`${rank} ${told}`),
        "it is told in words",
      );
      await page.locator(".hand-done").waitFor();
      await atRest(page);
      assert.deepEqual(await page.evaluate(underCard), { places: 1, under: 0 }, `hint ${rank} lies beside the card`);
    }
    await page.context().close();
  });

test("the computer takes over a seat and gives it back", async () => {
  const page = await openPage(host);
  await openGame(page, battle);
  await page.getByText("Who plays").click();
  await page.getByLabel("Ben").selectOption("3");
  await page.getByText("level 3", { exact: true }).waitFor();
  await checkAxe(page, "who plays");
  await page.locator("#seat-2").selectOption("0");
  await page.getByText("level 3", { exact: true }).waitFor({ state: "detached" });
  await page.context().close();
});

test("who plays stands within the track, however many they are", async () => {
  const page = await openPage(host, { viewport: { width: 1280, height: 800 } });
  const colours = ["red", "white", "green", "black", "orange"];
  for (let count = 2; count <= 5; count++) {
    const id = `track-${count}`;
    await keepGame(page, id, {
      seats: colours.slice(0, count).map((colour, at) => ({ kind: "person", colour, name: `Player ${at + 1}` })),
      words: [],
    });
    await visit(page, `#/local/${id}`, `.scoreboard[data-seats="${count}"] .track-ring`);
    const outside = await page.evaluate(() => {
      const cells = [...document.querySelectorAll(".track-field")].map((cell) => cell.getBoundingClientRect());
      const [{ left, top, width, height }] = cells;
      const [right, bottom] = [
        Math.max(...cells.map((cell) => cell.right)),
        Math.max(...cells.map((cell) => cell.bottom)),
      ];
      const within = (box) =>
        box.left >= left + width &&
        box.top >= top + height &&
        box.right <= right - width &&
        box.bottom <= bottom - height;
      return [...document.querySelectorAll(".seat-name, .seat .supply, .side-points")].filter(
        (part) => !within(part.getBoundingClientRect()),
      ).length;
    });
    assert.equal(outside, 0, `of ${count} players`);
  }
  await page.context().close();
});

test("scores stand on the track and the live region tells whose turn it is", async () => {
  const page = await openPage(host);
  await openGame(page, battle.slice(0, -2));
  await page.locator(".track-marker").first().waitFor();
  assert.equal(await page.locator(".track-marker").count(), 2);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(() => /turn, Ben|turn, Anna/.test(document.getElementById("live")?.textContent ?? ""));
  await page.context().close();
});
