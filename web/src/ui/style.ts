/** Loads style sheets that the first screens do not need. */

export type StyleArea = "late" | "learn" | "lobby" | "real" | "review" | "rules" | "setup" | "tournament";

const loaded = new Map<StyleArea, Promise<void>>();

function load(area: StyleArea): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(PAGE_STYLES[area], import.meta.url).href;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      loaded.delete(area);
      reject(new Error(`${link.href} could not be loaded`));
    });
    document.head.append(link);
  });
}

/** Loads the style sheet of an area once; after a failure the next call tries again. A page in a single file contains
 * all of them. */
export function loadStyle(area: StyleArea): Promise<void> {
  if (PAGE_PLACE === "file") return Promise.resolve();
  const style = loaded.get(area) ?? load(area);
  loaded.set(area, style);
  return style;
}
