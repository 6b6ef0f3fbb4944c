/**
 * Replays a game from its words, step by step, with the events of each step.
 */
import type { GameEvent } from "../../../js/src/types";
import type { Step } from "./model";

/** The required part of an engine: it answers a line of the protocol with data lines, or throws. */
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
 * Plays one word of a record on the session: a discarded tile `(R4)`, a drawn tile `A3`, a move (its tile is drawn
 * first if necessary) or a throw `[1:5,3;2:6]`. Returns its events.
 */
export function takeWord(session: Session, word: string): GameEvent[] {
  if (word.startsWith("(")) return draw(session, word.slice(1, -1));
  if (word.startsWith("[")) return eventsOf(session.command(`throw ${word.slice(1, -1).replaceAll(";", " ")}`));
  const [tile = "", place] = word.split("@");
  if (place === undefined) return draw(session, tile);
  const drawn = phaseOf(session).phase === "draw" ? draw(session, tile) : [];
  return [...drawn, ...eventsOf(session.command(`move ${word}`))];
}

/** Whether a step ends with this word, so that the next word begins another step. */
function endsStep(word: string, next: string | undefined): boolean {
  if (word.startsWith("(")) return next === undefined;
  return next === undefined || !next.startsWith("[");
}

/**
 * Converts words to the form of a table's log, in which each draw is a separate word before its move. Words that have
 * this form already stay unchanged.
 */
export function splitDraws(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const [tile = "", place] = word.split("@");
    const plain = place !== undefined && !word.startsWith("[");
    return plain && words[index - 1] !== tile ? [tile, word] : [word];
  });
}

/**
 * Plays words on a session and returns the steps. The session must be at the position before them, `from` words into
 * the game. A step is a draw with the discarded tiles before it, or a move with the throws after it.
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
