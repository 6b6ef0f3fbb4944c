/** Loads the page's typeface, after everything that the first screen needs. */

/** Resolves once the first screen shows its tiles: the home screen paints its board after it has opened. */
function firstTile(): Promise<void> {
  const board = document.querySelector(".home-board:empty");
  if (!board) return Promise.resolve();
  return new Promise((resolve) => {
    const painted = new MutationObserver(() => {
      painted.disconnect();
      resolve();
    });
    painted.observe(board, { childList: true });
  });
}

/** The weights change the page together, so that it moves once. Without them the page keeps the device's font. */
async function load(): Promise<void> {
  const faces = PAGE_FACES.map(async ([weight, file]) => {
    const answer = await fetch(new URL(file, import.meta.url));
    return new FontFace("Tessera", await answer.arrayBuffer(), { weight }).load();
  });
  for (const face of await Promise.all(faces)) document.fonts.add(face);
}

/** Loads the typeface at once if the device keeps it, otherwise after the first tile. `opened`: the first screen is
 * open. */
export async function loadTypeface(opened: Promise<void>): Promise<void> {
  if (PAGE_PLACE === "file") return;
  try {
    if (!navigator.serviceWorker?.controller) await opened.then(firstTile);
    await load();
  } catch (error) {
    console.info("the page keeps the device's font:", error);
  }
}
