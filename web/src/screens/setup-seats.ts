/** The panel of the seats in the set-up: player, colour and name of each. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { ColourName, SeatSetup, Setup } from "../game/model";
import { personName } from "../game/person";
import {
  coloursOf,
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
import { dropdown } from "../ui/choice";
import { computerFace } from "../ui/faces";
import { cross, plus } from "../ui/icons";
import { seatMark } from "../ui/seat-mark";
import { colourTitle, computerName, factionName, levelName, levelText } from "../words/terms";
import { t } from "../words/words";

type Change = (setup: Setup) => void;

/** The panel with all seats; it calls `change` with the changed set-up. */
export function seatsPanel(setup: Setup, place: Place, change: Change): TemplateResult {
  return html`<section class="panel" aria-labelledby="seats">
    <h2 id="seats">${t("setup.seats")}</h2>
    ${isTeamGame(setup) ? html`<p class="soft small">${t("setup.teams.text")}</p>` : nothing}
    <ol class="list">
      ${setup.seats.map((_, index) => html`<li>${seatRow(setup, place, index, change)}</li>`)}
    </ol>
    ${addButton(setup, place, change)}
  </section>`;
}

function addButton(setup: Setup, place: Place, change: Change): TemplateResult | typeof nothing {
  if (isChampionship(setup)) return html`<div class="setup-add">${championshipSeats()}</div>`;
  if (setup.seats.length >= mostSeats(setup) || isTeamGame(setup)) return nothing;
  const add = () => change(withSeat(setup, place === "here" ? "computer" : "open"));
  return html`<button type="button" class="button setup-add" @click=${add}>
    ${plus} ${t("setup.seat.add")}
  </button>`;
}

/** Explains why a championship has no more seats. */
export function championshipSeats(): TemplateResult {
  return html`<p class="soft small">${t("lobby.championship.seats")}</p>`;
}

function seatRow(setup: Setup, place: Place, index: number, change: Change): TemplateResult {
  const set = (changed: Partial<SeatSetup>) => change(withSeatChanged(setup, index, changed));
  const seat = setup.seats[index];
  const n = index + 1;
  return html`<div class="setup-seat" role="group" aria-label=${t("setup.seat", { n })}>
    ${seatMark(seat.colour)} ${colourSelect(setup, seat, n, set)} ${kindSelect(seat, place, n, set)}
    ${removeButton(setup, index, change)}
    <p class="setup-faction soft small">${setup.game === "star-wars" ? factionName(seat.colour) : nothing}</p>
    ${seat.kind === "person" ? nameInput(seat, place, n, set) : aboutSeat(seat, n)}
  </div>`;
}

/** The description of a seat's player: for a computer, its face, name and style of play. */
function aboutSeat({ kind, level = USUAL_LEVEL }: SeatSetup, n: number): TemplateResult {
  if (kind === "open") return html`<p class="setup-about soft small">${t("setup.open.text")}</p>`;
  return html`<p class="setup-about soft small">${computerFace(level)}<b>${computerName(level, n)}</b> ${levelText(level)}</p>`;
}

function colourSelect(
  setup: Setup,
  seat: SeatSetup,
  n: number,
  set: (changed: Partial<SeatSetup>) => void,
): TemplateResult {
  return dropdown<ColourName>({
    name: t("setup.seat.colour", { n }),
    value: seat.colour,
    options: coloursOf(setup.game).map((value) => ({ value, word: colourTitle(value) })),
    disabled: isTeamGame(setup),
    change: (colour) => set({ colour }),
  });
}

function kindSelect(
  seat: SeatSetup,
  place: Place,
  n: number,
  set: (changed: Partial<SeatSetup>) => void,
): TemplateResult {
  const person = { value: "person", word: t("setup.kind.person") };
  const open = { value: "open", word: t("setup.kind.open") };
  const levels = LEVELS.map((level) => ({
    value: String(level),
    word: t("setup.kind.level", { n: level, word: levelName(level) }),
  }));
  return dropdown({
    name: t("setup.seat.kind", { n }),
    value: seat.kind === "computer" ? String(seat.level) : seat.kind,
    options: [person, ...(place === "server" ? [open] : []), ...levels],
    change: (chosen) => {
      if (chosen === "person" || chosen === "open") set({ kind: chosen, level: undefined });
      else set({ kind: "computer", level: Number(chosen) });
    },
  });
}

/** The field for a name. At a server, a person who leaves it empty plays under the stored name. */
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
    placeholder=${(place === "server" && personName()) || t("app.person", { n })}
    .value=${live(seat.name ?? "")}
    @change=${changed}
  />`;
}

function removeButton(setup: Setup, index: number, change: Change): TemplateResult | typeof nothing {
  if (setup.seats.length <= MIN_SEATS || isTeamGame(setup)) return nothing;
  const word = t("setup.seat.remove", { n: index + 1 });
  return html`<button
    type="button"
    class="button button-plain button-icon setup-remove"
    aria-label=${word}
    title=${word}
    @click=${() => change(withoutSeat(setup, index))}
  >
    ${cross}
  </button>`;
}
