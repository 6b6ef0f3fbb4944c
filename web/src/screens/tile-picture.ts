/** Pictures of the engine as images: each is a document of its own, so that its names meet no others. */
import type { Engine } from "../../../js/src/engine";
import type { ThemeName } from "../../../js/src/types";

/** The address of an image that holds a picture. */
export function addressOf(picture: string): string {
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}

/** The address of an image of one tile, unrotated. */
export function tilePicture(engine: Engine, tile: string, theme: ThemeName): string {
  const { svg, size } = engine.tile(tile, 0, theme);
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return addressOf(`<svg ${names} viewBox="0 0 ${size} ${size}"><defs>${engine.scene(theme)}</defs>${svg}</svg>`);
}
