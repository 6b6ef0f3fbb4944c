/** Places the card of a battle over the board, next to the contested realm. */
import { type Box, boxAround, type Covered } from "./geometry";
import type { Part } from "./maps";

/** Square pixels that two boxes share. */
function overlap(a: DOMRect, b: DOMRect): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}

export class CardPlace {
  /** The camera has already moved to make room for the present card. */
  #roomMade = false;

  /** `host` holds the painted board; `reveal` moves the camera so that a box is visible outside the covered area. */
  constructor(
    private readonly host: HTMLElement,
    private readonly reveal: (box: Box, covered: Covered) => void,
  ) {}

  /**
   * Places the card where it covers the least of its realm. A card that covers nothing of it stays where it is. If
   * every place covers some of the realm, the camera moves once to make room at the lower edge.
   */
  place(parts: readonly Part[]): void {
    const cards = this.host.querySelector<HTMLElement>(".board-cards")!;
    const card = cards.querySelector<HTMLElement>(".battle");
    const window = cards.getBoundingClientRect();
    const realm = [...this.host.querySelectorAll(".flash > path")].map((path) => path.getBoundingClientRect());
    const covered = (at: string) => {
      cards.dataset.at = at;
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = card!; // its position after the animation
      const box = new DOMRect(window.left + offsetLeft, window.top + offsetTop, offsetWidth, offsetHeight);
      return realm.reduce((sum, part) => sum + overlap(box, part), 0);
    };
    const places = [...new Set([cards.dataset.at ?? "bottom", "bottom", "top", "left", "right"])];
    let best = { at: places[0], area: card ? covered(places[0]) : 0 };
    for (const at of places.slice(1)) {
      if (best.area === 0) break;
      const area = covered(at);
      if (area < best.area) best = { at, area };
    }
    cards.dataset.at = card ? best.at : "bottom";
    if (card && best.area > 0) this.#makeRoom(cards, card, parts);
    else if (!card) this.#roomMade = false;
  }

  #makeRoom(cards: HTMLElement, card: HTMLElement, parts: readonly Part[]): void {
    if (this.#roomMade || parts.length === 0) return;
    this.#roomMade = true;
    cards.dataset.at = "bottom";
    this.reveal(boxAround(parts, 0), { top: 0, right: 0, bottom: cards.clientHeight - card.offsetTop });
  }
}
