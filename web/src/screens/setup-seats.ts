/** The panel of the seats in the set-up: the places by colour, and the player of the one that is chosen. */
import { html, nothing, svg, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { ColourName, SeatSetup, Setup } from "../game/model";
import { personName } from "../game/person";
import {
  coloursOf,
  freeColours,
  isChampionship,
  isTeamGame,
  LEVELS,
  MIN_SEATS,
  mostSeats,
  type Place,
  USUAL_LEVEL,
  withoutSeat,
  withSeat,
  withSeatChanged,
} from "../game/setup";
import { choice } from "../ui/choice";
import { computerFace } from "../ui/faces";
import { cross, plus } from "../ui/icons";
import { seatMark } from "../ui/seat-mark";
import { colourName, colourTitle, computerName, factionName, levelName, levelText } from "../words/terms";
import { t } from "../words/words";

/** What the panel shows, and what it calls. */
export interface Seating {
  setup: Setup;
  place: Place;
  /** The seat whose player is chosen below the places, 0-based. */
  at: number;
  change(setup: Setup, at?: number): void;
}

/** The seat to begin with: that of the first opponent. */
export function firstChoice({ seats }: Setup): number {
  return Math.max(
    0,
    seats.findIndex(({ kind }) => kind !== "person"),
  );
}

/** The panel with a place for each colour. */
export function seatsPanel(seating: Seating): TemplateResult {
  const { setup } = seating;
  const at = Math.min(seating.at, setup.seats.length - 1);
  const full = setup.seats.length >= mostSeats(setup) || isTeamGame(setup);
  return html`<section class="panel" aria-labelledby="seats">
    <h2 id="seats">${t("setup.seats")}</h2>
    ${isTeamGame(setup) ? html`<p class="soft small">${t("setup.teams.text")}</p>` : nothing}
    <ul class="seat-places">
      ${setup.seats.map((seat, index) => html`<li>${taken(seating, seat, index, index === at)}</li>`)}
      ${full ? nothing : freeColours(setup).map((colour) => html`<li>${free(seating, colour)}</li>`)}
    </ul>
    ${isChampionship(setup) ? championshipSeats() : nothing} ${player({ ...seating, at })}
  </section>`;
}

/** A place where somebody sits: a tap chooses its player. */
function taken({ setup, place, change }: Seating, seat: SeatSetup, index: number, chosen: boolean): TemplateResult {
  const name = nameOf(seat, place, index + 1);
  const label = t("setup.place", { n: index + 1, colour: colourName(seat.colour), name });
  const choose = () => change(setup, index);
  return html`<button type="button" class="button seat-place" aria-pressed=${chosen} aria-label=${label}
    @click=${choose}>
    ${seat.kind === "computer" ? computerFace(seat.level ?? USUAL_LEVEL) : seat.kind === "open" ? openFace : personFace}
    <span class="seat-place-name">${name}</span>${seatMark(seat.colour)}
  </button>`;
}

/** A place where nobody sits: a tap adds a player there. */
function free({ setup, place, change }: Seating, colour: ColourName): TemplateResult {
  const label = t("setup.place.add", { colour: colourName(colour) });
  const kind = place === "here" ? "computer" : "open";
  const add = () => change(withSeat(setup, kind, colour), setup.seats.length);
  return html`<button type="button" class="button seat-place seat-place-free" aria-label=${label} @click=${add}>
    ${plus}<span class="seat-place-name"></span>${seatMark(colour)}
  </button>`;
}

/** Explains why a championship has no more seats. */
export function championshipSeats(): TemplateResult {
  return html`<p class="soft small">${t("lobby.championship.seats")}</p>`;
}

const [personFace, openFace] = ["face", "face face-open"].map(
  (name) => html`<svg class=${name} viewBox="0 0 32 32" aria-hidden="true"
    ><path class="face-head" d="M16 4a6 6 0 1 1 0 12a6 6 0 1 1 0-12zM5 28q0-10 11-10t11 10z"></path></svg>`,
);

/** The name at a place. At a server a person without a name plays under the stored one. */
function nameOf({ kind, level = USUAL_LEVEL, name }: SeatSetup, place: Place, n: number): string {
  if (kind === "open") return t("setup.kind.open");
  if (kind === "computer") return computerName(level, n);
  return name || usualName(place, n);
}

function usualName(place: Place, n: number): string {
  return (place === "server" && personName()) || t("app.person", { n });
}

/** What can be chosen for a seat: its player, their name and colour. */
function player({ setup, place, at, change }: Seating): TemplateResult {
  const seat = setup.seats[at];
  const n = at + 1;
  const set = (changed: Partial<SeatSetup>) => change(withSeatChanged(setup, at, changed));
  const name = seat.kind === "person" ? nameInput(seat, place, n, set) : nothing;
  return html`<div class="setup-seat stack" role="group" aria-label=${t("setup.seat", { n })}>
    ${place === "real" ? name : cards(seat, place, n, name, set)}
    ${isTeamGame(setup) ? nothing : colours(setup, seat, n, set)} ${removeButton(setup, at, change)}
  </div>`;
}

/** A card for each possible player: a person, nobody yet, a computer with its face, temperament and strength. The field
 * for a person's `name` stands above the computers, so that it is in sight when the person is chosen. */
function cards(
  seat: SeatSetup,
  place: Place,
  n: number,
  name: TemplateResult | typeof nothing,
  set: (changed: Partial<SeatSetup>) => void,
): TemplateResult {
  const person = { value: "person", word: card(personFace, t("setup.kind.person"), t("setup.kind.person.text")) };
  const open = { value: "open", word: card(openFace, t("setup.kind.open"), t("setup.open.text")) };
  const people = place === "server" ? [person, open] : [person];
  const computers = LEVELS.map((level) => {
    const title = html`${computerName(level, n)} ${strength(level)}<span class="unseen">${levelName(level)}</span>`;
    return { value: String(level), word: card(computerFace(level), title, levelText(level)) };
  });
  return html`<div class="who">
    ${choice({
      name: "who",
      legend: t("setup.seat.kind", { n }),
      value: seat.kind === "computer" ? String(seat.level) : seat.kind,
      options: [...people.slice(0, -1), { ...people.at(-1)!, after: name }, ...computers],
      change: (chosen) => {
        if (chosen === "person" || chosen === "open") set({ kind: chosen, level: undefined });
        else set({ kind: "computer", level: Number(chosen) });
      },
    })}
  </div>`;
}

function card(face: TemplateResult, name: TemplateResult | string, text: string): TemplateResult {
  return html`<span class="who-card">${face}<span><b>${name}</b><small>${text}</small></span></span>`;
}

/** The strength of a level as bars that rise, of which as many are filled. */
function strength(level: number): TemplateResult {
  const bars = LEVELS.map((each) => {
    const height = 3 + each;
    return svg`<rect class=${each <= level ? "on" : ""} x=${each * 5 - 5} y=${11 - height} width="3.5"
      height=${height}></rect>`;
  });
  return html`<svg class="strength" viewBox="0 0 39 11" aria-hidden="true">${bars}</svg>`;
}

function colours(setup: Setup, seat: SeatSetup, n: number, set: (changed: Partial<SeatSetup>) => void): TemplateResult {
  const faction = setup.game === "star-wars" ? factionName(seat.colour) : "";
  return html`<div class="colours">
    ${choice<ColourName>({
      name: "colour",
      legend: t("setup.seat.colour", { n }),
      value: seat.colour,
      options: coloursOf(setup.game).map((value) => ({
        value,
        word: html`${seatMark(value)}<span class="colour-name">${colourTitle(value)}</span>`,
      })),
      change: (colour) => set({ colour }),
    })}
    <p class="soft small">${faction}</p>
  </div>`;
}

/** The field for a name. */
function nameInput(
  seat: SeatSetup,
  place: Place,
  n: number,
  set: (changed: Partial<SeatSetup>) => void,
): TemplateResult {
  const changed = (event: Event) => set({ name: (event.target as HTMLInputElement).value.trim() });
  return html`<input
    class="input setup-name"
    maxlength="24"
    autocomplete="off"
    aria-label=${t("setup.seat.name", { n })}
    placeholder=${usualName(place, n)}
    .value=${live(seat.name ?? "")}
    @change=${changed}
  />`;
}

function removeButton(setup: Setup, at: number, change: Seating["change"]): TemplateResult | typeof nothing {
  if (setup.seats.length <= MIN_SEATS || isTeamGame(setup)) return nothing;
  const remove = () => change(withoutSeat(setup, at), Math.max(0, at - 1));
  return html`<div><button type="button" class="button button-plain setup-remove" @click=${remove}>
    ${cross} ${t("setup.seat.remove", { n: at + 1 })}
  </button></div>`;
}
