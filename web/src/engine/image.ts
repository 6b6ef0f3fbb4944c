/** Turns pictures of the engine into images: each is a separate document, so that its ids cannot clash with others. */
import { putPicture } from "./trusted";

export const SVG = "http://www.w3.org/2000/svg";

/** The margin, in units, into which pieces on a tile may extend. */
export const AROUND = 125;

/** The SVG definitions that the tiles of a theme use, by id. */
export type Definitions = ReadonlyMap<string, string>;

/** The URL of an image with a picture. */
export function addressOf(picture: string): string {
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}

/** Reads the definitions of a scene. */
export function definitionsOf(scene: string): Definitions {
  const defs = document.createElementNS(SVG, "defs");
  putPicture(defs, scene);
  return new Map([...defs.children].map((each) => [each.id, each.outerHTML]));
}

/** The definitions that some markup uses, directly or through other definitions. */
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

/** The URL of an image of a tile that is `size` units wide, with a margin of `around` units. */
export function tileAddress(tile: { svg: string; size: number }, definitions: Definitions, around: number): string {
  const side = tile.size + 2 * around;
  const defs = `<defs>${needed(tile.svg, definitions)}</defs>`;
  return addressOf(`<svg xmlns="${SVG}" viewBox="${-around} ${-around} ${side} ${side}">${defs}${tile.svg}</svg>`);
}
