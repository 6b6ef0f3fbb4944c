/** The podium: all sides by their ranks with their meeples, a crown for the winner, and a sentence for each person. */
import { html, svg, type TemplateResult } from "lit-html";
import type { TableView } from "../game/model";
import type { Names } from "../panels/log";
import type { Pictures } from "../panels/pictures";
import { type Rank, seatsOfSides } from "../panels/sides";
import { ownSides, verdicts } from "../panels/verdict";
import { placesOf, winnerSeats, winnersText } from "../panels/winners";
import { cross } from "../ui/icons";
import { number, t } from "../words/words";

export interface PodiumOptions {
  pictures: Pictures;
  /** The buttons for what the person can do next. */
  buttons: TemplateResult;
  /** Called to close the podium and look at the board. */
  close(): void;
}

const CROWN = "M3 19L1 6l6 5 5-9 5 9 6-5-2 13z";

function figure(view: TableView, seat: number, crowned: boolean, pictures: Pictures): TemplateResult {
  const piece = view.setup.game === "classic" ? "meeple" : "small";
  const { href, size } = pictures.piece(piece, view.seats[seat - 1].colour);
  return html`<span class="podium-figure">${
    crowned ? html`<svg class="podium-crown" viewBox="0 0 24 21"><path d=${CROWN}></path></svg>` : ""
  }<svg viewBox="0 0 ${size} ${size}">${svg`<use href=${href}></use>`}</svg></span>`;
}

/** The sides by their ranks; a side that lost by time or by leaving is last. */
function places(view: TableView): Rank[] {
  const won = winnerSeats(view);
  const first = ({ side }: Rank) => seatsOfSides(view.state)[side - 1].some((seat) => won.includes(seat));
  const ranks = placesOf(view);
  if (!view.lost) return ranks;
  return ranks.map((each) => ({ ...each, rank: first(each) ? 1 : 2 })).sort((a, b) => a.rank - b.rank);
}

function place({ rank, side, score }: Rank, view: TableView, names: Names, pictures: Pictures): TemplateResult {
  const seats = seatsOfSides(view.state)[side - 1];
  const { colour } = view.seats[seats[0] - 1];
  return html`<li class="podium-place" data-rank=${Math.min(rank, 4)}
    ><span class="podium-figures"
      aria-hidden="true">${seats.map((seat) => figure(view, seat, rank === 1, pictures))}</span
    ><span class="podium-block"
      ><svg class="podium-colour" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><rect
        class=${`seat-${colour}`} width="1" height="1"></rect></svg
      ><span class="podium-rank figures">${number(rank)}</span></span
    ><span class="podium-name">${names.side(side)}</span><b class="figures">${number(score)}</b
  ></li>`;
}

/** The result for the only side at this device; "" if there is none or there are several. */
function outcome(view: TableView): "won" | "lost" | "" {
  const [own, ...others] = ownSides(view);
  if (own === undefined || others.length > 0) return "";
  return seatsOfSides(view.state)[own - 1].some((seat) => winnerSeats(view).includes(seat)) ? "won" : "lost";
}

/** The podium over the board. */
export function podium(view: TableView, names: Names, { pictures, buttons, close }: PodiumOptions): TemplateResult {
  const ended = outcome(view);
  const beside = ({ target, currentTarget }: Event) => target === currentTarget && close();
  const keyed = ({ key }: KeyboardEvent) => key === "Escape" && close();
  const words = t("panels.sheet.close");
  return html`<section class="podium" data-outcome=${ended} aria-label=${t("end.podium")} @click=${beside}
    @keydown=${keyed}>
    <div class="podium-card">
      <button class="button button-plain button-icon podium-close" title=${words} aria-label=${words}
        @click=${close}>${cross}</button>
      <ol class="podium-places"
        data-count=${view.state.scores.length}>${places(view).map((rank) => place(rank, view, names, pictures))}</ol>
      <div class="podium-words">
        <p
          class="podium-title">${
            ended === "won"
              ? html`<b>${t("panels.winner.you")}</b
            > `
              : ""
          }${winnersText(view, names)}</p>
        ${verdicts(view, names).map((sentence) => html`<p class="podium-verdict">${sentence}</p>`)}
      </div>
      <div class="row podium-ways">${buttons}</div>
    </div>
  </section>`;
}
