/** Loads the page's typeface, after everything that the first screen needs. */

/** Resolves once the first screen shows its tiles: the home screen paints its board after it has opened, unless the
 * person leaves it before. */
function firstTile(): Promise<void> {
  const board = document.querySelector(".home-board:empty");
  if (!board) return Promise.resolve();
  return new Promise((resolve) => {
    new MutationObserver(() => resolve()).observe(board, { childList: true });
    addEventListener("hashchange", () => resolve(), { once: true });
  });
}

/** Resolves when the letters may change: on the home screen other widths of words would move the buttons under the
 * finger, so that the letters wait for the next screen. */
function nothingMoves(): Promise<void> {
  if (!document.querySelector(".home-board")) return Promise.resolve();
  return new Promise((resolve) => addEventListener("hashchange", () => resolve(), { once: true }));
}

/** The weights change the page together, once `ready`. Without them the page keeps the device's font. */
async function load(ready: () => Promise<void>): Promise<void> {
  try {
    const faces = PAGE_FACES.map(async ([weight, file]) => {
      const answer = await fetch(new URL(file, import.meta.url));
      return new FontFace("Tessera", await answer.arrayBuffer(), { weight }).load();
    });
    const loaded = await Promise.all(faces);
    await ready();
    for (const face of loaded) document.fonts.add(face);
  } catch (error) {
    console.info("the page keeps the device's font:", error);
  }
}

/** True if the device keeps the page and its typeface, and the browser does not refuse to say so. */
function isKept(): boolean {
  try {
    return !!navigator.serviceWorker?.controller;
  } catch {
    return false;
  }
}

/** Opens the first screen by `open`, and loads the typeface: before it if the device keeps it, otherwise after the
 * first tile. */
export async function openWithTypeface(open: () => Promise<void>): Promise<void> {
  if (PAGE_PLACE === "file") return open();
  const kept = isKept();
  if (kept) await load(async () => {});
  await open();
  if (!kept) void firstTile().then(() => load(nothingMoves));
}
