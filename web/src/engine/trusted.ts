/**
 * The only places where text becomes markup or the URL of a script. Browsers with Trusted Types refuse this anywhere
 * else, because the page's Content-Security-Policy demands it.
 */
import type { TrustedTypesWindow } from "trusted-types/lib";

const policy = (globalThis as unknown as TrustedTypesWindow).trustedTypes?.createPolicy("tessera", {
  createHTML: (markup: string) => markup,
  createScriptURL: (address: string) => {
    const { origin, protocol } = new URL(address);
    const own = PAGE_PLACE === "file" ? protocol === "blob:" : origin === new URL(document.baseURI).origin;
    if (!own) throw new TypeError(`a script from ${address}`);
    return address;
  },
});

/** Puts a picture of the engine into an SVG element. */
export function putPicture(element: SVGElement, picture: string): void {
  element.innerHTML = (policy?.createHTML(picture) ?? picture) as string;
}

/** The URL of one of the page's own scripts, in the form that `Worker` and service workers accept. */
export function scriptAddress(url: URL): string {
  return (policy?.createScriptURL(url.href) ?? url.href) as string;
}
