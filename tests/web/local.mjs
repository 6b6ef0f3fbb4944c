// A game on this device: begun with one click, left and gone on with, in another language and theme, removed.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkAxe,
  checkWidth,
  expectFaults,
  holdBack,
  openBrowser,
  openPage,
  PATIENCE_MS,
  shoot,
  visit,
} from "./harness.mjs";
import { endOf } from "./harness-games.mjs";

const host = await openBrowser();
test.after(() => host.close());

/** The games kept in the page's browser. */
const games = (page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith("tessera.game."))
      .map(([, game]) => JSON.parse(game)),
  );

/** Waits until the person's tile is drawn. */
const drawn = (page) =>
  page.waitForFunction(() => {
    const [name] = Object.keys(localStorage).filter((key) => key.startsWith("tessera.game."));
    const { words, setup, first } = JSON.parse(localStorage.getItem(name));
    const laid = words.filter((word) => word.includes("@")).length;
    const drawnNow = words.length > 0 && !words.at(-1).includes("@") && !words.at(-1).startsWith("[");
    return drawnNow && setup.seats[(first - 1 + laid) % setup.seats.length].kind === "person";
  });

async function begin(page) {
  await page.locator(".home-button").first().click();
  await page.locator(".table").waitFor();
  await drawn(page);
}

for (const [colorScheme, width, height] of [
  ["dark", 1440, 900],
  ["light", 1024, 768],
  ["light", 360, 740],
])
  test(`one click, and the game is on: ${colorScheme}, ${width} px`, async () => {
    const page = await openPage(host, { colorScheme, viewport: { width, height } });
    await begin(page);
    await shoot(page, `table-${colorScheme}-${width}`);
    await checkWidth(page, "table");
    await checkAxe(page, "table");
    await page.context().close();
  });

test("the typeface comes after the first tile, and changes no word before the next screen", async () => {
  const page = await host.browser.newPage();
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    const { fonts } = document;
    const add = fonts.add.bind(fonts);
    globalThis.added = [];
    fonts.add = (face) => globalThis.added.push(location.hash) && add(face);
  });
  const release = await holdBack(page, "**/page-*.wasm");
  await page.goto(host.url);
  await page.locator(".home-start").waitFor();
  await page.waitForLoadState("load");
  const faces = () => asked.filter((url) => url.endsWith(".woff2"));
  assert.deepEqual(faces(), [], "no tile is there");
  await release();
  await page.locator(".home-board img").waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(new Set(faces()).size, 2);
  await page.locator('a[href="#/new"]').click();
  await page.waitForFunction(() => document.fonts.size === 2 && document.fonts.check("16px Tessera"));
  assert.deepEqual(await page.evaluate(() => globalThis.added), ["#/new", "#/new"]);
  await visit(page, "#/");
  const families = (selectors) => selectors.map((each) => getComputedStyle(document.querySelector(each)).fontFamily);
  const used = await page.evaluate(families, ["h1", ".home-lead", ".home-start button", "select"]);
  for (const family of used) assert.match(family, /^Tessera,/);
  await page.close();
});

test("the typeface comes also where the first screen is left before its picture is there", async () => {
  const page = await host.browser.newPage();
  const release = await holdBack(page, "**/page-*.wasm");
  await page.goto(host.url);
  await page.locator('a[href="#/new"]').click();
  await page.waitForFunction(() => document.fonts.size === 2);
  await release();
  await page.close();
});

test("the first screen needs no picture: where the engine does not come, its ways are there", async () => {
  const page = await openPage(host);
  expectFaults(page, /Failed to load resource/);
  const told = page.waitForEvent("console", (message) => message.text().startsWith("the first screen has no picture"));
  await page.route("**/page-*.wasm", (route) => route.abort());
  await page.reload();
  await told;
  await page.locator(".home-start button").waitFor();
  assert.equal(await page.locator(".fault").count(), 0);
  await page.context().close();
});

test("a game is left, gone on with in mid-turn, and removed", async () => {
  const page = await openPage(host);
  await begin(page);
  const [before] = await games(page);
  await visit(page, "#/");
  await page.locator(".home-start a").click();
  await page.locator(".table").waitFor();
  const [after] = await games(page);
  assert.deepEqual(after.words, before.words);
  await visit(page, "#/");
  await page.locator(".home-game button").click();
  await page.locator("dialog .button-grave").click();
  await page.locator(".home-game").waitFor({ state: "detached" });
  assert.deepEqual(await games(page), []);
  await page.context().close();
});

test("language and colours change at the table, and are remembered", async () => {
  const page = await openPage(host, { colorScheme: "light" });
  await begin(page);
  const [{ words }] = await games(page);
  await page.locator(".header select").selectOption("it");
  await page.locator(".header button").click();
  await page.waitForFunction(() => document.documentElement.lang === "it");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.deepEqual((await games(page))[0].words, words);
  await page.getByRole("link", { name: "Impostazioni" }).click();
  await page.getByRole("link", { name: "Indietro" }).click();
  await page.locator(".table").waitFor();
  await page.reload();
  await page.locator(".table").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "it");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.context().close();
});

test("a game is played again: at its end, after a look back at it, after a reload", async () => {
  const page = await openPage(host, { reducedMotion: "reduce" });
  await page.evaluate((game) => localStorage.setItem("tessera.game.end", JSON.stringify(game)), endOf("classic", true));
  await visit(page, "#/local/end", ".ranks");
  const ways = [
    () => {},
    async () => {
      await page.getByRole("button", { name: "Review", exact: true }).click();
      await page.locator(".look .button-main").click();
      await page.getByRole("link", { name: "Back to the table" }).click();
      await page.locator(".ranks").waitFor();
    },
    async () => {
      await page.reload();
      await page.locator(".ranks").waitFor();
    },
  ];
  for (const [n, way] of ways.entries()) {
    await way();
    await page.getByRole("button", { name: "Play again" }).click();
    await page.locator('.board-dock[data-mine="true"] .hand-tile').waitFor();
    assert.equal(await page.locator(".board-scene .tile").count(), 1);
    const { setup } = (await games(page)).find(({ id }) => page.url().endsWith(`#/local/${id}`));
    const seats = setup.seats.map(({ name, colour }) => `${name} ${colour}`);
    assert.deepEqual(seats, ["Anna black", "Ben red", "Cara green"], `game ${n + 1}`);
    await visit(page, "#/local/end", ".ranks");
  }
  await page.context().close();
});

test("what is set up is played, and offered again", async () => {
  const page = await openPage(host);
  await visit(page, "#/new");
  await page.locator('input[name="game"]').nth(1).check();
  await page.locator(".seat-place-free").first().click();
  await page.getByRole("radio", { name: /^Arvo/ }).check();
  await page.locator(".seat-place").first().click();
  await page.locator(".setup-name").fill("Anna");
  await page.locator(".setup-start button").click();
  await page.locator(".table").waitFor();
  const [{ setup }] = await games(page);
  assert.equal(setup.game, "classic");
  assert.deepEqual(
    setup.seats.map((seat) => seat.kind),
    ["person", "computer", "computer"],
  );
  assert.deepEqual([setup.seats[0].name, setup.seats[2].level], ["Anna", 5]);
  await visit(page, "#/new");
  await page.getByRole("button", { name: "Seat 1, red: Anna" }).waitFor();
  const last = page.getByRole("button", { name: "As the last time" });
  assert.equal(await last.count(), 0);
  await page.getByRole("button", { name: /^Seat 3, green/ }).click();
  await page.getByRole("button", { name: "Remove seat 3" }).click();
  await page.locator('input[name="game"]').first().check();
  await last.click();
  await page.getByRole("button", { name: "Seat 3, green: Arvo" }).waitFor();
  assert.equal(await last.count(), 0);
  await checkAxe(page, "set-up");
  await page.context().close();
});

test("another game keeps what was chosen, and says what it does not have", async () => {
  const page = await openPage(host);
  await visit(page, "#/new");
  const game = (nth) => page.locator('input[name="game"]').nth(nth).check();
  const labels = () =>
    page.locator(".seat-place[aria-pressed]").evaluateAll((all) => all.map((each) => each.ariaLabel));
  const colours = async () => (await labels()).map((label) => /, (\w+):/.exec(label)[1]);
  const missing = () => page.locator(".setup-game [role=status]").textContent();
  await page.getByRole("button", { name: "Add a player: orange" }).click();
  await page.locator(".seat-place").first().click();
  await page.locator(".setup-name").fill("Anna");
  await page.locator(".setup-more > summary").click();
  await page.getByLabel("Hints").uncheck();
  await game(1);
  assert.deepEqual(await colours(), ["red", "black", "green"]);
  assert.equal(await missing(), "Classic does not have: orange.");
  await page.getByLabel("Abbot and gardens").check();
  await game(0);
  assert.equal(await missing(), "Star Wars Edition does not have: Abbot and gardens.");
  await game(1);
  assert.equal(await missing(), "");
  assert.ok(await page.getByLabel("Abbot and gardens").isChecked());
  const told = await colours();
  await page.locator(".setup-start button").click();
  await page.locator(".table").waitFor();
  const [{ setup }] = await games(page);
  assert.deepEqual([setup.game, setup.options, setup.hints], ["classic", ["fields", "abbot"], false]);
  assert.equal(setup.seats[0].name, "Anna");
  assert.deepEqual(
    setup.seats.map((seat) => seat.colour),
    told,
  );
  await page.context().close();
});

test("where the browser offers it, the page is offered once as a program of the device", async () => {
  const page = await openPage(host);
  const offer = () =>
    page.evaluate(() => {
      const event = new Event("beforeinstallprompt", { cancelable: true });
      event.prompt = async () => {
        globalThis.prompted = true;
      };
      dispatchEvent(event);
      return event.defaultPrevented;
    });
  const heading = page.getByRole("heading", { name: "Keep Tessera on this device" });
  assert.equal(await heading.count(), 0);
  assert.equal(await offer(), true);
  await heading.waitFor();
  await checkAxe(page, "the offer to install");
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await page.waitForFunction(() => globalThis.prompted);
  await heading.waitFor({ state: "detached" });
  assert.equal(await offer(), false, "it is asked once");
  await page.reload();
  await page.locator(".home-start").waitFor();
  assert.equal(await offer(), false);
  assert.equal(await heading.count(), 0);
  const { screenshots } = await (await fetch(`${host.url}manifest.webmanifest`)).json();
  for (const { src, sizes } of screenshots) {
    const bytes = new DataView(await (await fetch(`${host.url}${src}`)).arrayBuffer());
    assert.equal(`${bytes.getUint32(16)}x${bytes.getUint32(20)}`, sizes, src);
  }
  await page.context().close();
});

test("sounds have a volume, three sets with a sample each, and no background unless it is wanted", async () => {
  const page = await openPage(host);
  await visit(page, "#/settings");
  await page.evaluate(() => {
    globalThis.loud = [];
    globalThis.loops = 0;
    const { setValueAtTime } = AudioParam.prototype;
    AudioParam.prototype.setValueAtTime = function (value, at) {
      if (value <= 1) globalThis.loud.push(value);
      return setValueAtTime.call(this, value, at);
    };
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...at) {
      globalThis.loops += Number(this.loop);
      return start.apply(this, at);
    };
  });
  const listen = async (set, volume) => {
    await page.getByLabel("Volume").fill(String(volume));
    await page.evaluate(() => {
      globalThis.loud = [];
    });
    await page.getByRole("button", { name: `Listen: ${set}` }).click();
    await page.waitForFunction((silent) => silent || globalThis.loud.length > 5, volume === 0);
    return page.evaluate(() => Math.max(0, ...globalThis.loud));
  };
  const [full, half, quiet] = [await listen("bright", 1), await listen("bright", 0.5), await listen("quiet", 1)];
  assert.ok(Math.abs(full - 2 * half) < 1e-6 && quiet < full && quiet > 0, `${full}, ${half}, ${quiet}`);
  assert.equal(await listen("wood", 0), 0);
  await checkAxe(page, "settings of sound");
  assert.equal(await page.getByLabel("Ambience").isChecked(), false);
  await page.getByLabel("Ambience").check();
  await page.getByLabel("Volume").fill("0.5");
  await visit(page, "#/");
  assert.equal(await page.evaluate(() => globalThis.loops), 0);
  await page.locator(".home-start button").click();
  await page.waitForFunction(() => globalThis.loops === 1);
  await page.context().close();
});

test("a button that is disabled can be read, under the pointer too", async () => {
  const page = await openPage(host);
  await visit(page, "#/new");
  const start = page.locator(".setup-start button");
  await start.evaluate((button) => {
    button.disabled = true;
  });
  await start.hover({ force: true });
  const bare = () =>
    getComputedStyle(document.querySelector(".setup-start button")).backgroundColor === "rgba(0, 0, 0, 0)";
  await page.waitForFunction(bare);
  await page.context().close();
});

test("a screen that is long on its way shows a line that grows, until it is there", async () => {
  const page = await openPage(host);
  const line = () => {
    const { content, width, height } = getComputedStyle(document.querySelector("#screen > .screen"), "::before");
    const busy = document.getElementById("screen").ariaBusy;
    return { busy, wide: content === "none" ? 0 : Number.parseFloat(width), high: height };
  };
  const arrive = await holdBack(page, "**/assets/rules*.js");
  await page.evaluate(() => {
    location.hash = "#/rules";
  });
  await page.waitForFunction(() => document.querySelector("#screen > .screen:empty") !== null);
  const seen = async () => (await page.evaluate(line)).wide;
  const wider = async (than) => {
    let now = await seen();
    for (const until = Date.now() + PATIENCE_MS; now <= than && Date.now() < until; ) now = await seen();
    assert.ok(now > than, `${now} px wide`);
    return now;
  };
  await wider(await wider(0));
  assert.deepEqual(await page.evaluate(line).then(({ busy, high }) => [busy, high]), ["true", "3px"]);
  arrive();
  await page.locator(".screen h1").waitFor();
  await page.waitForFunction(() => document.getElementById("screen").ariaBusy === "false");
  assert.equal(await seen(), 0);
  await page.context().close();
});

test("an address that leads nowhere says so", async () => {
  const page = await openPage(host);
  await visit(page, "#/nowhere", ".fault");
  for (const [language, words] of [
    ["de", "Unter dieser Adresse gibt es bei Tessera keine Seite."],
    ["it", "A questo indirizzo Tessera non ha nessuna pagina."],
    ["en", "No page of Tessera has this address."],
  ]) {
    await page.locator(".header select").selectOption(language);
    await page.getByText(words).waitFor();
  }
  await visit(page, "#/local/nothing", ".fault");
  await page.getByText("The page finds no such game in this browser").waitFor();
  await checkAxe(page, "fault");
  await page.context().close();
});

test("a page that fails as its host has a newer build says that it is out of date", async () => {
  const page = await openPage(host, { locale: "de-DE" });
  expectFaults(page, /Failed to (load resource|fetch dynamically imported module)|could not be loaded/);
  await page.route("**/assets/**", (route) => route.fulfill({ status: 404, body: "" }));
  await visit(page, "#/learn", ".fault");
  await page.getByRole("heading", { name: "Da ging etwas schief" }).waitFor();
  const newer = '<!doctype html><script type="module" src="assets/main-NEWER.js"></script>';
  await page.route(host.url, (route) => route.fulfill({ contentType: "text/html", body: newer }));
  await visit(page, "#/rules", ".fault");
  await page.getByRole("heading", { name: "Die Seite ist veraltet" }).waitFor();
  await page.getByRole("button", { name: "Neu laden" }).waitFor();
  await checkAxe(page, "outdated");
  await page.context().close();
});
