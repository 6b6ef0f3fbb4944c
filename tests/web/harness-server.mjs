// A `tessera serve` with a folder of its own, and people at its tables. TESSERA names the program.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openChromium, visit } from "./harness-page.mjs";

export const program = process.env.TESSERA ?? fileURLToPath(new URL("../../build/release/tessera", import.meta.url));
const SHARES = ["rate-per-address", "rate-per-token", "tables-per-address", "seats-per-address", "players-per-address"];
/** What makes a program end with the test that started it, however that ends. */
const DYING = ["--pdeathsig", "KILL"];

const UNLIMITED = SHARES.flatMap((name) => [`--${name}`, "0"]);

/** A server that can be killed and started again where it was. */
export class Server {
  #folder = mkdtempSync(join(tmpdir(), "tessera-serve-"));
  #port = 0;
  #process = null;

  /** Starts it, with further options. */
  async start(...more) {
    const listen = ["--listen", `127.0.0.1:${this.#port}`, "--data", this.#folder];
    const serve = [program, "serve", ...listen, ...UNLIMITED, ...more];
    this.#process = spawn("setpriv", [...DYING, ...serve], { stdio: ["ignore", "pipe", "ignore"] });
    const ended = once(this.#process, "exit").then(([code]) => [`it ended with ${code}`]);
    const [line] = await Promise.race([once(this.#process.stdout, "data"), ended]);
    const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line);
    if (!found) throw new Error(`the server did not start: ${line}`);
    this.#port = Number(found[1]);
  }

  get url() {
    return `http://127.0.0.1:${this.#port}/`;
  }

  /** A server that a failed test has left dead is started. */
  async ensure() {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) await this.start();
  }

  async kill(signal = "SIGKILL") {
    const gone = once(this.#process, "exit");
    this.#process.kill(signal);
    await gone;
  }

  async close() {
    await this.kill("SIGTERM");
    rmSync(this.#folder, { recursive: true });
  }
}

/** A browser, opened by `open` with the other `options`, and a server whose page it opens; `close` ends both. */
export async function openServer({ open = openChromium, ...options } = {}) {
  const server = new Server();
  await server.start();
  const browser = await open(options);
  return {
    browser,
    server,
    url: server.url,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** A set-up of the server; `seats` as kinds, a number is a computer of that level. */
export function setupOf(game, seats, more = {}) {
  const kinds = seats.map((kind) => (typeof kind === "number" ? { kind: "computer", level: kind } : { kind }));
  return { game, seats: kinds, first: 1, grace: 0, ...more };
}

/** The page's browser knows this name. */
export function nameOf(page, name) {
  return page.evaluate((told) => localStorage.setItem("tessera.name", JSON.stringify(told)), name);
}

/** Makes the person at a page a player; `choose` fills in more of the form. */
export async function becomePlayer(page, name, choose = async () => {}) {
  await nameOf(page, name);
  await visit(page, "#/me");
  await choose(page);
  await page.getByRole("button", { name: "Keep my games" }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

/** Opens a table as the page does, and goes there; gives its id. */
export async function openTable(page, setup, name) {
  await nameOf(page, name);
  const table = await page.evaluate(
    async ([asked, who]) => {
      const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join("");
      const body = JSON.stringify({ id, setup: asked, name: who });
      const headers = { "Content-Type": "application/json" };
      const held = await (await fetch("api/v1/tables", { method: "POST", headers, body })).json();
      const kept = { ...held, name: who, game: asked.game, at: Date.now(), commitment: "", contribution: "" };
      localStorage.setItem(`tessera.table.${held.table}`, JSON.stringify(kept));
      return held.table;
    },
    [setup, name],
  );
  await visit(page, `#/t/${table}`, ".sheet h1, .table");
  return table;
}

/** Sits down at the table's first open seat. */
export async function sitDown(page, table, name) {
  await nameOf(page, name);
  await visit(page, `#/t/${table}`, ".lobby-room");
  await page.locator(".lobby-seat .button-main").first().click();
}

/** The whole log of a table. */
export async function logOf(host, table) {
  return (await fetch(`${host.url}api/v1/tables/${table}`)).json();
}
