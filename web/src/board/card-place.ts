/** Where the card of a battle lies over the board: beside the realm that is fought for. */
import { type Box, boxAround, type Covered } from "./geometry";
import type { Part } from "./maps";

/** Square pixels that two boxes share. */
function overlap(a: DOMRect, b: DOMRect): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}

export class CardPlace {
  /** The camera has made room for the card that is shown. */
  #roomMade = false;

  /** `host` holds the painted board; `reveal` moves the camera so that a box is seen beside what is covered. */
  constructor(
    private readonly host: HTMLElement,
    private readonly reveal: (box: Box, covered: Covered) => void,
  ) {}

  /**
   * The card lies where it covers the least of its realm; it moves only if it covers some, as the camera has moved.
   * Where it has no such place the camera makes one at the lower edge, once.
   */
  place(parts: readonly Part[]): void {
    const cards = this.host.querySelector<HTMLElement>(".board-cards")!;
    const card = cards.querySelector<HTMLElement>(".battle");
    const window = cards.getBoundingClientRect();
    const realm = [...this.host.querySelectorAll(".flash > path")].map((path) => path.getBoundingClientRect());
    const covered = (at: string) => {
      cards.dataset.at = at;
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = card!; // where it will have come to
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
