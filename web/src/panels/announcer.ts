/** The announcements of turns and scores for screen readers. The board announces moves. */
import type { GameEvent } from "../../../js/src/types";
import type { TableView } from "../game/model";
import { t } from "../words/words";
import { type Names, sentences } from "./log";
import { seatsOfSides } from "./sides";

/** Whether an event is announced here; the final scoring is announced step by step elsewhere. */
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

/** Sentences about changes at a table other than moves: a computer took over a seat or a turn, a player came back,
 * refused a request, or took a turn back. */
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
  if (view.words.length < before.words.length)
    lines.push(t("lobby.happened.undone", { name: view.seats[view.state.seat - 1].name }));
  return lines;
}

/**
 * The sentences about events that have been shown: each scoring with its reason, then the scores of all sides.
 * `passed`: also announce whose turn it is now.
 */
export function announcements(view: TableView, events: readonly GameEvent[], names: Names, passed: boolean): string[] {
  const lines = sentences(events.filter(isTold), names).map((line) => line.text);
  const scored = events.some((event) => ["tie", "lost", "scored"].includes(event.event) && isTold(event));
  const totals = scored ? scores(view, names) : [];
  return [...lines, ...totals, ...(passed ? [turn(view, names)] : [])];
}
