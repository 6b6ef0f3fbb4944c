/**
 * What is kept in this browser: texts and JSON by name. What the browser does not keep (it blocks site data, or is
 * full) lasts as long as the page.
 */

const PREFIX = "tessera.";

/** What the browser has refused to keep, by name. */
const memory = new Map<string, string>();
const refusal = { tell: () => {} };

/** Calls the listener once, when the browser first refuses to keep something. */
export function onRefusal(listener: () => void): void {
  refusal.tell = listener;
}

/** What a use of the browser's storage gives; `otherwise` where the browser refuses it. */
function stored<T>(use: (storage: Storage) => T, otherwise: T): T {
  try {
    return use(localStorage);
  } catch {
    return otherwise;
  }
}

/** The text kept under a name, or null. */
export function recallText(name: string): string | null {
  return memory.get(name) ?? stored((storage) => storage.getItem(PREFIX + name), null);
}

/** Keeps a text under a name. */
export function keepText(name: string, text: string): void {
  const kept = stored((storage) => {
    storage.setItem(PREFIX + name, text);
    return true;
  }, false);
  if (kept) return void memory.delete(name);
  memory.set(name, text);
  refusal.tell();
  refusal.tell = () => {};
}

/** The value kept under a name, or null when there is none or it is not JSON. */
export function recall<T>(name: string): T | null {
  try {
    return JSON.parse(recallText(name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Keeps a value under a name. */
export function keep(name: string, value: unknown): void {
  keepText(name, JSON.stringify(value));
}

/** Forgets what was kept under a name. */
export function forget(name: string): void {
  memory.delete(name);
  stored((storage) => storage.removeItem(PREFIX + name), undefined);
}

/** The names kept that begin so. */
export function keptNames(prefix: string): string[] {
  const names = stored((storage) => Object.keys(storage), []).filter((name) => name.startsWith(PREFIX + prefix));
  const inMemory = [...memory.keys()].filter((name) => name.startsWith(prefix));
  return [...new Set([...names.map((name) => name.slice(PREFIX.length)), ...inMemory])];
}
