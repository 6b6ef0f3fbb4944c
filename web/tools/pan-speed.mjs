/**
 * How evenly a full board is painted while it is dragged and zoomed: `npm run speed`, after `npm run build`. Plays the
 * records of docs/pictures to their last tile, slows the processor fourfold, and prints the times between frames.
 */
import { openBrowser, openPage } from "../../tests/web/harness-page.mjs";
import { openGame } from "./record-game.mjs";

const SLOWED = 4;
const STEPS = 240;

/** Milliseconds between the frames of a page, kept in it. */
function watchFrames() {
  window.frames_ = [];
  let last = performance.now();
  const frame = (now) => {
    window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

async function measure(page, act) {
  await page.evaluate(() => window.frames_.splice(0));
  await act();
  const times = (await page.evaluate(() => window.frames_.splice(0))).sort((a, b) => a - b);
  const at = (part) => times[Math.floor(part * (times.length - 1))].toFixed(1);
  return `${times.length} frames, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`;
}

/** Drags the board around for some seconds, a step a frame. */
async function drag(page) {
  const { width, height } = page.viewportSize();
  const [x, y] = [width * 0.35, height * 0.5];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 0; i < STEPS; i++) {
    const angle = (i / STEPS) * 4 * Math.PI;
    await page.mouse.move(x + 260 * Math.sin(angle), y + 200 * Math.sin(angle / 2));
  }
  await page.mouse.up();
}

async function zoom(page) {
  for (let i = 0; i < 60; i++) await page.mouse.wheel(0, i % 20 < 10 ? -60 : 60);
}

const host = await openBrowser();
for (const game of ["star-wars", "classic"])
  for (const colorScheme of ["dark", "light"]) {
    const page = await openPage(host, { viewport: { width: 1440, height: 900 }, colorScheme });
    await openGame(page, game, 999);
    await page.evaluate(watchFrames);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    console.log(`${game}, ${colorScheme}, drag: ${await measure(page, () => drag(page))}`);
    console.log(`${game}, ${colorScheme}, zoom: ${await measure(page, () => zoom(page))}`);
    await page.context().close();
  }
await host.close();
