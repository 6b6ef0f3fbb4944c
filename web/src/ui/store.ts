/**
 * Stores texts and JSON in the browser, by name. If the browser refuses (site data is blocked, or its storage is full),
 * a value lasts as long as the page.
 */

const PREFIX = "tessera.";

/** The values that the browser has refused to store, by name. */
const memory = new Map<string, string>();
const refusal = { tell: () => {} };

/** Calls the listener once, at the browser's first refusal to store something. */
export function onRefusal(listener: () => void): void {
  refusal.tell = listener;
}

/** The result of a use of the browser's storage, or `otherwise` if the browser refuses. */
function stored<T>(use: (storage: Storage) => T, otherwise: T): T {
  try {
    return use(localStorage);
  } catch {
    return otherwise;
  }
}

/** The text stored under a name, or null. */
export function recallText(name: string): string | null {
  return memory.get(name) ?? stored((storage) => storage.getItem(PREFIX + name), null);
}

/** Stores a text under a name. */
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

/** The value stored under a name; null if there is none or it is not JSON. */
export function recall<T>(name: string): T | null {
  try {
    return JSON.parse(recallText(name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Stores a value under a name. */
export function keep(name: string, value: unknown): void {
  keepText(name, JSON.stringify(value));
}

/** Deletes what is stored under a name. */
export function forget(name: string): void {
  memory.delete(name);
  stored((storage) => storage.removeItem(PREFIX + name), undefined);
}

/** The stored names that begin with a prefix. */
export function keptNames(prefix: string): string[] {
  const names = stored((storage) => Object.keys(storage), []).filter((name) => name.startsWith(PREFIX + prefix));
  const inMemory = [...memory.keys()].filter((name) => name.startsWith(prefix));
  return [...new Set([...names.map((name) => name.slice(PREFIX.length)), ...inMemory])];
}
