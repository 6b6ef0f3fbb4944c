/** Pictures of the engine as images: each is a document of its own, so that its names meet no others. */
import { putPicture } from "./trusted";

export const SVG = "http://www.w3.org/2000/svg";

/** Units around a tile into which what stands on it may reach. */
export const AROUND = 125;

/** What the tiles of a theme refer to, by name. */
export type Definitions = ReadonlyMap<string, string>;

/** The address of an image that holds a picture. */
export function addressOf(picture: string): string {
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}

/** The definitions of a scene. */
export function definitionsOf(scene: string): Definitions {
  const defs = document.createElementNS(SVG, "defs");
  putPicture(defs, scene);
  return new Map([...defs.children].map((each) => [each.id, each.outerHTML]));
}

/** The definitions that some markup refers to, and those to which they refer. */
function needed(markup: string, definitions: Definitions): string {
  const found = new Map<string, string>();
  const look = (text: string): void => {
    for (const [, id] of text.matchAll(/#([\w-]+)[")]/g)) {
      const definition = definitions.get(id);
      if (!definition || found.has(id)) continue;
      found.set(id, definition);
      look(definition);
    }
  };
  look(markup);
  return [...found.values()].join("");
}

/** The address of an image of a tile, `size` units wide, and of so many units around it. */
export function tileAddress(tile: { svg: string; size: number }, definitions: Definitions, around: number): string {
  const side = tile.size + 2 * around;
  const defs = `<defs>${needed(tile.svg, definitions)}</defs>`;
  return addressOf(`<svg xmlns="${SVG}" viewBox="${-around} ${-around} ${side} ${side}">${defs}${tile.svg}</svg>`);
}
