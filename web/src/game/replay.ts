/**
 * A game step by step from its words, with the events of each step.
 */
import type { GameEvent } from "../../../js/src/types";
import type { Step } from "./model";

/** What is needed of an engine: it answers a line of the protocol with its data lines or throws. */
export interface Session {
  command(line: string): string[];
}

const EVENT = "event ";

function eventsOf(lines: readonly string[]): GameEvent[] {
  return lines
    .filter((line) => line.startsWith(EVENT))
    .map((line) => JSON.parse(line.slice(EVENT.length)) as GameEvent);
}

function phaseOf(session: Session): { phase: string; seat: number } {
  const [, phase = "", , seat = "0"] = (session.command("phase")[0] ?? "").split(" ");
  return { phase, seat: Number(seat) };
}

function draw(session: Session, tile: string): GameEvent[] {
  return eventsOf(session.command(`draw ${tile}`));
}

/**
 * Takes one word of a record on the session: a tile put out `(R4)`, a tile drawn `A3`, a move (its tile is drawn first
 * if that has not been done) or a throw `[1:5,3;2:6]`. Gives the events that it brought.
 */
export function takeWord(session: Session, word: string): GameEvent[] {
  if (word.startsWith("(")) return draw(session, word.slice(1, -1));
  if (word.startsWith("[")) return eventsOf(session.command(`throw ${word.slice(1, -1).replaceAll(";", " ")}`));
  const [tile = "", place] = word.split("@");
  if (place === undefined) return draw(session, tile);
  const drawn = phaseOf(session).phase === "draw" ? draw(session, tile) : [];
  return [...drawn, ...eventsOf(session.command(`move ${word}`))];
}

/** Whether a word ends the draws of a turn: what follows it is another step. */
function endsStep(word: string, next: string | undefined): boolean {
  if (word.startsWith("(")) return next === undefined;
  return next === undefined || !next.startsWith("[");
}

/**
 * The words in the form of a table's log: each turn's draw a word of its own before its move. Words of a table stay as
 * they are.
 */
export function splitDraws(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const [tile = "", place] = word.split("@");
    const plain = place !== undefined && !word.startsWith("[");
    return plain && words[index - 1] !== tile ? [tile, word] : [word];
  });
}

/**
 * Plays words on a session that stands where they begin, `from` words into the game, and gives its steps: one for each
 * draw with the tiles put out before it, one for each move with the throws after it.
 */
export function replay(session: Session, words: readonly string[], from = 0): Step[] {
  const steps: Step[] = [];
  let step: Step | null = null;
  words.forEach((word, index) => {
    step ??= { from: from + index, to: 0, seat: phaseOf(session).seat, words: [], events: [] };
    step.words.push(word);
    step.events.push(...takeWord(session, word));
    if (!endsStep(word, words[index + 1])) return;
    step.to = from + index + 1;
    steps.push(step);
    step = null;
  });
  return steps;
}
