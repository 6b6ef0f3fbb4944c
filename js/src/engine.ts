/**
 * The module page.wasm with types: a session of the protocol (docs/lookup/protocol.md) and what the page asks besides
 * (docs/lookup/page-module.md). It needs nothing of its host and works in a page, a worker and Node. One engine holds
 * one game.
 */
import type { OptionItem } from "./options.js";
import type {
  Advice,
  Cell,
  ColourName,
  GameEvent,
  GameName,
  LegalTurn,
  Markup,
  MeepleMarkup,
  OpenCell,
  Phase,
  PhaseName,
  PieceName,
  ReadGame,
  RealmType,
  RecordTurn,
  State,
  ThemeName,
  TileMap,
  TileSet,
  Verdict,
} from "./types.js";

/**
 * A refused command: `code` of docs/lookup/protocol.md, and why in English. Nothing has changed. The code is `closed`
 * for an engine that was closed, and `broken` for one whose module has stopped for good.
 */
export class EngineError extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
    this.name = "EngineError";
  }
}

/** What the module exports: src/page/page.h. */
interface PageExports extends Record<string, WebAssembly.ExportValue> {
  memory: WebAssembly.Memory;
  _initialize(): void;
  page_open(): number;
  page_close(page: number): void;
  page_buffer(page: number, length: number): number;
  page_line(page: number, length: number): number;
  page_read_record(page: number, length: number): number;
  page_load(page: number, length: number): number;
  page_verify(page: number, length: number): number;
  page_reply_length(page: number): number;
}

/** What `newgame` takes; what is missing is the engine's default. */
export interface NewGame {
  game: GameName;
  set?: string;
  players?: number;
  options?: readonly OptionItem[];
  colours?: readonly ColourName[];
  /** A seat, from 1. */
  first?: number | "random";
  /** Of all chance; 0 if it is missing: the same game each time. */
  seed?: bigint | number;
}

/** Where the module comes from: its address, its bytes, or the module as another engine compiled it. */
export type EngineSource = string | URL | BufferSource | WebAssembly.Module;

/** The command that begins a game, a word for each member: the engine refuses what is none. Blanks in a value would
 * make two words of it; they are refused. */
export function newGameLine({ options = [], ...others }: NewGame): string {
  const words = ["newgame"];
  for (const [name, value] of Object.entries(others)) if (value !== undefined) words.push(`${name}=${value}`);
  for (const option of options) words.push(option.includes("=") ? option : `${option}=on`);
  const split = words.find((word) => /\s/.test(word));
  if (split !== undefined) throw new EngineError("syntax", `a value with a blank in it: ${JSON.stringify(split)}`);
  return words.join(" ");
}

/** Compiles the module once; engines in the same page and its workers can share it. */
export async function compileEngine(source: EngineSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== "string" && !(source instanceof URL)) return WebAssembly.compile(source);
  const answer = await fetch(source);
  // A host may not know the type of modules; browsers compile none of another type while it comes.
  if (answer.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** A game in the module: it is begun, stepped, asked and told. What it refuses is an EngineError. */
export class Engine {
  #page: number;
  /** Why nothing can be asked any more. */
  #ended: EngineError | null = null;

  private constructor(private readonly exports: PageExports) {
    exports._initialize();
    this.#page = exports.page_open();
  }

  /** A new engine without a game. */
  static async load(source: EngineSource): Promise<Engine> {
    const instance = await WebAssembly.instantiate(await compileEngine(source), {});
    return new Engine(instance.exports as PageExports);
  }

  /** Gives the memory of the game back; whatever is asked afterwards is refused. Closing twice is allowed. */
  close(): void {
    if (this.#ended) return;
    this.#ended = new EngineError("closed", "the engine is closed");
    this.exports.page_close(this.#page);
  }

  /** Answers a line of the protocol with its data lines. Throws an EngineError if it is refused. */
  command(line: string): string[] {
    return this.#ask(line, this.exports.page_line);
  }

  /** Begins a game. */
  newGame(game: NewGame): void {
    this.command(newGameLine(game));
  }

  /** Sets up `start` (a position line, or `startpos`: the game that `newgame` began) with the words that follow it. */
  position(start: string, words: readonly string[] = []): void {
    this.command(`position ${start}${words.length > 0 ? ` moves ${words.join(" ")}` : ""}`);
  }

  /** Draws the tile, or one by the engine's own chance. */
  draw(tile = ""): GameEvent[] {
    return this.#step(`draw ${tile}`);
  }

  /** Lays the drawn tile with its meeple decision. */
  move(move: string): GameEvent[] {
    return this.#step(`move ${move}`);
  }

  /** Throws the dice given, `1:5,3 2:6`, or by the engine's own chance. */
  throwDice(dice = ""): GameEvent[] {
    return this.#step(`throw ${dice}`);
  }

  /** Takes back the last steps: a move is two, a draw and a throw one each. */
  undo(steps = 1): void {
    this.command(`undo ${steps}`);
  }

  phase(): Phase {
    const [, phase, , seat, , tile] = (this.command("phase")[0] ?? "").split(" ");
    return { phase: phase as PhaseName, seat: Number(seat), tile: tile ?? null };
  }

  state(): State {
    return this.#json("state json");
  }

  /** The legal continuations, as lines of the protocol. */
  legal(): string[] {
    return this.command("legal");
  }

  /** Every whole turn of the drawn tile, in the phase `place`: by cell and rotation, then by decision. */
  turns(): LegalTurn[] {
    return this.#json("turns json");
  }

  /** The record of the game so far. */
  record(): string {
    return `${this.command("record")
      .map((line) => line.slice("record ".length))
      .join("\n")}\n`;
  }

  /** The game as a record that goes on by the same draws and throws when it is loaded. Whoever reads it can foresee
   * them. */
  save(): string {
    return this.#json("save");
  }

  /** Makes the game of a record, saved or not, this engine's own, every step checked; `undo` takes its steps back.
   * Chance of a record that was not saved begins anew. `record` and `save` tell its tags again, comments and times are
   * told by `readRecord` alone. Throws an EngineError that tells line and reason, and then nothing has changed. */
  loadGame(record: string): void {
    this.#ask(record, this.exports.page_load);
  }

  /** The game so far, as words for `position`. */
  words(): string[] {
    return this.#json("words");
  }

  /** By realm, in the order of `state().realms`: all its segments, `route.E@0,0`. */
  segments(): string[][] {
    return this.#json("segments");
  }

  /** What a whole turn would bring, up to a battle; the game stays as it is. In the phases `place` and `meeple`. */
  tryMove(move: string): GameEvent[] {
    return this.#step(`try ${move}`);
  }

  /**
   * What a computer player (`mcts`, `greedy`, `level-1` ... `level-8`) thinks of the turn that is due, in the phases
   * `place` and `meeple`. The same seed gives the same advice.
   */
  advise(kind: string, playouts: number, seed: bigint | number): Advice {
    return this.#json(`advise ${kind} ${playouts} ${seed}`);
  }

  /** Empty cells beside the tiles that nothing fits any more: no tile of the bag, nor the drawn one. */
  holes(): [number, number][] {
    return this.#json("holes");
  }

  /** All empty cells beside the tiles, by y and x. */
  cells(): OpenCell[] {
    return this.#json<[number, number, number][]>("cells").map(([x, y, fits]) => ({ x, y, fits }));
  }

  /** How likely each side is to win a battle, by the numbers of dice (1 to 3) of its two to five sides. */
  odds(dice: readonly number[]): number[] {
    return this.#json(`odds ${dice.join(" ")}`);
  }

  /** The built-in sets. */
  sets(): TileSet[] {
    return this.#json("sets");
  }

  /** What the tiles of a theme refer to: markup to be put into a `<defs>` of the document once. */
  scene(theme: ThemeName): string {
    return this.#json<{ svg: string }>(`scene ${theme}`).svg;
  }

  /**
   * A tile of the game, or of a built-in set, with the sky of a cell, or of anywhere. What grows on it follows from
   * `draw`, the number of tiles that were on the table before it. It refers to `scene(theme)`; what stands on it may
   * reach beyond its upper edge.
   */
  tile(id: string, rotation: number, theme: ThemeName, cell: Cell | null = null, draw = 0): Markup {
    return this.#json(`tile ${id} r${rotation} ${theme} ${cell ? `${cell.x},${cell.y} ` : ""}d${draw}`);
  }

  /** Where the features of a tile are, in the units of `tile()`. */
  map(id: string, rotation: number): TileMap {
    return this.#json(`map ${id} r${rotation}`);
  }

  /** A meeple on a type of feature, or in the supply; it looks the same in every theme. */
  meepleShape(piece: PieceName, colour: ColourName, on: RealmType | "" = ""): MeepleMarkup {
    return this.#json(`meeple-shape ${piece} ${colour} ${on}`);
  }

  /** The whole board as an SVG document, `tileSize` pixels to a tile's side (16 to 1024). */
  picture(theme: ThemeName, tileSize = 80): string {
    return this.#json<{ svg: string }>(`picture ${theme} ${tileSize}`).svg;
  }

  /** Reads a file of records, every step checked. Throws an EngineError that tells line and reason. The engine's own
   * game stays. */
  readRecord(file: string): ReadGame[] {
    return this.#ask(file, this.exports.page_read_record).map(readGame);
  }

  /** Checks the chance of a file of finished records: draws, throws and first players (docs/understand/fairness.md). */
  verifyRecord(file: string): Verdict {
    return JSON.parse(this.#ask(file, this.exports.page_verify)[0] ?? "null") as Verdict;
  }

  /** What a seat publishes of its share of the chance before anybody tells theirs. */
  seal(commitment: string, seat: number, share: string): string {
    return this.#json(`seal ${commitment} ${seat} ${share}`);
  }

  /**
   * Checks every draw and throw of the game so far against the chance that was promised. `contributions` by seat, `-`
   * for computers, separated by commas. Throws an EngineError that tells the first number that differs.
   */
  proof(
    commitment: string,
    secret: string,
    firstBy: "chance" | "choice",
    contributions: string,
  ): { draws: number; throws: number } {
    return this.#json(`proof ${commitment} ${secret} ${firstBy} ${contributions}`);
  }

  #ask(input: string, answer: (page: number, length: number) => number): string[] {
    if (this.#ended) throw this.#ended;
    return dataOf(this.#exchange(new TextEncoder().encode(input), answer));
  }

  /** Hands the bytes to the module and takes its reply. A module that stops on the way answers nothing ever after. */
  #exchange(bytes: Uint8Array, answer: (page: number, length: number) => number): string {
    try {
      const at = this.exports.page_buffer(this.#page, bytes.length);
      new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
      const reply = answer(this.#page, bytes.length);
      const length = this.exports.page_reply_length(this.#page);
      return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, reply, length));
    } catch (error) {
      this.#ended = new EngineError(
        "broken",
        `the engine has stopped: ${error instanceof Error ? error.message : error}`,
      );
      throw this.#ended;
    }
  }

  #json<T>(line: string): T {
    return JSON.parse(this.command(line)[0] ?? "null") as T;
  }

  #step(line: string): GameEvent[] {
    return this.command(line).map((each) => JSON.parse(each.slice("event ".length)) as GameEvent);
  }
}

/** The data lines of a reply; an empty reply, to an empty line, has none. */
function dataOf(reply: string): string[] {
  const lines = reply.split("\n").slice(0, -1);
  const [, code, text] = /^error (\S+) (.*)$/.exec(lines[lines.length - 1] ?? "") ?? [];
  if (code !== undefined) throw new EngineError(code, text ?? "");
  return lines.slice(0, -1);
}

/** The module tells an evaluation as it was written. */
function readGame(line: string): ReadGame {
  type Told = Omit<ReadGame, "turns"> & { turns: (Omit<RecordTurn, "eval"> & { eval: string | null })[] };
  const game = JSON.parse(line) as Told;
  return {
    ...game,
    turns: game.turns.map((turn) => ({ ...turn, eval: turn.eval === null ? null : Number(turn.eval) })),
  };
}
