/** A game on this device without a server: people who share the device, and computer players. */
import type { Engine } from "../../../js/src/engine";
import type { Advice, State } from "../../../js/src/types";
import { type Settings, settings } from "../ui/settings";
import { below, diceDue, drawTile, throwDice, thrown } from "./chance";
import type { Change, Seat, Step, TableListener, TableModel, TableView } from "./model";
import { recordText } from "./record";
import { replay, takeWord } from "./replay";
import { createLocalGame, type SavedGame, saveGame } from "./saved";
import { seatsOf } from "./seats";
import { setupLine } from "./setup";

/** Chooses the turns of computer players: an engine in a worker. */
export interface Thinker {
  ask(
    game: { newgame: string; words: readonly string[] },
    kind: string,
    playouts: number,
    seed: number,
  ): Promise<Advice>;
  close(): void;
}

/** The pause in milliseconds before a computer's step, so that people can follow, by the person's setting. */
const PAUSE_MS: Record<Settings["pace"], number> = { slow: 1800, normal: 700, fast: 250, once: 0 };

/** Playouts of level 8 for each turn; the other levels do not search. */
const PLAYOUTS = 4000;

/** Each turn of a computer uses a random seed below this number. */
const SEEDS = 2 ** 31;

/** Rejects an action that only tables on a server support. */
function notHere(): Promise<never> {
  return Promise.reject(new Error("a game on this device has no one to ask"));
}

/** A game on this device; it is stored after each step. */
export class LocalTable implements TableModel {
  readonly kind = "local";
  readonly #engine: Engine;
  readonly #thinker: Thinker;
  readonly #listeners = new Set<TableListener>();
  readonly #pause: () => number;
  #game: SavedGame;
  #steps: Step[];
  #view: TableView;
  /** The number of the computer's present plan. If the number has changed meanwhile, the plan is outdated. */
  #plan = 0;
  #rest?: () => Promise<void>;

  /** The table owns the engine; `pause` returns the milliseconds before each step of a computer. */
  constructor(game: SavedGame, engine: Engine, thinker: Thinker, pause = () => PAUSE_MS[settings().pace]) {
    this.#game = game;
    this.#engine = engine;
    this.#thinker = thinker;
    this.#pause = pause;
    engine.command(this.#newgame());
    this.#steps = replay(engine, game.words);
    this.#view = this.#look();
    this.#planStep();
  }

  get view(): TableView {
    return this.#view;
  }

  subscribe(listener: TableListener): () => void {
    this.#listeners.add(listener);
    listener(this.#view, { steps: [], jumped: true });
    return () => this.#listeners.delete(listener);
  }

  waitFor(rest: () => Promise<void>): void {
    this.#rest = rest;
  }

  async draw(): Promise<void> {
    const words: string[] = [];
    const step = this.#begin();
    while (this.#phase() === "draw" && words.at(-1)?.startsWith("(") !== false) words.push(this.#drawOne(step));
    this.#finish(step, words);
  }

  async play(move: string): Promise<void> {
    const step = this.#begin();
    const words = [move];
    step.events.push(...takeWord(this.#engine, move));
    while (this.#phase() === "throw") words.push(this.#throwOnce(step, words));
    this.#finish(step, words);
  }

  async takeBack(): Promise<void> {
    const turn = this.#turnToTakeBack();
    if (!turn) throw new Error("there is no turn to take back");
    this.#game = { ...this.#game, words: this.#game.words.slice(0, turn.from), scores: null };
    this.#steps = this.#steps.filter((step) => step.to <= turn.from);
    this.#stand();
    this.#tell({ steps: [], jumped: true });
  }

  async replace(seat: number, level: number): Promise<void> {
    const kind = level > 0 ? { kind: "computer" as const, level } : { kind: "person" as const, level: undefined };
    const seats = this.#game.setup.seats.map((old, index) => (index === seat - 1 ? { ...old, ...kind } : old));
    this.#game = { ...this.#game, setup: { ...this.#game.setup, seats } };
    this.#tell({ steps: [], jumped: false });
  }

  answer = notHere;
  say = notHere;
  react = notHere;

  async leave(): Promise<void> {
    this.close();
  }

  /** Creates the next game with the same seats. If the set-up names the first player, the next seat begins. */
  async rematch(): Promise<string> {
    const { setup } = this.#game;
    const first = setup.first === 0 ? 0 : (setup.first % setup.seats.length) + 1;
    return `#/local/${createLocalGame({ ...setup, first })}`;
  }

  async record(): Promise<string> {
    return recordText(this.#engine, this.#view.seats, this.#game.at);
  }

  close(): void {
    this.#plan++;
    this.#listeners.clear();
    this.#thinker.close();
  }

  #newgame(): string {
    return setupLine(this.#game.setup, this.#game.first);
  }

  #phase(): string {
    return this.#engine.command("phase")[0].split(" ")[1];
  }

  #begin(): Step {
    const seat = Number(this.#engine.command("phase")[0].split(" ")[3]);
    const from = this.#game.words.length;
    return { from, to: from, seat, words: [], events: [] };
  }

  /** Draws a tile: the one drawn at this point before a take-back, if it is still legal; otherwise a random one. */
  #drawOne(step: Step): string {
    const before = this.#drawsBefore() + step.events.filter((event) => event.event === "put-out").length;
    const legal = this.#engine.command("legal");
    const known = this.#game.draws[before];
    const tile = legal.some((line) => line.startsWith(`draw ${known}*`)) ? known : drawTile(legal);
    this.#game.draws[before] = tile;
    const events = takeWord(this.#engine, tile);
    step.events.push(...events);
    return events.some((event) => event.event === "put-out") ? `(${tile})` : tile;
  }

  #drawsBefore(): number {
    return this.#game.words.filter((word) => !word.startsWith("[") && !word.includes("@")).length;
  }

  /** Throws the dice: the result at this point before a take-back, if the number of dice is the same; otherwise a
   * random one. */
  #throwOnce(step: Step, words: readonly string[]): string {
    const before = [...this.#game.words, ...words].filter((word) => word.startsWith("[")).length;
    const [legal] = this.#engine.command("legal");
    const known = this.#game.throws[before];
    const dice = known && fits(known, legal) ? known : throwDice(legal);
    this.#game.throws[before] = dice;
    step.events.push(...takeWord(this.#engine, dice));
    return dice;
  }

  #finish(step: Step, words: string[]): void {
    const all = [...this.#game.words, ...words];
    const done = { ...step, to: all.length, words };
    this.#game = { ...this.#game, words: all };
    this.#steps = [...this.#steps, done];
    this.#tell({ steps: [done], jumped: false });
  }

  /** The last turn of a person. */
  #turnToTakeBack(): Step | undefined {
    const { seats } = this.#game.setup;
    return this.#steps.findLast((step) => step.words[0].includes("@") && seats[step.seat - 1].kind === "person");
  }

  /** Sets the engine to the position after the game's words. */
  #stand(): void {
    const { words } = this.#game;
    this.#engine.command(this.#newgame());
    if (words.length > 0) this.#engine.command(`position startpos moves ${words.join(" ")}`);
  }

  #tell(change: Change): void {
    this.#view = this.#look();
    const { state } = this.#view;
    this.#game = { ...this.#game, at: Date.now(), scores: state.phase === "over" ? state.scores : null };
    saveGame(this.#game);
    for (const listener of this.#listeners) listener(this.#view, change);
    this.#planStep();
  }

  #look(): TableView {
    const state = this.#engine.state();
    const seats = seatsOf(this.#game.setup);
    return {
      setup: this.#game.setup,
      stage: state.phase === "over" ? "over" : "playing",
      seats,
      newgame: this.#newgame(),
      words: this.#game.words,
      state,
      segments: this.#engine.segments(),
      steps: this.#steps,
      chat: [],
      clock: null,
      clockAt: 0,
      asked: null,
      may: this.#mayNow(state, seats),
      trouble: "",
    };
  }

  #mayNow(state: State, seats: readonly Seat[]): TableView["may"] {
    const mine = seats[state.seat - 1].mine;
    return {
      draw: mine && state.phase === "draw",
      move: mine && state.phase === "place",
      takeBack: this.#game.setup.takebacks && this.#turnToTakeBack() ? "alone" : "no",
      answer: false,
      rematch: state.phase === "over",
      talk: false,
    };
  }

  /** Lets the computer draw or play after a pause, if it is its turn. Without a pause it does not wait for the
   * animation. */
  #planStep(): void {
    const plan = ++this.#plan;
    const { state, seats, stage } = this.#view;
    if (stage === "over" || seats[state.seat - 1].kind !== "computer") return;
    const pause = this.#pause();
    const go = () => {
      if (plan === this.#plan) void this.#computerStep(plan);
    };
    setTimeout(() => (pause > 0 && this.#rest ? void this.#rest().finally(go) : go()), pause);
  }

  async #computerStep(plan: number): Promise<void> {
    if (this.#view.state.phase === "draw") return this.draw();
    const { state, seats } = this.#view;
    const game = { newgame: this.#newgame(), words: this.#game.words };
    const asked = this.#thinker.ask(game, `level-${seats[state.seat - 1].level}`, PLAYOUTS, below(SEEDS));
    const move = await asked.then((advice) => advice.candidates[0].move).catch((error: Error) => error);
    if (plan !== this.#plan) return;
    if (move instanceof Error) throw move;
    await this.play(move);
  }
}

/** Whether a throw such as `[1:5,3;2:6]` has the dice that the line of `legal` demands. */
function fits(dice: string, legal: string): boolean {
  return dice.replace(/\d+(?=[,;\]])/g, "6") === thrown(diceDue(legal), () => 6);
}
