/**
 * How evenly a full board is painted while it is dragged and zoomed, and while a tile is dragged over it: `npm run
 * speed`, after `npm run build`. Plays the records of docs/pictures to their last tiles, slows the page's thread
 * fourfold, and prints the times between frames, which beside other work are those of the machine, and the processor
 * time that each frame took of the page's own thread, of painting (in threads of its own) and of putting what is
 * painted together (in another). First what the machine can: a page that is nothing but two pictures as large as the
 * window, as tiles and meeples are. Names on the command line (bare, drag, zoom, tile) choose some.
 */
import { setTimeout } from "node:timers/promises";
import { openBrowser, openPage } from "../../tests/web/harness-page.mjs";
import { openGame } from "./record-game.mjs";

const SLOWED = 4;

/**
 * A mouse tells where it is so often, in milliseconds, whether that has been painted or not; so many times in a drag.
 */
const MOUSE_MS = 8;
const STEPS = 500;

/** To the end, and so many that a tile is in hand. */
const ALL_TURNS = 999;
const SOME_TURNS = 60;

/** Milliseconds between the frames of a page in which board or tile have moved, kept in it. */
function watchFrames() {
  window.frames_ = [];
  const placesNow = () =>
    [".board-plane", ".hand-tile"].map((each) => document.querySelector(each)?.style.transform).join();
  let [last, places] = [performance.now(), placesNow()];
  const frame = (now) => {
    const seen = placesNow();
    if (seen !== places) window.frames_.push(now - last);
    [last, places] = [now, seen];
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Processor milliseconds that the page's thread has worked so far. */
async function worked(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
}

/** What the browser tells of its threads while something happens: processor milliseconds by the name of the work. */
async function traced(browser, act) {
  const session = await browser.newBrowserCDPSession();
  const sums = new Map();
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const { name, tdur = 0 } of value) sums.set(name, (sums.get(name) ?? 0) + tdur / 1000);
  });
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["cc", "viz"] } });
  await act();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  return sums;
}

/** The times between the frames of an act, the shortest first. */
async function framesOf(page, act) {
  await page.evaluate(() => window.frames_.splice(0));
  await act();
  return (await page.evaluate(() => window.frames_.splice(0))).sort((a, b) => a - b);
}

/**
 * Slowed down the act tells the times between frames, else the processor time of each: what slows takes some itself.
 */
async function measure(page, devtools, act) {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const times = await framesOf(page, act);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const at = (part) => times[Math.floor(part * (times.length - 1))].toFixed(1);
  const before = await worked(devtools);
  const seen = { frames: 0 };
  const sums = await traced(page.context().browser(), async () => {
    seen.frames = (await framesOf(page, act)).length;
  });
  const each = (ms) => (ms / seen.frames).toFixed(1);
  const own = (await worked(devtools)) - before;
  const [paint, join] = ["RasterTask", "Display::DrawAndSwap"].map((name) => each(sums.get(name) ?? 0));
  const frames = `${times.length} frames, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`;
  return `${frames}; each, not slowed: the thread ${each(own)}, painting ${paint}, joining ${join} ms`;
}

/**
 * Moves the pointer around for some seconds, with what it takes hold of at first: the board, or the tile in hand. The
 * browser is told of each movement itself: playwright's mouse asks the page after each whether it drags something,
 * which no hand does.
 */
async function drag(page, devtools, handle) {
  const { width, height } = page.viewportSize();
  const [x, y] = [width * 0.35, height * 0.5];
  const from = handle && (await page.locator(handle).boundingBox());
  await page.mouse.move(from ? from.x + from.width / 2 : x, from ? from.y + from.height / 2 : y);
  await page.mouse.down();
  const begun = performance.now();
  const moves = [];
  for (let i = 0; i < STEPS; i++) {
    const angle = (i / STEPS) * 4 * Math.PI;
    const at = { x: x + 260 * Math.sin(angle), y: y + 200 * Math.sin(angle / 2) };
    const move = { type: "mouseMoved", button: "left", buttons: 1, ...at };
    moves.push(devtools.send("Input.dispatchMouseEvent", move));
    await setTimeout(begun + (i + 1) * MOUSE_MS - performance.now());
  }
  await Promise.all(moves);
  await page.mouse.up();
}

async function zoom(page) {
  const { width, height } = page.viewportSize();
  await page.mouse.move(width * 0.35, height * 0.5);
  for (let i = 0; i < 60; i++) await page.mouse.wheel(0, i % 20 < 10 ? -60 : 60);
}

/** In place of the page two pictures as large as the window, one over the other, that follow the pointer. */
function bare() {
  const pictures = ["board-plane", ""].map((name) => {
    const picture = document.createElement("div");
    picture.className = name;
    Object.assign(picture.style, { position: "absolute", inset: "0", willChange: "transform" });
    picture.style.background = "repeating-linear-gradient(45deg, red 0 10px, transparent 10px 30px)";
    return picture;
  });
  document.body.replaceChildren(...pictures);
  window.onpointermove = ({ clientX, clientY }) => {
    for (const { style } of pictures) style.transform = `translate(${clientX - 500}px, ${clientY - 450}px)`;
  };
}

/** A page of 1440 x 900 and the browser's own tools for it. */
async function open(host, colorScheme) {
  const page = await openPage(host, { viewport: { width: 1440, height: 900 }, colorScheme });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return { page, devtools };
}

const host = await openBrowser();
const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
if (isWanted("bare")) {
  const { page, devtools } = await open(host, "light");
  await page.evaluate(bare);
  await page.evaluate(watchFrames);
  console.log(`bare: ${await measure(page, devtools, () => drag(page, devtools, null))}`);
  await page.context().close();
}
for (const game of ["star-wars", "classic"])
  for (const colorScheme of ["dark", "light"]) {
    const { page, devtools } = await open(host, colorScheme);
    const acts = [
      ["drag", ALL_TURNS, () => drag(page, devtools, null)],
      ["zoom", ALL_TURNS, () => zoom(page)],
      ["tile", SOME_TURNS, () => drag(page, devtools, ".hand-own")],
    ];
    for (const [name, turns, act] of acts.filter(([each]) => isWanted(each))) {
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await openGame(page, game, turns);
      await page.reload();
      await page.locator(".board-dock").waitFor();
      await page.waitForTimeout(1200);
      await page.evaluate(watchFrames);
      console.log(`${game}, ${colorScheme}, ${name}: ${await measure(page, devtools, act)}`);
    }
    await page.context().close();
  }
await host.close();
