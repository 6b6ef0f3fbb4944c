/** What a screen reader is told of turns and scores. Moves are told by the board. */
import type { GameEvent } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { t } from "../words/words";
import { type Names, sentences } from "./log";
import { seatsOfSides } from "./sides";

/** The final scoring is told where the reader goes through it, not all at once. */
function isTold(event: GameEvent): boolean {
  return ["tie", "lost", "put-out", "over"].includes(event.event) || (event.event === "scored" && !event.final);
}

function scores(view: TableView, names: Names): string[] {
  return seatsOfSides(view.state).map((_, side) =>
    t("panels.total", { names: names.side(side + 1), points: t("panels.points", { n: view.state.scores[side] }) }),
  );
}

function turn(view: TableView, names: Names): string {
  const seat = view.seats[view.state.seat - 1];
  const values = { name: names.seat(seat.number) };
  return seat.mine ? t("panels.turn.mine", values) : t("panels.turn.other", values);
}

/** What others did at a table beside play: a computer plays on for a seat, or for one turn, somebody is back, has said
 * no, took a turn back. */
export function happenings(before: TableView, view: TableView): string[] {
  if (before.stage !== "playing" || view.stage !== "playing") return [];
  const others = view.seats.filter((seat, at) => !seat.mine && !before.seats[at].mine);
  const turned = others.filter(
    (seat) => (seat.kind === "computer") !== (before.seats[seat.number - 1].kind === "computer"),
  );
  const lines = turned.map((seat) =>
    seat.kind === "computer"
      ? t("lobby.happened.computer", { name: before.seats[seat.number - 1].name })
      : t("lobby.happened.back", { name: seat.name }),
  );
  for (const { misses, name, number } of others)
    if (misses && !before.seats[number - 1].misses) lines.push(t("lobby.happened.missed", { name }));
  const no = view.refusal?.seq === before.refusal?.seq ? undefined : view.refusal;
  const who = others.find(({ number }) => number === no?.seat && number !== no.asker);
  if (who) lines.push(t("lobby.happened.refused", { name: who.name }));
  if (no && view.seats[no.asker - 1].mine) lines.push(t("lobby.asked.again"));
  return view.words.length < before.words.length ? [...lines, t("lobby.happened.undone")] : lines;
}

/**
 * The sentences that tell what has been shown: scores with their reasons, then those of all sides. `passed`: it is
 * another's turn, which is told.
 */
export function announcements(view: TableView, events: readonly GameEvent[], names: Names, passed: boolean): string[] {
  const lines = sentences(events.filter(isTold), names).map((line) => line.text);
  const scored = events.some((event) => ["tie", "lost", "scored"].includes(event.event) && isTold(event));
  const totals = scored ? scores(view, names) : [];
  return [...lines, ...totals, ...(passed ? [turn(view, names)] : [])];
}
