import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { forget, keep, keptNames, onRefusal, recall } from "./store";

/** A stand-in for browser storage; it refuses to store while `full.is` is true. The stored texts are its properties, as
 * in a real `Storage`. */
function storage(full: { is: boolean }): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, text: string) {
      if (full.is) throw new Error("full");
      this[name] = text;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  };
  return Object.create(methods) as Storage;
}

function useStorage(get: () => Storage): void {
  Object.defineProperty(globalThis, "localStorage", { get, configurable: true });
}

afterEach(() => {
  for (const name of keptNames("")) forget(name);
});

test("where the browser blocks site data what is kept lasts as long as the page, and that is told once", () => {
  useStorage(() => {
    throw new Error("blocked");
  });
  const told: string[] = [];
  onRefusal(() => told.push("refused"));
  assert.equal(recall("game.a"), null);
  keep("game.a", { at: 1 });
  keep("game.b", { at: 2 });
  assert.deepEqual([recall("game.a"), keptNames("game.").sort()], [{ at: 1 }, ["game.a", "game.b"]]);
  forget("game.a");
  assert.deepEqual([recall("game.a"), keptNames("game.")], [null, ["game.b"]]);
  assert.deepEqual(told, ["refused"]);
});

test("when the browser is full the newest value counts, and it is kept once there is room", () => {
  const full = { is: false };
  const kept = storage(full);
  useStorage(() => kept);
  keep("settings", 1);
  full.is = true;
  keep("settings", 2);
  assert.deepEqual([recall("settings"), kept.getItem("tessera.settings"), keptNames("")], [2, "1", ["settings"]]);
  full.is = false;
  keep("settings", 3);
  assert.deepEqual([recall("settings"), kept.getItem("tessera.settings")], [3, "3"]);
});
