/** A game at a real table: people bring the tiles and the dice, and may correct any turn. */
import type { Engine } from "../../../js/src/engine";
import type { GameEvent } from "../../../js/src/types";
import { diceDue } from "../game/chance";
import type { Step, TableModel, TableView } from "../game/model";
import { recordText } from "../game/record";
import { replay, splitDraws, takeWord } from "../game/replay";
import { type SavedGame, saveGame } from "../game/saved";
import { seatsOf } from "../game/seats";
import { setupLine } from "../game/setup";
import { ShownTable, viewOf } from "../game/shown-table";

/** What the table waits for. */
export type Wanted = "tile" | "move" | "dice" | "over";

const isDraw = (word: string) => !word.startsWith("[") && !word.includes("@");

/** The words of each turn: its draws, its move and its throws. */
export function turnsOf(words: readonly string[]): string[][] {
  const turns: string[][] = [];
  words.forEach((word, at) => {
    const before = words[at - 1];
    if (at === 0 || (isDraw(word) && !isDraw(before))) turns.push([]);
    turns[turns.length - 1].push(word);
  });
  return turns;
}

export class RealTable extends ShownTable implements TableModel {
  readonly kind = "local";
  #steps: Step[] = [];
  #view: TableView;
  /** The number of words before a turn that is being corrected, and the words after it, which follow as soon as it is
   * entered again. */
  #start = 0;
  #rest: string[] = [];
  /** The words before the last correction, to which it can be undone; null: nothing was corrected. */
  #before: string[] | null = null;
  /** The number of turns that the last correction made impossible. */
  #fallen = 0;

  /** The table owns the engine; the game is stored after each step. */
  constructor(
    private game: SavedGame,
    private readonly engine: Engine,
  ) {
    super();
    this.#view = this.#stand(splitDraws(game.words));
  }

  get view(): TableView {
    return this.#view;
  }

  get wanted(): Wanted {
    const { phase } = this.#view.state;
    return phase === "draw" ? "tile" : phase === "throw" ? "dice" : phase === "over" ? "over" : "move";
  }

  /** The dice of the battle, by side. */
  get dice(): { side: number; count: number }[] {
    return diceDue(this.engine.legal()[0]);
  }

  get turns(): string[][] {
    return turnsOf(this.#view.words);
  }

  /** What a correction does: the turns that still follow, and those that no longer fit. */
  get correction(): { follow: number; fallen: number } | null {
    return this.#before && { follow: turnsOf(this.#rest).length, fallen: this.#fallen };
  }

  /** Takes the tile that was drawn. One that fits nowhere is put out. */
  pick(tile: string): void {
    this.#take((events) => (events.some(({ event }) => event === "put-out") ? `(${tile})` : tile), tile);
  }

  async play(move: string): Promise<void> {
    this.#take(() => move, move);
    this.#follow();
  }

  /** Takes the dice as they fell, by side in ascending order. */
  throwDice(faces: readonly (readonly number[])[]): void {
    const word = `[${this.dice.map(({ side }, at) => `${side}:${faces[at].join(",")}`).join(";")}]`;
    this.#take(() => word, word);
    this.#follow();
  }

  /** Takes the last entry back: a tile, a move or a throw. If none of a corrected turn is entered, the correction. */
  back(): void {
    if (this.#rest.length > 0 && this.#view.words.length === this.#start) this.restore();
    else this.#jump(this.#view.words.slice(0, -1));
  }

  /** Goes back to a turn (0-based), which is entered again; the turns after it follow then. It takes the place of a
   * correction whose turn is not entered yet. */
  correct(turn: number): void {
    const whole = this.#rest.length > 0 && this.#before ? this.#before : this.#view.words;
    const turns = turnsOf(whole);
    const words = turns.slice(0, turn).flat();
    this.#before = [...whole];
    this.#start = words.length;
    this.#rest = turns.slice(turn + 1).flat();
    this.#fallen = 0;
    this.#jump(words);
  }

  /** Undoes the last correction. */
  restore(): void {
    const words = this.#before ?? this.#view.words;
    this.#before = null;
    this.#rest = [];
    this.#fallen = 0;
    this.#jump(words);
  }

  async record(): Promise<string> {
    return recordText(this.engine, this.#view.seats, this.game.at);
  }

  #take(wordOf: (events: GameEvent[]) => string, word: string): void {
    const { words, state } = this.#view;
    const events = takeWord(this.engine, word);
    const taken = wordOf(events);
    const step = { from: words.length, to: words.length + 1, seat: state.seat, words: [taken], events };
    this.#steps = [...this.#steps, step];
    this.#view = this.#look([...words, taken]);
    this.#save();
    this.tell({ steps: [step], jumped: false });
  }

  /** Plays the turns after a corrected one, up to the first that no longer fits. */
  #follow(): void {
    if (this.#rest.length === 0 || this.wanted !== "tile") return;
    const turns = turnsOf(this.#rest);
    this.#rest = [];
    let words = this.#view.words;
    for (const [at, turn] of turns.entries()) {
      try {
        replay(this.engine, turn, words.length);
        words = [...words, ...turn];
      } catch {
        this.#fallen = turns.length - at;
        break;
      }
    }
    this.#jump(words);
  }

  #jump(words: readonly string[]): void {
    this.#view = this.#stand([...words]);
    this.#save();
    this.tell({ steps: [], jumped: true });
  }

  /** Sets the engine up after these words. */
  #stand(words: string[]): TableView {
    this.engine.command(setupLine(this.game.setup, this.game.first));
    this.#steps = replay(this.engine, words);
    return this.#look(words);
  }

  #look(words: string[]): TableView {
    const { setup, first } = this.game;
    const state = this.engine.state();
    return viewOf({
      setup,
      seats: seatsOf(setup),
      newgame: setupLine(setup, first),
      words,
      state,
      segments: this.engine.segments(),
      steps: this.#steps,
      move: state.phase === "place",
    });
  }

  /** Stores the game, unless turns still have to follow: until then the game before the correction stays. */
  #save(): void {
    if (this.#rest.length > 0) return;
    const { words, state } = this.#view;
    this.game = { ...this.game, words, at: Date.now(), scores: state.phase === "over" ? state.scores : null };
    saveGame(this.game);
  }
}
