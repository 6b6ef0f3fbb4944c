/** Animates points and meeples that fly from the board to the scores beside it. A timer removes each of them. */
import { html, render, type TemplateResult } from "lit-html";
import type { ColourName } from "../../../js/src/types";
import type { Picture } from "../panels/pictures";
import { reducedMotion } from "../ui/settings";

const EASE = "cubic-bezier(0.4, 0, 0.3, 1)";

/** The width in pixels of points when they leave the board. */
const POINTS_PX = 44;

function middle(box: DOMRect): { x: number; y: number } {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Points in a player's colour. */
function pointsPicture(points: number, colour: ColourName): TemplateResult {
  return html`<svg viewBox="-260 -260 520 520" width=${POINTS_PX} height=${POINTS_PX}><circle r="230"
    class=${`flash-disc seat-${colour}`}></circle><text class=${`flight-points on-${colour}`}
    data-digits=${String(points).length} y="85" text-anchor="middle">+${points}</text></svg>`;
}

function meeplePicture({ href, size }: Picture, px: number): TemplateResult {
  return html`<svg viewBox="0 0 ${size} ${size}" width=${px} height=${px}><use href=${href}></use></svg>`;
}

export class Flights {
  readonly #timers = new Map<number, HTMLElement>();

  /** `layer` lies over the whole window and holds nothing else. */
  constructor(private readonly layer: () => Element | null) {}

  /** Lets points fly from one place of the window to another. Returns false if the person prefers reduced motion. */
  points(points: number, colour: ColourName, from: DOMRect, to: DOMRect, ms: number): boolean {
    return this.#launch(pointsPicture(points, colour), from, to, 0.5, ms);
  }

  /** Lets a meeple fly home. Returns whether it is visible. */
  meeple(picture: Picture, from: DOMRect, to: DOMRect, ms: number): boolean {
    const px = Math.max(from.width, 16);
    return this.#launch(meeplePicture(picture, px), from, to, Math.min(1, 26 / px), ms);
  }

  /** Removes everything that is flying. */
  clear(): void {
    for (const [timer, node] of this.#timers) {
      clearTimeout(timer);
      node.remove();
    }
    this.#timers.clear();
  }

  #launch(picture: TemplateResult, from: DOMRect, to: DOMRect, scale: number, ms: number): boolean {
    const layer = this.layer();
    if (!layer || reducedMotion() || ms <= 0) return false;
    const node = document.createElement("div");
    node.className = "flight";
    render(picture, node);
    const [start, end] = [middle(from), middle(to)];
    node.style.left = `${start.x}px`;
    node.style.top = `${start.y}px`;
    layer.append(node);
    const away = `translate(calc(-50% + ${end.x - start.x}px), calc(-50% + ${end.y - start.y}px)) scale(${scale})`;
    node.animate([{ transform: "translate(-50%, -50%)" }, { transform: away }], {
      duration: ms,
      easing: EASE,
      fill: "forwards",
    });
    const timer = window.setTimeout(() => {
      this.#timers.delete(timer);
      node.remove();
    }, ms);
    this.#timers.set(timer, node);
    return true;
  }
}
