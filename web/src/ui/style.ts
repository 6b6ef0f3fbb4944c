/** Style sheets that the first screens do not need, each loaded before what it is for. */

/** The built files by area: names with a hash, put in by the build. */
declare const PAGE_STYLES: Record<StyleArea, string>;

export type StyleArea = "late" | "learn" | "lobby" | "review" | "rules";

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

/** Loads the style sheet of an area once; one that failed is asked for again the next time. */
export function loadStyle(area: StyleArea): Promise<void> {
  const style = loaded.get(area) ?? load(area);
  loaded.set(area, style);
  return style;
}
