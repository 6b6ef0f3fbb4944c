/** What is kept in this browser: JSON by name. A browser that keeps nothing (private mode, full) is no error. */

const PREFIX = "tessera.";

/** The value kept under a name, or null when there is none or it is not JSON. */
export function recall<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Keeps a value; returns whether the browser did. */
export function keep(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Forgets what was kept under a name. */
export function forget(name: string): void {
  localStorage.removeItem(PREFIX + name);
}

/** The names kept that begin so. */
export function keptNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + prefix))
      .map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}
