// The board: whole turns by mouse, by finger and by keys alone, taken back before and after they are sent; a battle; aids.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openGame } from "../../web/tools/record-game.mjs";
import { atRest, checkAxe, checkWidth, openBrowser, openPage, PATIENCE_MS, shoot, visit } from "./harness.mjs";
import { openSheet } from "./harness-play.mjs";

const host = await openBrowser();
test.after(() => host.close());

/** The opening of a game of three, in which seat 2 has drawn R2S and may attack a planet at -1,1. */
const SPACE = [
  "R2S@-1,0r0=small:route.E A1@0,-1r2=small:asteroids.S A1_RR@-2,0r0=small:asteroids.N P0_R@-1,-1r0=large:planet",
  "A2_R_E@-2,1r3=small:asteroids.S P1_R@-1,1r1=small:planet A3_R_B@1,0r1=small:asteroids.N R2S",
].join(" ");
const MEADOW = [
  "B@0,1r0=meeple:monastery J@0,-1r2=meeple:city.S K@-1,-1r3=meeple:city.W V@-1,0r2=meeple:road.N",
  "U@1,-1r1=meeple:road.N V_G@1,1r2=meeple:road.N V@1,2r0=none W",
].join(" ");

/** Layers of a table: the page, the board's tiles and what lies over them, what stands beside and before it. */
const LAYERS = 16;

/** Bytes that a tile takes in a printed document at least. */
const TILE_PRINTED = 500;

function saved(game, words, setup = {}) {
  const colours = game === "classic" ? ["black", "red", "green"] : ["red", "black", "green"];
  const seats = colours.map((colour, index) => ({ kind: "person", colour, name: ["Anna", "Ben", "Cara"][index] }));
  const options = game === "classic" ? ["fields"] : [];
  const locks = { public: true, aids: true, hints: true, takebacks: true };
  return {
    id: "board",
    setup: { game, set: game, options, seats, first: 1, clock: { kind: "none" }, grace: 0, ...locks, ...setup },
    first: 1,
    words: words.split(" "),
    draws: [],
    throws: [],
    at: 1,
    scores: null,
  };
}

/** Two people who play classic. */
function two() {
  return ["black", "red"].map((colour, index) => ({ kind: "person", colour, name: ["Anna", "Ben"][index] }));
}

/** Opens a kept game at its table. */
async function openTable(game, { settings = {}, ...options } = {}) {
  const page = await openPage(host, options);
  await page.evaluate(
    ([kept, set]) => {
      localStorage.setItem("tessera.game.board", kept);
      localStorage.setItem("tessera.settings", set);
    },
    [JSON.stringify(game), JSON.stringify(settings)],
  );
  await page.reload();
  await visit(page, "#/local/board", ".board");
  await page.locator(".board-dock").waitFor();
  await atRest(page);
  return page;
}

function words(page) {
  return page.evaluate(() => JSON.parse(localStorage.getItem("tessera.game.board")).words);
}

/** The middle of something on the board, on the screen. */
async function middle(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test("a game is played by what one types: places, words, notation, and questions", async () => {
  const page = await openTable(saved("classic", MEADOW), { settings: { motion: "reduced", autoDraw: false } });
  if ((await page.locator(".stack-button").count()) > 0) await page.keyboard.press("d");
  await page.locator(".hand-tile").waitFor();
  const before = (await words(page)).length;
  await page.keyboard.press("/");
  const lines = page.locator(".typed-lines li");
  const type = async (text) => {
    await page.getByRole("textbox", { name: "Type a turn or a question" }).fill(text);
    await page.keyboard.press("Enter");
    return lines.allTextContents();
  };
  await lines.first().waitFor();
  assert.ok((await lines.count()) > 4, "the box begins with what it understands");
  await checkAxe(page, "the box in which one types");
  await shoot(page, "board-typed");
  assert.ok((await type("places")).length > 1);
  assert.ok((await type("row 0")).some((line) => line.startsWith("at the start tile: ")));
  for (const line of await type("open")) assert.match(line, /^.+: .+ of .+, \d+ open ends?$/);
  assert.ok((await type("realm")).length > 0);
  assert.match((await type("sdfg"))[0], /^0 choices have these words/);
  assert.match((await type("99,99r0=none"))[0], /not possible/);
  assert.match((await type("1"))[0], /^The tile lies /);
  assert.match((await type("back"))[0], /Done/);
  await type("1");
  await type("no meeple");
  await type("done");
  await page.waitForFunction((n) => JSON.parse(localStorage.getItem("tessera.game.board")).words.length > n, before);
  assert.match((await words(page))[before], /=none$/);
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("t");
  await page.waitForFunction((n) => JSON.parse(localStorage.getItem("tessera.game.board")).words.length <= n, before);
  await page.locator(".hand-tile").waitFor();
  await page.keyboard.press("h");
  await page.locator(".hints .hint").first().waitFor();
  await page.context().close();
});

test("a turn by mouse: cell, spot, done; turned by tap, button, key and wheel; taken back before it is sent", async () => {
  const page = await openTable(saved("classic", MEADOW));
  const before = await words(page);
  await shoot(page, "board-classic-light-1440");
  await page.mouse.click(...(await middle(page, ".place")));
  assert.equal(await page.locator(".place").count(), 0);
  const shown = () => page.locator(".ghost-tile image").getAttribute("href");
  const first = await shown();
  await atRest(page);
  await page.keyboard.press("Escape");
  await page.locator(".hand-back").click();
  await page.locator(".place").first().waitFor();
  assert.deepEqual(await words(page), before, "nothing was sent");
  await page.mouse.click(...(await middle(page, ".place")));
  await atRest(page);
  if ((await page.locator(".hand-turn").count()) > 0) {
    await page.locator(".hand-turn button").last().click();
    assert.notEqual(await shown(), first);
    await page.keyboard.press("Shift+R");
    assert.equal(await shown(), first);
  }
  const choose = async () => page.mouse.click(...(await middle(page, ".spot-rim")));
  await choose();
  assert.equal(await page.locator(".ghost-meeple").count(), 1);
  assert.equal(await page.locator(".chip[aria-pressed=true]").count(), 1);
  await shoot(page, "board-classic-light-1440-chosen");
  const backAt = await middle(page, ".hand-back");
  await page.locator(".hand-back").click();
  await page.locator(".hand-done").getByText("Done, no meeple").waitFor();
  assert.deepEqual(await middle(page, ".hand-back"), backAt, "a second click at the same place is on Back again");
  await choose();
  await checkAxe(page, "a turn being chosen");
  await page.locator(".hand-done").click();
  await page.waitForFunction(
    (n) => JSON.parse(localStorage.getItem("tessera.game.board")).words.length > n,
    before.length,
  );
  assert.match((await words(page))[before.length], /^W@.*=meeple:/);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(
    (n) => JSON.parse(localStorage.getItem("tessera.game.board")).words.length === n,
    before.length,
  );
  await page.context().close();
});

/** A finger comes down on a place, the view moves, the finger goes up: all before anything else can happen. */
function tapWhileMoving(place) {
  const plane = document.querySelector(".board-plane");
  const board = document.querySelector(".board-view");
  const { x, y, width, height } = place.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, pointerType: "mouse", bubbles: true };
  const before = plane.style.transform;
  board.dispatchEvent(new PointerEvent("pointerdown", at));
  for (let i = 0; i < 3; i++)
    document.querySelector(".board-list").dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
  const moved = plane.style.transform !== before;
  board.dispatchEvent(new PointerEvent("pointerup", at));
  return { moved, cell: place.dataset.cell };
}

/** The mean colour of a part of the window. */
async function meanColour(page, clip) {
  const picture = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate(async (shot) => {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const mean = (part) =>
      data.filter((_, n) => n % 4 === part).reduce((sum, each) => sum + each, 0) / (data.length / 4);
    return [0, 1, 2].map(mean);
  }, picture);
}

for (const [game, turns] of [
  ["star-wars", SPACE],
  ["classic", MEADOW],
])
  for (const colorScheme of ["dark", "light"])
    test(`legal places are seen once they have glowed, however far away: ${game}, ${colorScheme}`, async () => {
      const page = await openTable(saved(game, turns), { colorScheme });
      const place = page.locator(".place").first();
      const wide = async () => (await place.boundingBox()).width;
      for (let last = 0; last !== (await wide()); ) {
        last = await wide();
        await page.getByRole("button", { name: "Zoom out" }).click();
        await atRest(page);
      }
      await page.mouse.move(0, 0);
      await shoot(page, `board-places-${game}-${colorScheme}`);
      const { x, y } = await page.locator(".board-view").boundingBox();
      const seen = await meanColour(page, await place.boundingBox());
      const table = await meanColour(page, { x: x + 10, y: y + 10, width: 20, height: 20 });
      const apart = Math.hypot(...seen.map((part, n) => part - table[n]));
      assert.ok(apart >= 60, `a place of ${await wide()} px is ${apart.toFixed(0)} from the table`);
      const lies = await meanColour(page, await page.locator(".board-scene .tile").first().boundingBox());
      const dark = Math.hypot(...table) < 200;
      const tile = Math.hypot(...lies.map((part, n) => part - table[n]));
      assert.ok(dark, `the table is dark in both themes: ${table.map(Math.round)}`);
      assert.ok(tile >= (game === "classic" ? 60 : 25), `a tile is ${tile.toFixed(0)} from the table`);
      await page.context().close();
    });

test("what is tapped is what lay under the finger when it was put down, however the view moves until it is lifted", async () => {
  const page = await openTable(saved("star-wars", SPACE), { reducedMotion: "reduce" });
  await atRest(page);
  await page.mouse.move(200, 200); // a pointer that can be captured
  const { moved, cell } = await page.locator(".place").last().evaluate(tapWhileMoving);
  assert.ok(moved);
  await page.locator(`.ghost-tile[data-cell="${cell}"]`).waitFor();
  await page.context().close();
});

test("a turn by finger on a phone: three taps, after a pinch and a drag", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const page = await openTable(saved("star-wars", SPACE), phone);
  const before = await words(page);
  await checkWidth(page, "board at 360");
  await shoot(page, "board-space-light-360");
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const scale = () =>
    page.locator(".board-plane").evaluate((plane) => new DOMMatrix(getComputedStyle(plane).transform).a);
  const far = await scale();
  await touch("touchStart", [150, 250], [210, 250]);
  for (let i = 1; i <= 10; i++) await touch("touchMove", [150 - 3 * i, 250], [210 + 3 * i, 250]);
  await touch("touchEnd");
  assert.ok((await scale()) > far * 1.7, "two fingers zoom");
  await page.getByRole("button", { name: "Show the whole board" }).tap();
  await atRest(page);
  await page.touchscreen.tap(...(await middle(page, ".place")));
  await page.locator(".ghost-tile").waitFor();
  await atRest(page);
  await page.touchscreen.tap(...(await middle(page, ".spot-rim")));
  await shoot(page, "board-space-light-360-chosen");
  await page.locator(".hand-done").tap();
  await page.waitForFunction(
    (n) => JSON.parse(localStorage.getItem("tessera.game.board")).words.length > n,
    before.length,
  );
  for (const button of await page.locator(".board button:visible, .board summary").all()) {
    const box = await button.boundingBox();
    assert.ok(box.width >= 43.5 && box.height >= 43.5, `${await button.getAttribute("aria-label")} is too small`);
  }
  await page.context().close();
});

test("a turn by keys alone, told in words; without confirmation the decision plays it", async () => {
  const page = await openTable(saved("classic", MEADOW), { settings: { confirm: false }, reducedMotion: "reduce" });
  const before = await words(page);
  const list = page.getByRole("listbox", { name: "Legal places" });
  await list.focus();
  const options = list.getByRole("option");
  const count = await options.count();
  assert.ok(count > 3);
  assert.match(await options.first().textContent(), /\d (left|right|up|down)/);
  await page.keyboard.press("End");
  assert.equal(await list.getAttribute("aria-activedescendant"), `board-choice-${count - 1}`);
  await page.keyboard.press("ArrowDown");
  assert.equal(await list.getAttribute("aria-activedescendant"), "board-choice-0");
  await shoot(page, "board-classic-light-1440-keys");
  await page.keyboard.press("Enter");
  const spots = page.getByRole("listbox", { name: "Meeple" });
  await spots.waitFor();
  await page.keyboard.press("r");
  await page.keyboard.press("Escape");
  await list.waitFor();
  await page.waitForFunction(() => document.getElementById("live").textContent.includes("in the hand again"));
  await page.evaluate(() => {
    const live = document.getElementById("live");
    const keep = () => {
      live.dataset.told = `${live.dataset.told ?? ""} ${live.textContent}`;
    };
    new MutationObserver(keep).observe(live, { childList: true, characterData: true, subtree: true });
  });
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (n) => JSON.parse(localStorage.getItem("tessera.game.board")).words.length > n,
    before.length,
  );
  await page.waitForFunction(() => document.getElementById("live").dataset.told?.includes("Ben"));
  assert.ok(await page.evaluate(() => document.activeElement.matches(".board-list")), "the focus stays on the board");
  await list.waitFor();
  await page.keyboard.press("i");
  await page.getByRole("listbox", { name: "Realms" }).waitFor();
  await page.keyboard.press("ArrowDown");
  assert.match(await page.locator(".board-tip").textContent(), /worth \d+ points? now for (Anna|Ben|Cara)/);
  await shoot(page, "board-classic-light-1440-realms");
  await checkAxe(page, "realms by keys");
  await page.keyboard.press("Escape");
  await list.waitFor();
  await page.keyboard.press("+");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("0");
  await page.context().close();
});

test("where no meeple can be set, the tile that lies is all that is left to confirm", async () => {
  const page = await openTable(saved("classic", "U@1,0r0=meeple:road.E U", { options: [] }));
  const list = page.getByRole("listbox", { name: "Legal places" });
  await list.focus();
  await list.getByRole("option").nth(1).waitFor({ state: "attached" });
  const places = await list.getByRole("option").allTextContents();
  for (let at = places.findIndex((place) => place.startsWith("2 right")); at > 0; at--)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator(".hand-text").getByText("No meeple can stand here.").waitFor();
  await page.waitForFunction(() => document.getElementById("live").textContent.includes("No meeple can stand here."));
  assert.equal(await page.locator(".chips").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Done", exact: true }).count(), 1);
  assert.equal((await words(page)).length, 2, "nothing was sent");
  await checkAxe(page, "a tile without a place for a meeple");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("tessera.game.board")).words.length > 2);
  assert.equal((await words(page))[2], "U@2,0r0=none");
  await page.getByRole("button", { name: "Keys" }).click();
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.context().close();
});

/** Two people play with arrows: the place of the meeple that the last one allows is five tiles away. */
const ARROWS = "U@1,0r0=none U@2,0r0=none U@3,0r0=none U@4,0r0=none U@5,0r0=none B@0,1r0=none AE_1";

/** Whether the middle of something on the board lies within its window. */
function inSight(page, selector) {
  return page.evaluate((wanted) => {
    const view = document.querySelector(".board-view").getBoundingClientRect();
    const { left, right, top, bottom } = document.querySelector(wanted).getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return view.left < x && x < view.right && view.top < y && y < view.bottom;
  }, selector);
}

test("on a phone an arrow lights up, and a far place for a meeple comes into sight by a tap", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const page = await openTable(saved("classic", ARROWS, { options: ["arrows"], seats: two() }), phone);
  await page.touchscreen.tap(...(await middle(page, '.place[data-cell="6,0"]')));
  await page.locator(".hand-turn button").last().tap();
  const text = page.locator(".hand-text");
  await text.getByText("An arrow allows: meeple elsewhere.").waitFor();
  assert.equal(await page.locator(".arrow-light").count(), 1);
  assert.equal(await page.locator(".arrow-active").count(), 0);
  await atRest(page);
  assert.ok(await inSight(page, ".ghost-tile"));
  await shoot(page, "board-arrow-light-360-laid");
  const chip = page.getByRole("button", { name: "meeple: monastery (6 left, 1 down)" });
  await page.locator(".chip-group", { has: chip }).locator(".chip-realm").tap();
  assert.equal(await chip.getAttribute("aria-pressed"), "true", "the picture and the words are part of the button");
  await page.locator(".arrow-active").waitFor();
  await text.getByText("places a meeple elsewhere by an arrow").waitFor();
  await atRest(page);
  assert.ok(await inSight(page, ".ghost-meeple"), "the view has gone to the meeple");
  await shoot(page, "board-arrow-light-360");
  await checkWidth(page, "a meeple elsewhere");
  await page.locator(".hand-done").tap();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("tessera.game.board")).words.length > 7);
  assert.equal((await words(page))[7], "AE_1@6,0r2=meeple:monastery@0,1");
  await page.context().close();
});

test("on a phone the tile comes near where no meeple can be set, too, and what is taken back is seen", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const row = Array.from({ length: 6 }, (_, i) => `U@${i + 1},0r0=${i > 0 ? "none" : "meeple:road.E"}`).join(" ");
  const page = await openTable(saved("classic", `${row} U`, { options: [] }), phone);
  await page.locator('.place[data-cell="7,0"]').waitFor();
  await atRest(page);
  await page.touchscreen.tap(...(await middle(page, '.place[data-cell="7,0"]')));
  await page.locator(".hand-text").getByText("No meeple can stand here.").waitFor();
  await atRest(page);
  const tile = await page.locator(".ghost-tile").boundingBox();
  assert.ok(tile.width > 90, `a tile of ${tile.width} px can be seen and turned`);
  await page.locator(".hand-done").tap();
  await openSheet(page, "table");
  await page.getByRole("button", { name: "Take back" }).tap();
  await page.locator(".table-side").waitFor({ state: "hidden" });
  await page.context().close();
});

test("on a phone held across no choice for a meeple is wider than the hand, and the title is told in whole", async () => {
  const phone = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true, locale: "it-IT" };
  const page = await openTable(saved("classic", ARROWS, { options: ["arrows"], seats: two() }), phone);
  await page.touchscreen.tap(...(await middle(page, '.place[data-cell="6,0"]')));
  await page.locator(".hand-turn button").last().tap();
  await page.locator(".chip-words").getByText("(6 a sinistra, 1 in basso)").waitFor();
  const beyond = (selector, size) =>
    page.locator(selector).evaluate((each, of) => each[`scroll${of}`] - each[`client${of}`], size);
  await page.waitForFunction(() => document.fonts.status === "loaded");
  assert.ok((await beyond(".chips", "Width")) <= 1);
  assert.ok((await beyond(".hand-title", "Width")) <= 1);
  assert.ok((await beyond(".hand-title", "Height")) <= 1);
  await shoot(page, "board-arrow-740");
  await page.context().close();
});

test("the hand has the mark and the colour of whose turn it is, also where several share the device", async () => {
  for (const settings of [{}, { autoDraw: false }]) {
    const words = settings.autoDraw === false ? SPACE.replace(/ R2S$/, "") : SPACE;
    const page = await openTable(saved("star-wars", words), { settings });
    await page.locator(".board-dock[data-colour=black] .seat-black").first().waitFor();
    const [line, own] = await page.locator(".hand-title b, .stack-words b").evaluate((name) => {
      const probe = document.body.appendChild(document.createElement("span"));
      probe.style.color = "var(--seat-black)";
      return [getComputedStyle(name).boxShadow, getComputedStyle(probe).color];
    });
    assert.ok(line.startsWith(own), `${line} is of ${own}`);
    await page.context().close();
  }
});

test("an extra turn is told where it is said whose turn it is", async () => {
  const arrows = "U@1,0r0=none AT_2@0,1r0=none U";
  const page = await openTable(saved("classic", arrows, { options: ["arrows"], seats: two() }));
  await page.locator(".hand-title").getByText("Ben, your turn · extra turn").waitFor();
  await page.context().close();
});

/** Anna's road is closed at its other end: by Ben, or by herself once Ben has laid another tile. */
const ROAD = "A@1,0r1=meeple:road.W";

test("what a turn brings is green where it is good for whose turn it is, and not where others get more", async () => {
  for (const [moves, green] of [
    [`${ROAD} B@0,1r0=none A`, true],
    [`${ROAD} A`, false],
  ]) {
    const page = await openTable(saved("classic", moves, { seats: two(), options: [] }), { reducedMotion: "reduce" });
    await page.mouse.click(...(await middle(page, '.place[data-cell="-1,0"]')));
    const text = page.locator(".hand-text");
    await text.getByText("points for Anna").waitFor();
    const [its, plain] = await page
      .locator(".hand-text, .hand-title")
      .evaluateAll((all) => all.reverse().map((each) => getComputedStyle(each).color));
    assert.equal(its !== plain, green);
    await page.context().close();
  }
});

/** Cara's planet, and the tile with which Ben attacks it, as the list of places and the choices tell them. */
async function attack(page) {
  await page.locator(".board-list").focus();
  const places = await page.locator(".board-list li").allTextContents();
  const at = places.findIndex((place) => place.startsWith("1 left, 2 down"));
  assert.ok(at >= 0, places.join(" | "));
  for (let i = 0; i < at; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^large meeple: planet \(1 up\)/ }).click();
}

/**
 * Keeps what the card of a battle tells when it appears as `battleSeen`, and what is said meanwhile as `battleSaid`.
 */
function watchBattle() {
  const look = (card) => {
    const odds = [...card.querySelectorAll(".fighter-state")].map((state) => state.textContent);
    const fallen = card.querySelector(".die-best") !== null;
    return { fallen, odds };
  };
  const live = document.getElementById("live");
  globalThis.battleSaid = "";
  new MutationObserver(() => {
    globalThis.battleSaid += live.textContent;
  }).observe(live, { childList: true });
  globalThis.battleSeen = null;
  new MutationObserver(() => {
    const card = document.querySelector(".battle");
    if (card) globalThis.battleSeen ??= look(card);
  }).observe(document.querySelector(".board-cards"), { childList: true, subtree: true });
}

/** What stands where in a battle: whose colours, which meeples, of what colour the dice are. Runs in the page. */
function standing(fighters) {
  return fighters.map((fighter) => [
    [...fighter.querySelectorAll(".fighter-meeples use")].map((use) => use.getAttribute("href")),
    fighter.querySelector(".fighter-dice").dataset.dice,
  ]);
}
const FACE_TO_FACE = [
  [["#panel-large-blackplanet"], "green"],
  [["#panel-small-greenplanet"], "red"],
];

/** The dice of Ben (2) and Cara (3), with which he wins or loses. */
for (const [outcome, dice, words] of [
  ["won", "[2:6,5;3:2,1]", /^You have won! Ben won with 6 against 2\.$/],
  ["lost", "[2:1,2;3:6,4]", /^You have lost\. \w+ won with 6 against 2\.$/],
])
  test(`one's own battle that is ${outcome} looks and sounds so, and less motion shows the picture`, async () => {
    const { setup } = saved("star-wars", SPACE);
    const seats = setup.seats.map((seat) => (seat.name === "Ben" ? seat : { ...seat, kind: "computer", level: 1 }));
    const options = { viewport: { width: 360, height: 740 }, reducedMotion: "reduce", settings: { sound: true } };
    const page = await openTable({ ...saved("star-wars", SPACE, { seats }), throws: [dice] }, options);
    await page.evaluate(() => {
      globalThis.pitches = [];
      const set = AudioParam.prototype.setValueAtTime;
      AudioParam.prototype.setValueAtTime = function (value, at) {
        globalThis.pitches.push(value);
        return set.call(this, value, at);
      };
    });
    await attack(page);
    await page.locator(".hand-done").click();
    await page.getByRole("button", { name: "Roll the dice" }).click();
    await page.locator(`.battle[data-outcome="${outcome}"]`).waitFor();
    assert.match((await page.locator(".battle-verdict").textContent()).trim(), words);
    const fallen = await page.locator('.fighter[data-state="lost"] .fighter-meeples svg').evaluate((meeple) => {
      const { a, b } = new DOMMatrix(getComputedStyle(meeple).transform);
      return Math.abs(b) > Math.abs(a);
    });
    assert.ok(fallen, "the loser lies");
    const [melody, other] = outcome === "won" ? [1047, 262] : [262, 1047];
    await page.waitForFunction((pitch) => globalThis.pitches.includes(pitch), melody);
    assert.ok(!(await page.evaluate((pitch) => globalThis.pitches.includes(pitch), other)));
    await page.context().close();
  });

test("with the speed 'at once' a battle is over at once", async () => {
  const page = await openTable(saved("star-wars", SPACE), { settings: { pace: "once" } });
  await attack(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.locator(".hand-done").click();
  await page
    .locator(".log-panel, .tab-panel")
    .getByText(/battle lost/)
    .waitFor();
  assert.equal(await page.locator(".battle").count(), 0);
  await page.context().close();
});

test("a battle is shown with the dice of both sides", async () => {
  for (const [colorScheme, width] of [
    ["dark", 1440],
    ["light", 360],
  ]) {
    const page = await openTable(saved("star-wars", SPACE), { colorScheme, viewport: { width, height: 780 } });
    await attack(page);
    const forecast = page.locator('.hand-text[data-brings="battle"]');
    assert.match(await forecast.textContent(), /Battle for the planet.* Odds: Ben \d+%, Cara \d+%/);
    assert.ok(await forecast.evaluate((text) => text.scrollHeight <= text.clientHeight + 1), "the odds can be seen");
    await shoot(page, `board-battle-before-${colorScheme}-${width}`);
    await page.evaluate(watchBattle);
    await page.locator(".hand-done").click();
    await page.locator(".battle .fighter").nth(1).waitFor();
    const { fallen, odds } = await page.evaluate(() => globalThis.battleSeen);
    assert.equal(fallen, false, "the card comes before the dice");
    for (const each of odds) assert.match(each, /^\d+% to win$/);
    assert.equal(await page.locator(".battle h2").textContent(), "Ben attacks Cara: planet");
    assert.deepEqual(await page.locator(".fighter").evaluateAll(standing), FACE_TO_FACE);
    if (width === 360) await page.getByRole("button", { name: "Roll the dice" }).click();
    else await page.keyboard.press("Space");
    await page.locator(".battle[data-rolling=false] .die-best").first().waitFor();
    await shoot(page, `board-battle-${colorScheme}-${width}`);
    await page.locator(".fighter[data-state=won], .fighter[data-state=ties]").first().waitFor();
    await shoot(page, `board-battle-over-${colorScheme}-${width}`);
    const verdict = page.locator(".battle-verdict").getByText(/^(Ben|Cara) won with [1-6] against [1-6]\.$/);
    await verdict.waitFor();
    const words = await verdict.textContent();
    await page.waitForFunction((told) => globalThis.battleSaid.includes(told), words);
    await checkAxe(page, "battle");
    await checkWidth(page, "battle");
    await page.locator(".board-view").click({ position: { x: 20, y: 200 } });
    await page.locator(".battle").waitFor({ state: "detached" });
    await page.context().close();
  }
});

/** What of the hand lies over something else of it, and choices that cannot be tapped once they are scrolled to. */
function crowdedInHand() {
  const box = (element) => element.getBoundingClientRect();
  const rooms = [".hand-words", ".chips", ".hand-ends"].map((each) => [each, box(document.querySelector(each))]);
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const over = rooms.flatMap(([one, a], index) =>
    rooms.slice(index + 1).flatMap(([other, b]) => (meets(a, b) ? [`${one} meets ${other}`] : [])),
  );
  const hidden = [...document.querySelectorAll(".chip")].filter((chip) => {
    chip.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom } = box(chip);
    return [top + 2, bottom - 2].some((y) => !chip.contains(document.elementFromPoint((left + right) / 2, y)));
  });
  return [...over, ...hidden.map((chip) => chip.title)];
}

for (const [width, height] of [
  [360, 740],
  [740, 360],
])
  test(`before a battle words, choices and buttons of the hand have their room: ${width} x ${height}`, async () => {
    const { seats } = saved("star-wars", SPACE).setup;
    const named = seats.map((seat) => ({ ...seat, name: `${seat.name} di Castiglione` }));
    const options = { viewport: { width, height }, reducedMotion: "reduce" };
    const page = await openTable(saved("star-wars", SPACE, { seats: named }), options);
    await attack(page);
    const forecast = page.locator('.hand-text[data-brings="battle"]');
    assert.ok(await forecast.evaluate((text) => text.scrollHeight <= text.clientHeight + 1), "the odds can be seen");
    assert.equal(await page.locator(".chip-group").count(), 2);
    await shoot(page, `board-battle-hand-${width}`);
    assert.deepEqual(await page.evaluate(crowdedInHand), []);
    await page.context().close();
  });

/** What board, hand and strip tell at a moment. Runs in the page. */
function moment() {
  const told = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
  return {
    battle: document.querySelector(".battle") !== null,
    tiles: document.querySelectorAll(".board-scene .tile").length,
    hand: told(".hand-title b"),
    held: document.querySelector(".hand-tile") !== null,
    left: told(".strip-count"),
  };
}

test("computers play on when a battle has been shown, one after the other", async () => {
  const { setup } = saved("star-wars", SPACE);
  const seats = setup.seats.map((seat) => (seat.name === "Ben" ? seat : { ...seat, kind: "computer", level: 1 }));
  const page = await openTable(saved("star-wars", SPACE, { seats }), { viewport: { width: 360, height: 780 } });
  const { left } = await page.evaluate(moment);
  await attack(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.locator(".hand-done").click();
  const seen = [await page.evaluate(moment)];
  const { tiles } = seen[0];
  const until = async (over) => {
    for (const end = Date.now() + PATIENCE_MS; !over(seen.at(-1)); seen.push(await page.evaluate(moment))) {
      assert.ok(Date.now() < end, JSON.stringify(seen.at(-1)));
      await page.clock.runFor(100);
    }
  };
  await until(({ battle }) => battle);
  await until(({ battle }) => !battle);
  for (const each of seen.slice(0, -1))
    assert.deepEqual({ ...each, battle: true }, { battle: true, tiles, hand: "Your turn", held: false, left });
  await until((now) => now.tiles === tiles + 2);
  const holds = (lie) => seen.find((each) => each.held && each.tiles === lie)?.hand;
  const [first, second] = [holds(tiles), holds(tiles + 1)];
  assert.ok(first && second && first !== second, `each is seen with a tile: ${first}, ${second}`);
  await page.context().close();
});

/** How much of its realm the card of a battle covers, in square pixels; whether the realm is to be seen. */
function battleCovers() {
  const card = document.querySelector(".battle").getBoundingClientRect();
  const view = document.querySelector(".board-view").getBoundingClientRect();
  const share = (a, b) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return Math.max(0, wide) * Math.max(0, high);
  };
  const realm = [...document.querySelectorAll(".flash > path")].map((path) => path.getBoundingClientRect());
  const sum = (box) => realm.reduce((area, part) => area + share(part, box), 0);
  return { covered: Math.round(sum(card)), seen: sum(view) > 0 };
}

for (const [width, height] of [
  [360, 740],
  [740, 360],
  [1280, 800],
])
  test(`the card of a battle leaves its realm free, however near one looks: ${width} x ${height}`, async () => {
    for (const zoom of [0, 8]) {
      const page = await openTable(saved("star-wars", SPACE), { viewport: { width, height }, reducedMotion: "reduce" });
      await attack(page);
      for (let n = 0; n < zoom; n++) await page.keyboard.press("+");
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await page.locator(".hand-done").click();
      await page.locator(".battle .fighter").nth(1).waitFor();
      await page.clock.runFor(400);
      const free = { covered: 0, seen: true };
      assert.deepEqual(await page.evaluate(battleCovers), free, `before the dice, ${zoom} steps nearer`);
      await shoot(page, `board-battle-${width}-${zoom}`);
      await page.keyboard.press("Space");
      await page.clock.runFor(1000);
      await page.locator(".battle[data-rolling=false] .die-best").first().waitFor();
      assert.deepEqual(await page.evaluate(battleCovers), free, `when they have fallen, ${zoom} steps nearer`);
      await page.context().close();
    }
  });

/**
 * Goes through all places by keys. Gives the tips that are cut off or lie over their place, and the edges of the window beyond
 * which a place reached.
 */
function lookAtPlaces() {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const view = box(".board-view");
  const [faults, edges] = [[], []];
  const list = document.querySelector(".board-list");
  for (const { textContent } of [...list.children]) {
    list.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    const [tip, cell] = [box(".board-tip"), box(".ghost-frame")];
    const cut = [view.left - tip.left, tip.right - view.right, view.top - tip.top, tip.bottom - view.bottom];
    const over = tip.left < cell.right && cell.left < tip.right && tip.top < cell.bottom && cell.top < tip.bottom;
    if (over || Math.max(...cut) > 1) faults.push(textContent);
    if (cell.left < view.left) edges.push("left");
    if (cell.right > view.right) edges.push("right");
    if (cell.top < view.top) edges.push("top");
    if (cell.bottom > view.bottom) edges.push("bottom");
  }
  return { faults, edges };
}

test("what a place would bring is told in whole beside it, also at every edge of the window", async () => {
  const page = await openTable(saved("classic", MEADOW), {
    viewport: { width: 900, height: 600 },
    reducedMotion: "reduce",
  });
  await page.locator(".board-list").focus();
  const met = new Set();
  for (const key of ["0", "+", "+", "Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight"]) {
    await page.keyboard.press(key);
    await atRest(page);
    const { faults, edges } = await page.evaluate(lookAtPlaces);
    assert.deepEqual(faults, [], `after ${key}`);
    for (const edge of edges) met.add(edge);
  }
  assert.deepEqual([...met].sort(), ["bottom", "left", "right", "top"]);
  await page.context().close();
});

test("what a place would bring is told where the pointer, the keys or a dragged tile are, and once the tile lies", async () => {
  const page = await openTable(saved("classic", "U@1,0r0=meeple:road.E U@2,0r0=none V", { options: [], seats: two() }));
  const place = '.place[data-cell="3,0"]';
  await page.mouse.move(...(await middle(page, place)));
  await page.locator(".board-tip").getByText("road 3 to 4", { exact: true }).waitFor();
  await shoot(page, "board-promise");
  await checkAxe(page, "what a place would bring");
  await page.mouse.move(1, 1);
  await page.locator(".board-tip").waitFor({ state: "detached" });
  await page.mouse.move(...(await middle(page, ".hand-tile")));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, place)), { steps: 4 });
  await page.locator(".board-tip").getByText("road 3 to 4").waitFor();
  await page.mouse.up();
  await page.locator(".hand-text").getByText("Incomplete: road 3 to 4.").waitFor();
  await page.locator(".hand-back").click();
  await page.mouse.move(1, 1);
  const list = page.getByRole("listbox", { name: "Legal places" });
  await list.focus();
  const places = await list.getByRole("option").allTextContents();
  for (let at = places.findIndex((words) => words.startsWith("3 right;")); at > 0; at--)
    await page.keyboard.press("ArrowDown");
  await list.getByRole("option", { selected: true }).getByText("; road 3 to 4").waitFor({ state: "attached" });
  await page.context().close();
});

test("a tile looks in the hand as it does where it is dragged and laid, and stays so on the board and in the log", async () => {
  for (const game of ["star-wars", "classic"]) {
    const page = await openTable(saved(game, game === "classic" ? MEADOW : SPACE), { reducedMotion: "reduce" });
    const look = (selector) => page.locator(`${selector} image`).getAttribute("href");
    const places = await page.locator(".place").evaluateAll((all) => all.map((place) => place.dataset.cell));
    await page.mouse.move(...(await middle(page, ".hand-tile")));
    await page.mouse.down();
    for (const cell of places) {
      await page.mouse.move(...(await middle(page, `.place[data-cell="${cell}"]`)), { steps: 4 });
      await page.locator(`.ghost-hint .ghost-tile[data-cell="${cell}"]`).waitFor();
      assert.equal(await look(".hand-tile"), await look(".ghost-tile"), `dragged to ${cell}`);
    }
    const dragged = await look(".hand-tile");
    await page.mouse.up();
    await page.locator(".hand-done").waitFor();
    assert.equal(await look(".hand-tile"), dragged, "laid");
    assert.equal(await look(".ghost-tile"), dragged, "laid on the board");
    await page.locator(".hand-back").click();
    await page.mouse.move(1, 1);
    await page.locator(".ghost").waitFor({ state: "detached" });
    assert.equal(await look(".hand-tile"), dragged, "in the hand again");
    await page.mouse.click(...(await middle(page, `.place[data-cell="${places.at(-1)}"]`)));
    await page.locator(".hand-done").click();
    await page.locator(".ghost").waitFor({ state: "detached" });
    assert.equal(await look(`.tile[data-cell="${places.at(-1)}"]`), dragged, "on the board");
    await page.locator(".log-entry", { hasText: "lays a tile" }).first().waitFor();
    const logged = page.locator(".log-tile image").first();
    await page.waitForFunction(
      ([image, href]) => image.getAttribute("href") === href,
      [await logged.elementHandle(), dragged],
    );
    await page.context().close();
  }
});

test("the tile in hand can be dragged onto the board, where it is as large as the others under the pointer", async () => {
  const page = await openTable(saved("star-wars", SPACE), { colorScheme: "dark" });
  const widths = [];
  for (const zoom of [0, 1]) {
    if (zoom) await page.locator(".hand-back").click();
    if (zoom) await page.getByRole("button", { name: "Zoom out" }).click();
    await atRest(page);
    const [hand, high] = await middle(page, ".hand-tile");
    await page.mouse.move(hand - 30, high + 20);
    await page.mouse.down();
    const [x, y] = await middle(page, ".place");
    await page.mouse.move(x + 40, y + 40);
    await page.mouse.move(x, y, { steps: 4 });
    await page.locator(".ghost-hint").waitFor();
    const dragged = await page.locator(".hand-tile").boundingBox();
    const scale = () => new DOMMatrix(getComputedStyle(document.querySelector(".board-plane")).transform).a;
    const width = 100 * (await page.evaluate(scale));
    assert.ok(Math.abs(dragged.width - width) < 2, `${dragged.width} pixels in the hand, ${width} on the board`);
    const [away, down] = [dragged.x + dragged.width / 2 - x, dragged.y + dragged.height / 2 - y];
    assert.ok(Math.hypot(away, down) < 2, "its middle is under the pointer");
    widths.push(width);
    await page.mouse.up();
    await page.locator(".hand-done").waitFor();
    assert.equal(await page.locator(".ghost-hint").count(), 0);
  }
  assert.ok(widths[0] - widths[1] > 10, `at two zooms: ${widths}`);
  await page.context().close();
});

test("a tile that is let go where it cannot lie is told why, in the hand, on the board and aloud, for a moment", async () => {
  const page = await openTable(saved("classic", "E", { options: [], seats: two() }), { reducedMotion: "reduce" });
  await atRest(page);
  const { x, y, width } = await page.locator('.board-tiles .tile[data-cell="0,0"]').boundingBox();
  const letGo = async (right, down) => {
    await page.mouse.move(...(await middle(page, ".hand-tile")));
    await page.mouse.down();
    await page.mouse.move(x + (right + 0.5) * width, y + (down + 0.5) * width, { steps: 4 });
    await page.mouse.up();
  };
  const refusals = [
    [0, 0, "A tile lies there already."],
    [1, 0, "It does not fit there, however it is turned."],
    [1, 1, "It must touch another tile."],
  ];
  for (const [right, down, why] of refusals) {
    await letGo(right, down);
    await page.locator(".hand-text").getByText(why).waitFor();
    await page.locator(".board-tip").getByText(why).waitFor();
    await page.locator(`.cursor[data-cell="${right},${down}"]`).waitFor();
    await page.locator("#live").getByText(why).waitFor({ state: "attached" });
  }
  await page.locator(".hand-text").getByText("Choose a place that glows.").waitFor();
  assert.equal(await page.locator(".board-tip, .cursor").count(), 0);
  await letGo(1, 0);
  await letGo(0, -1);
  await page.locator(".hand-done").waitFor();
  assert.doesNotMatch(await page.locator(".hand-text").textContent(), /does not fit/);
  await page.context().close();
});

test("a board that glides is one picture until it arrives, however slow its frames are", async () => {
  const page = await openTable(saved("classic", MEADOW));
  const moving = () => page.locator(".board-moving").count();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.evaluate(() => {
    globalThis.requestAnimationFrame = (frame) => {
      globalThis.lateFrame = frame;
      return 1;
    };
  });
  await page.locator(".board-tools button").first().click();
  await page.clock.runFor(2000);
  assert.equal(await moving(), 1, "no frame has been drawn: it is on its way");
  await page.evaluate(() => globalThis.lateFrame());
  await page.clock.runFor(200);
  assert.equal(await moving(), 0);
  await page.context().close();
});

test("a board in a hand is one picture until it is let go, however long the hand rests", async () => {
  const page = await openTable(saved("classic", MEADOW));
  const moving = () => page.locator(".board-moving").count();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.mouse.move(400, 300);
  await page.mouse.down();
  await page.mouse.move(460, 330, { steps: 3 });
  await page.clock.runFor(3000);
  assert.equal(await moving(), 1);
  await page.mouse.up();
  await page.clock.runFor(200);
  assert.equal(await moving(), 0);
  await page.context().close();
});

test("a board in a hand is few layers, and nothing on it glows", async () => {
  const page = await openPage(host);
  await openGame(page, "classic", 60);
  await atRest(page);
  await page.mouse.move(...(await middle(page, ".meeple")));
  await page.locator(".flash-part").first().waitFor({ state: "attached" });
  await page.mouse.down();
  const glow = () => getComputedStyle(document.querySelector(".flash-part")).animationPlayState;
  assert.equal(await page.evaluate(glow), "paused");
  await page.mouse.move(600, 330, { steps: 3 });
  const devtools = await page.context().newCDPSession(page);
  const told = new Promise((resolve) => {
    devtools.on("LayerTree.layerTreeDidChange", ({ layers }) => layers && resolve(layers));
  });
  await devtools.send("LayerTree.enable");
  await page.mouse.move(620, 340, { steps: 3 });
  const painted = (await told).filter(({ drawsContent }) => drawsContent);
  assert.ok(painted.length < LAYERS, `${painted.length} layers`);
  await page.mouse.up();
  await page.context().close();
});

test("aids are shown, switched and locked", async () => {
  const all = { owners: true, worth: true, holes: true, fits: true };
  for (const colorScheme of ["light", "dark"]) {
    const page = await openTable(saved("classic", MEADOW), { settings: all, colorScheme });
    assert.ok((await page.locator(".owned").count()) > 0);
    assert.ok((await page.locator(".worth").count()) > 0);
    assert.ok((await page.locator(".fits").count()) > 0);
    await checkAxe(page, `board with aids, ${colorScheme}`);
    await page.locator(".aids summary").click();
    await shoot(page, `board-aids-${colorScheme}`);
    await checkAxe(page, "menu of aids");
    await page.getByLabel("Owners").uncheck();
    assert.equal(await page.locator(".owned").count(), 0);
    await page.mouse.move(...(await middle(page, ".tile")));
    await page.mouse.move(...(await middle(page, ".meeple")));
    await page.locator(".board-tip").waitFor();
    await shoot(page, `board-tip-${colorScheme}`);
    await page.context().close();
  }
  const page = await openTable(saved("classic", MEADOW, { aids: false }), { settings: all });
  assert.equal(await page.locator(".owned, .worth, .fits, .hole, .aids").count(), 0);
  await page.context().close();
});

test("an aid is switched by a press on its words, by mouse and by finger; a press elsewhere closes the menu", async () => {
  const phone = (width, height) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });
  for (const options of [{}, phone(360, 740), phone(740, 360)]) {
    const page = await openTable(saved("classic", MEADOW), options);
    const press = (x, y) => (options.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    await page.locator(".aids summary").click();
    const menu = await page.locator(".aids-menu").boundingBox();
    assert.ok(menu.x >= 0 && menu.y + menu.height <= page.viewportSize().height, "the menu is whole");
    const words = await page.locator(".aid", { hasText: "Owners" }).boundingBox();
    for (const owned of [true, false]) {
      await press(words.x + words.width - 4, words.y + words.height / 2);
      assert.equal(await page.getByLabel("Owners").isChecked(), owned);
      assert.equal((await page.locator(".owned").count()) > 0, owned);
    }
    const view = await page.locator(".board-view").boundingBox();
    await press(view.x + 5, view.y + view.height - 5);
    await page.locator(".aids:not([open])").waitFor();
    await page.context().close();
  }
});

test("how good places are is told by their outlines and in words, if the player wants it and hints are allowed", async () => {
  const page = await openTable(saved("star-wars", SPACE));
  await page.locator(".place").first().waitFor();
  assert.equal(await page.locator(".place-1, .place-2, .place-3").count(), 0);
  await page.locator(".aids summary").click();
  await page.getByLabel("How good places are").check();
  await page.locator(".place-3").first().waitFor();
  assert.equal(await page.locator(".place").count(), await page.locator(".place-1, .place-2, .place-3").count());
  await page.locator(".board-list").focus();
  await page.locator(".board-list li").getByText("one of the best places").first().waitFor({ state: "attached" });
  await shoot(page, "board-ratings");
  await checkAxe(page, "ratings");
  await page.context().close();
  const locked = await openTable(saved("star-wars", SPACE, { hints: false }), { settings: { ratings: true } });
  await locked.locator(".place").first().waitFor();
  assert.equal(await locked.locator(".place-3").count(), 0);
  await locked.locator(".aids summary").click();
  await locked.getByLabel("Holes").waitFor();
  assert.equal(await locked.getByLabel("How good places are").count(), 0);
  await locked.context().close();
});

test("a tile of the board is an image that is whole in itself, painted in both themes or as a chart, as one likes", async () => {
  const page = await openTable(saved("star-wars", SPACE), { colorScheme: "dark" });
  /** What images refer to and do not have, and the theme whose names they have. */
  const looked = () =>
    page.evaluate(async () => {
      const images = [...document.querySelectorAll(".board-scene .tile image")];
      const all = images.map(async (image) => {
        const address = image.getAttribute("href");
        await Object.assign(new Image(), { src: address }).decode();
        const text = decodeURIComponent(address.slice(address.indexOf(",") + 1));
        const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
        const missing = [...text.matchAll(/(?:url\(|href=")#([^")]+)/g)].flatMap(([, id]) => (ids.has(id) ? [] : [id]));
        return { missing, themes: [...ids].map((id) => id.split("-")[0]) };
      });
      const found = await Promise.all(all);
      return {
        count: found.length,
        missing: found.flatMap((each) => each.missing),
        themes: [...new Set(found.flatMap((each) => each.themes))],
      };
    });
  assert.deepEqual(await looked(), { count: 8, missing: [], themes: ["space"] });
  await page.emulateMedia({ colorScheme: "light" });
  assert.deepEqual(await looked(), { count: 8, missing: [], themes: ["space"] }, "they are painted in both themes");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "as a chart" }).check();
  await page.getByRole("link", { name: "Back" }).click();
  await page.waitForFunction(() =>
    document.querySelector(".board-scene .tile image")?.getAttribute("href").includes("chart"),
  );
  assert.deepEqual(await looked(), { count: 8, missing: [], themes: ["chart"] });
  await page.context().close();
});

test("a table that is printed has its tiles", async () => {
  const page = await openTable(saved("classic", MEADOW));
  const printed = async () => (await page.pdf({ printBackground: true, width: "1440px", height: "900px" })).length;
  const whole = await printed();
  await page.evaluate(() => {
    for (const tile of document.querySelectorAll(".board-scene .tile image")) tile.remove();
  });
  const bare = await printed();
  assert.ok(whole > bare + 8 * TILE_PRINTED, `${whole} bytes, without tiles ${bare}`);
  await page.context().close();
});

test("farmers lie down, all others stand", async () => {
  const page = await openTable(saved("classic", "U@1,0r0=meeple:field.NL U@2,0r0=meeple:road.E V", { seats: two() }));
  /** How a meeple is turned, and where its middle is in its tile, from 0 to 1 each way. */
  const seen = (cell, realm) =>
    page.locator(`.meeple[data-meeple*="${realm}"]`).evaluate((meeple, at) => {
      const tile = document.querySelector(`.board-scene .tile[data-cell="${at}"]`).getBoundingClientRect();
      const { left, top, width, height } = meeple.getBoundingClientRect();
      const part = (start, size, from, of) => (start + size / 2 - from) / of;
      const x = part(left, width, tile.left, tile.width);
      const y = part(top, height, tile.top, tile.height);
      return { turn: meeple.querySelector("use").getAttribute("transform"), x, y };
    }, cell);
  const farmer = await seen("1,0", "field");
  assert.match(farmer.turn, /^rotate\(-90 /);
  const inside = farmer.x > 0 && farmer.x < 1 && farmer.y > 0 && farmer.y < 0.45;
  assert.ok(inside, `the farmer lies above the road: ${JSON.stringify(farmer)}`);
  const traveller = await seen("2,0", "road");
  assert.equal(traveller.turn, null);
  assert.ok(Math.abs(traveller.y - 0.5) < 0.15, `who is on the road stands there: ${JSON.stringify(traveller)}`);
  await shoot(page, "board-farmer");
  await page.context().close();
});

test("a tile that fits nowhere is shown to all", async () => {
  const game = saved("classic", "V@-1,0r2=none J@0,-1r2=none V@-1,-1r3=none");
  game.draws = ["C"];
  const page = await openTable(game, { settings: { autoDraw: false } });
  await page.getByRole("button", { name: /Draw a tile/ }).click();
  await page.locator(".put-out").waitFor();
  await shoot(page, "board-put-out");
  await page.locator(".place").first().waitFor();
  await page.locator(".put-out").waitFor({ state: "detached" });
  await page.context().close();
});

test("the abbot is taken back from an incomplete monastery", async () => {
  const game = saved("classic", "B@0,1r0=abbot:monastery U@-1,0r0=none E", { options: ["abbot"], seats: two() });
  const page = await openTable(game);
  const before = await words(page);
  await page.mouse.click(...(await middle(page, ".place")));
  await page.getByRole("button", { name: "call the abbot back" }).click();
  assert.match(await page.locator(".hand-text").textContent(), /The abbot leaves the monastery/);
  await page.locator(".hand-done").click();
  await page.locator(".meeple").waitFor({ state: "detached" });
  assert.match((await words(page))[before.length], /^E@.*=return$/);
  await page.context().close();
});

test("what computers do is shown, and a team shares its realms", async () => {
  const seats = ["red", "black", "green", "white"].map((colour, index) =>
    index === 0 ? { kind: "person", colour, name: "Anna" } : { kind: "computer", level: 4, colour },
  );
  const all = { owners: true, worth: true };
  const game = saved("star-wars", "R2S@-1,0r0=small:route.E", { options: ["teams"], seats });
  const page = await openTable(game, { settings: all, colorScheme: "dark" });
  await page.getByText("Anna", { exact: true }).first().waitFor();
  await page.locator(".place").first().waitFor();
  assert.equal(await page.locator(".tile").count(), 5);
  assert.equal(await page.locator(".laid-tile").count(), 3);
  assert.equal(await page.locator(".scoreboard .face").count(), 3, "a face for each computer");
  assert.deepEqual(await page.locator(".seat-name").allTextContents(), ["Anna", "Bela", "Bram", "Birk"]);
  assert.equal(await page.locator(".seat-note").getByText("level 4").count(), 3);
  await shoot(page, "board-teams-dark");
  await page.context().close();
});

test("the stack is tapped where tiles are not drawn by themselves", async () => {
  const game = saved("star-wars", SPACE.split(" ").slice(0, -1).join(" "));
  const page = await openTable(game, { settings: { autoDraw: false }, colorScheme: "dark" });
  await shoot(page, "board-stack");
  await checkAxe(page, "stack");
  await page.getByRole("button", { name: /Draw a tile/ }).click();
  await page.locator(".hand-tile").waitFor();
  await page.context().close();
});

/** Two taps by the finger's clock 200 ms apart, however slow the machine is. */
async function tapTwice(page, x, y) {
  const devtools = await page.context().newCDPSession(page);
  const now = Date.now() / 1000;
  const send = (type, at) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchStart" ? [{ x, y }] : [],
      timestamp: now + at,
    });
  await Promise.all([send("touchStart", 0), send("touchEnd", 0.05), send("touchStart", 0.2), send("touchEnd", 0.25)]);
}

test("a double tap decides once: on a phone the stack comes to where the meeple was chosen", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const quick = { autoDraw: false, confirm: false, motion: "reduced" };
  const page = await openTable(saved("classic", MEADOW), { settings: quick, ...phone });
  const before = await words(page);
  await page.touchscreen.tap(...(await middle(page, ".place")));
  await page.locator(".chip").first().waitFor();
  await atRest(page);
  const at = await middle(page, ".chip");
  await tapTwice(page, ...at);
  const stack = page.locator(".stack-button");
  await stack.waitFor();
  const { x, y, width, height } = await stack.boundingBox();
  assert.ok(at[0] > x && at[0] < x + width && at[1] > y && at[1] < y + height, "the stack lies under the finger");
  assert.equal((await words(page)).length, before.length + 1, "the tile is laid, and none is drawn");
  await stack.tap();
  await page.locator(".hand-tile").waitFor();
  await page.context().close();
});

test("a key that is held chooses once", async () => {
  const page = await openTable(saved("classic", MEADOW));
  const before = await words(page);
  await page.locator(".board-list").focus();
  for (let n = 0; n < 3; n++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.locator(".hand-done").waitFor();
  assert.equal(await page.locator(".chip[aria-pressed=true]").count(), 0);
  await page.locator(".hand-done").focus();
  for (let n = 0; n < 3; n++) await page.keyboard.down("Enter");
  await page.locator(".hand-done").waitFor({ state: "detached" });
  await page.locator(".hand-tile").waitFor();
  for (let n = 0; n < 3; n++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  assert.equal(await page.locator(".hand-done").count(), 0);
  assert.equal((await words(page)).length, before.length + 2, "the tile is laid, the next one drawn");
  await page.context().close();
});
