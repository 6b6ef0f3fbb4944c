// Hands that do anything to a board: seeded chance, drags, zooms, sizes of the window, and taps that must land.
import assert from "node:assert/strict";

/** Pixels that a tile may be wide (MIN_SCALE and MAX_SCALE of the page's camera). */
const SCALES = [16, 420];

/** Chance that is the same for the same seed: `below(n)` is a whole number from 0 to n - 1. */
export function chanceOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { below, between: (least, most) => least + below(most - least + 1), pick: (list) => list[below(list.length)] };
}

/** The camera as the board is drawn, and the board's place in the window. */
function lookNow() {
  const view = document.querySelector(".board-view");
  const { a, e, f } = new DOMMatrix(getComputedStyle(document.querySelector(".board-plane")).transform);
  const { left, top, width, height } = view.getBoundingClientRect();
  const drawn = Number(document.querySelector(".board-plane").style.transform.split("scale(")[1]?.replace(")", ""));
  return { a, e, f, drawn, left, top, width, height };
}

/** A point within a glowing cell that nothing covers, by two parts from 0 to 1; null if none is in the window. */
function tapPoint([nth, across, down]) {
  const places = [...document.querySelectorAll(".place")];
  for (let i = 0; i < places.length; i++) {
    const place = places[(nth + i) % places.length];
    const box = place.getBoundingClientRect();
    const [x, y] = [box.left + box.width * across, box.top + box.height * down];
    const over = document.elementFromPoint(x, y);
    const free = over?.closest(".board-view") && !over.closest(".board-cards, .board-tip");
    if (free && x > 0 && y > 0 && x < innerWidth && y < innerHeight) return { x, y, cell: place.dataset.cell };
  }
  return null;
}

/** The cells of the tiles that do not lie in the window of the board, as the camera is drawn. */
function tilesOutside() {
  const { clientWidth, clientHeight } = document.querySelector(".board-view");
  const { a, e, f } = new DOMMatrix(getComputedStyle(document.querySelector(".board-plane")).transform);
  const cells = [...document.querySelectorAll(".board-scene .tile")].map((tile) => tile.dataset.cell);
  return cells.filter((cell) => {
    const [left, top] = cell.split(",").map((at, axis) => (axis === 0 ? e : f) + Number(at) * 100 * a);
    const [right, bottom] = [left + 100 * a, top + 100 * a];
    return left < -1 || top < -1 || right > clientWidth + 1 || bottom > clientHeight + 1;
  });
}

/**
 * The hands at one page. `pass(ms)` lets time go by for the page, `rest()` waits until its board stands still; `sizes` are
 * those that the window takes. Whatever they
 * do, the camera is looked at afterwards.
 */
export class Hands {
  #page;
  #chance;
  #pass;
  #rest;
  #sizes;
  #touch;
  #cdp = null;

  constructor(page, { chance, pass, rest, sizes, touch }) {
    this.#page = page;
    this.#chance = chance;
    this.#pass = pass;
    this.#rest = rest;
    this.#sizes = sizes;
    this.#touch = touch;
  }

  /** One thing that a person might do in between. */
  async fidget() {
    const acts = [() => this.#wheel(), () => this.#drag(), () => this.#key(), () => this.#tool(), () => this.#resize()];
    if (this.#touch) acts.push(() => this.#pinch());
    await this.#chance.pick(acts)();
    await this.#pass(this.#chance.between(0, 600));
    return this.look();
  }

  /** The camera is sound, and drawn as it is. */
  async look() {
    const seen = await this.#page.evaluate(lookNow);
    assert.ok(Object.values(seen).every(Number.isFinite), `the camera is finite: ${JSON.stringify(seen)}`);
    const scale = seen.a * 100;
    assert.ok(scale > SCALES[0] - 0.01 && scale < SCALES[1] + 0.01, `tiles of ${scale} pixels`);
    return seen;
  }

  /** Everything is shown, and every tile is seen. */
  async fit() {
    await this.#page.locator(".board-tools button").nth(2).click();
    await this.#pass(700);
    await this.#rest();
    const { a } = await this.look();
    const outside = await this.#page.evaluate(tilesOutside);
    if (a * 100 > SCALES[0] + 0.01)
      assert.deepEqual(outside, [], "tiles outside the window after all of it was asked for");
  }

  /** Taps a glowing cell, and the tile lies there. The board must not move between the look and the tap. */
  async tapCell() {
    const part = () => this.#chance.between(15, 85) / 100;
    const asked = [this.#chance.below(200), part(), part()];
    await atRest(this.#page);
    let at = await this.#page.evaluate(tapPoint, asked);
    if (!at) {
      await this.fit();
      await atRest(this.#page);
      at = await this.#page.evaluate(tapPoint, asked);
    }
    assert.ok(at, "a glowing cell can be tapped once everything is shown");
    await this.#tap(at.x, at.y);
    const laid = await this.#laid();
    assert.equal(laid, at.cell, `a tap at ${at.x}, ${at.y} in the cell ${at.cell}`);
    return at.cell;
  }

  /** The cell of the tile that is being laid; the browser may tell the page of a tap a moment after it was made. */
  async #laid() {
    const ghost = this.#page.locator(".ghost:not(.ghost-hint) .ghost-tile");
    await ghost.waitFor({ state: "attached" }).catch(async (fault) => {
      throw new Error(`no tile lies after a tap: ${JSON.stringify(await this.look())}`, { cause: fault });
    });
    return ghost.getAttribute("data-cell");
  }

  #tap(x, y) {
    return this.#touch ? this.#page.touchscreen.tap(x, y) : this.#page.mouse.click(x, y);
  }

  /** Two points in the board's window, away from its edges. */
  async #points() {
    const { left, top, width, height } = await this.look();
    const point = () => [
      left + (width * this.#chance.between(10, 80)) / 100,
      top + (height * this.#chance.between(20, 90)) / 100,
    ];
    return [point(), point()];
  }

  async #wheel() {
    const [[x, y]] = await this.#points();
    await this.#page.mouse.move(x, y);
    for (let n = this.#chance.between(1, 4); n > 0; n--)
      await this.#page.mouse.wheel(0, this.#chance.pick([-240, -120, -3, 3, 120, 240]));
    await this.#page.mouse.move(1, 1);
  }

  async #drag() {
    const [from, to] = await this.#points();
    if (this.#touch) return this.#fingers([[from, to]]);
    await this.#page.mouse.move(...from);
    await this.#page.mouse.down();
    await this.#page.mouse.move(...to, { steps: 3 });
    await this.#page.mouse.up();
    await this.#page.mouse.move(1, 1);
  }

  async #pinch() {
    const [from, to] = await this.#points();
    const [x, y] = from;
    const by = this.#chance.between(20, 90);
    await this.#fingers([
      [from, to],
      [
        [x + 30, y],
        [x + by, y + by],
      ],
    ]);
  }

  /** Fingers, each from a point to another. */
  async #fingers(ways) {
    this.#cdp ??= await this.#page.context().newCDPSession(this.#page);
    const send = (type, part) => {
      const touchPoints = ways.map(([[x, y], [u, v]], id) => ({ x: x + (u - x) * part, y: y + (v - y) * part, id }));
      return this.#cdp.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : touchPoints });
    };
    await send("touchStart", 0);
    for (const part of [0.3, 0.7, 1]) await send("touchMove", part);
    await send("touchEnd", 1);
  }

  async #key() {
    await this.#page.locator(".board-list").focus();
    await this.#page.keyboard.press(this.#chance.pick(["+", "-", "0", "Shift+ArrowLeft", "Shift+ArrowUp"]));
  }

  async #tool() {
    const nth = this.#chance.below(3);
    if (nth === 2) await this.fit();
    else await this.#page.locator(".board-tools button").nth(nth).click();
  }

  async #resize() {
    const [width, height] = this.#chance.pick(this.#sizes);
    await this.#page.setViewportSize({ width, height });
    await atRest(this.#page);
  }
}

/** Page and board have stood still for three frames of the browser: laid out, not scrolling. */
function atRest(page) {
  const stands = (call) => {
    const { x, y, width, height } = document.querySelector(".board-view").getBoundingClientRect();
    const plane = document.querySelector(".board-plane").style.transform;
    const place = [scrollX, scrollY, x, y, width, height, plane].join(" ");
    const last = globalThis.restSeen;
    const frames = last?.call === call && last.place === place ? last.frames + 1 : 0;
    globalThis.restSeen = { call, place, frames };
    return frames >= 3;
  };
  return page.waitForFunction(stands, crypto.randomUUID(), { polling: "raf" }); // each call counts frames of its own
}
