// Debian's Firefox, by WebDriver BiDi: as much of playwright's browser, context, page and locator as the harness uses.
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { PATIENCE_MS } from "./harness-page.mjs";

const { default: puppeteer } = await import(
  createRequire(new URL("../../web/package.json", import.meta.url)).resolve("puppeteer-core")
);

/** Opens a browser whose contexts know the options `viewport` and `hasTouch`. */
export async function openFirefox() {
  const launch = { browser: "firefox", executablePath: "/usr/bin/firefox-esr", timeout: PATIENCE_MS };
  const browser = await puppeteer.launch({ ...launch, protocolTimeout: PATIENCE_MS });
  return {
    newContext: async (options) => new Context(await browser.createBrowserContext(), options),
    close: () => browser.close(),
  };
}

class Context extends EventEmitter {
  #context;
  #options;

  constructor(context, options) {
    super();
    this.#context = context;
    this.#options = options;
  }

  setDefaultTimeout() {} // what is waited for here has its own

  async newPage() {
    const page = await this.#context.newPage();
    const { viewport, hasTouch = false } = this.#options;
    await page.setViewport({ ...viewport, hasTouch });
    page.on("console", (message) => {
      const type = message.type() === "warn" ? "warning" : message.type();
      this.emit("console", { type: () => type, text: () => message.text() });
    });
    page.on("pageerror", (error) => this.emit("weberror", { error: () => error }));
    page.on("request", (request) => this.emit("request", request));
    return new Page(page, this);
  }

  async close() {
    await this.#context.close();
    this.emit("close");
  }
}

class Page {
  #page;
  #context;

  constructor(page, context) {
    this.#page = page;
    this.#context = context;
    this.keyboard = page.keyboard;
    this.mouse = page.mouse;
    this.touchscreen = page.touchscreen;
  }

  context() {
    return this.#context;
  }

  url() {
    return this.#page.url();
  }

  goto(url) {
    return this.#page.goto(url, { timeout: PATIENCE_MS });
  }

  reload() {
    return this.#page.reload({ timeout: PATIENCE_MS });
  }

  evaluate(call, value) {
    return this.#page.evaluate(call, value);
  }

  waitForFunction(call, value, { polling = "raf" } = {}) {
    return this.#page.waitForFunction(call, { polling, timeout: PATIENCE_MS }, value);
  }

  locator(selector) {
    return new Locator(this, selector);
  }

  screenshot({ path }) {
    return this.#page.screenshot({ path });
  }
}

/** The `nth` element of a selector of CSS; every function that acts waits for it. */
class Locator {
  #page;
  #selector;
  #nth;

  constructor(page, selector, nth = 0) {
    this.#page = page;
    this.#selector = selector;
    this.#nth = nth;
  }

  first() {
    return this.nth(0);
  }

  nth(index) {
    return new Locator(this.#page, this.#selector, index);
  }

  locator(selector) {
    return new Locator(this.#page, `${this.#selector} ${selector}`);
  }

  count() {
    return this.#page.evaluate((selector) => document.querySelectorAll(selector).length, this.#selector);
  }

  /** `attached`, `visible` or `detached`. */
  async waitFor({ state = "visible" } = {}) {
    const reached = ([selector, nth, wanted]) => {
      const element = document.querySelectorAll(selector)[nth];
      if (wanted === "detached") return !element;
      return element && (wanted === "attached" || element.checkVisibility());
    };
    await this.#page.waitForFunction(reached, [this.#selector, this.#nth, state], { polling: 50 });
  }

  async click() {
    await this.#page.mouse.click(...(await this.#point()));
  }

  async tap() {
    await this.#page.touchscreen.tap(...(await this.#point()));
  }

  async focus() {
    await this.waitFor();
    const focus = ([selector, nth]) => document.querySelectorAll(selector)[nth].focus();
    await this.#page.evaluate(focus, [this.#selector, this.#nth]);
  }

  async press(key) {
    await this.focus();
    await this.#page.keyboard.press(key);
  }

  async boundingBox() {
    await this.waitFor();
    const boxOf = ([selector, nth]) => {
      const { x, y, width, height } = document.querySelectorAll(selector)[nth].getBoundingClientRect();
      return { x, y, width, height };
    };
    return this.#page.evaluate(boxOf, [this.#selector, this.#nth]);
  }

  async textContent() {
    await this.waitFor({ state: "attached" });
    const textOf = ([selector, nth]) => document.querySelectorAll(selector)[nth].textContent;
    return this.#page.evaluate(textOf, [this.#selector, this.#nth]);
  }

  /** The middle of the element, scrolled to, once nothing covers it and it has stood still for a frame. */
  async #point() {
    const middle = ([selector, nth]) => {
      const element = document.querySelectorAll(selector)[nth];
      element?.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
      const [at, last] = [[x + width / 2, y + height / 2], globalThis.middleSeen];
      globalThis.middleSeen = { element, at };
      const stands = last?.element === element && String(last.at) === String(at);
      return stands && element?.contains(document.elementFromPoint(...at)) && at;
    };
    try {
      const handle = await this.#page.waitForFunction(middle, [this.#selector, this.#nth]);
      return await handle.jsonValue();
    } catch (error) {
      const seen = await this.#page.evaluate(() => document.body.textContent);
      throw new Error(`${this.#selector} cannot be pressed: ${error.message}; the page shows ${seen}`);
    }
  }
}
