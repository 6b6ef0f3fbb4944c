/**
 * The module page.wasm with types: a session of the protocol (docs/lookup/protocol.md) and the further functions of
 * docs/lookup/page-module.md. It needs nothing from its host and works in a page, a worker and Node. One engine holds
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
 * A refused command: a `code` of docs/lookup/protocol.md, and the reason in English. The command has changed nothing.
 * The code is `closed` for a closed engine, and `broken` if the module has crashed.
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

/** The exports of the module (src/page/page.h). */
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

/** The parameters of `newgame`; missing ones have the engine's defaults. */
export interface NewGame {
  game: GameName;
  set?: string;
  players?: number;
  options?: readonly OptionItem[];
  colours?: readonly ColourName[];
  /** The first player's seat (1-based). */
  first?: number | "random";
  /** The seed of all random numbers; default 0, which gives the same game each time. */
  seed?: bigint | number;
}

/** The source of the module: its URL, its bytes, or a module that was compiled before. */
export type EngineSource = string | URL | BufferSource | WebAssembly.Module;

/** The `newgame` command, with one word for each member; the engine refuses unknown members. Blanks in a value are
 * refused, because they would make two words of it. */
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
  // A host may send a wrong content type; browsers then do not compile the module while it loads.
  if (answer.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** An engine with one game. A refused command throws an EngineError. */
export class Engine {
  #page: number;
  /** The error of every further command, once the engine is closed or broken. */
  #ended: EngineError | null = null;

  private constructor(private readonly exports: PageExports) {
    exports._initialize();
    this.#page = exports.page_open();
  }

  /** Loads a new engine without a game. */
  static async load(source: EngineSource): Promise<Engine> {
    const instance = await WebAssembly.instantiate(await compileEngine(source), {});
    return new Engine(instance.exports as PageExports);
  }

  /** Frees the memory of the game; every later command is refused. Closing twice is allowed. */
  close(): void {
    if (this.#ended) return;
    this.#ended = new EngineError("closed", "the engine is closed");
    this.exports.page_close(this.#page);
  }

  /** Runs a line of the protocol and returns its data lines. Throws an EngineError if the line is refused. */
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

  /** Draws the given tile, or a random one by the engine's own generator. */
  draw(tile = ""): GameEvent[] {
    return this.#step(`draw ${tile}`);
  }

  /** Lays the drawn tile with its meeple decision. */
  move(move: string): GameEvent[] {
    return this.#step(`move ${move}`);
  }

  /** Throws the given dice, such as `1:5,3 2:6`, or random ones by the engine's own generator. */
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

  /** The game as a record that continues with the same draws and throws after loading. A person who reads it can
   * foresee them. */
  save(): string {
    return this.#json("save");
  }

  /** Loads the game of a record into this engine and checks every step; undo() can take the steps back. A record that
   * was not made by save() continues with new random numbers. record() and save() include its tags; only readRecord()
   * returns comments and times. Throws an EngineError with line and reason if the record is wrong; then nothing has
   * changed. */
  loadGame(record: string): void {
    this.#ask(record, this.exports.page_load);
  }

  /** The game so far, as words for `position`. */
  words(): string[] {
    return this.#json("words");
  }

  /** For each realm, in the order of `state().realms`: all its segments, such as `route.E@0,0`. */
  segments(): string[][] {
    return this.#json("segments");
  }

  /** The events that a whole turn would cause, up to a battle, in the phases `place` and `meeple`; the game does not
   * change. */
  tryMove(move: string): GameEvent[] {
    return this.#step(`try ${move}`);
  }

  /**
   * The advice of a computer player (`mcts`, `greedy`, `level-1` ... `level-8`) for the present turn, in the phases
   * `place` and `meeple`. The same seed gives the same advice.
   */
  advise(kind: string, playouts: number, seed: bigint | number): Advice {
    return this.#json(`advise ${kind} ${playouts} ${seed}`);
  }

  /** The empty cells beside the tiles that no tile of the bag and not the drawn tile fits. */
  holes(): [number, number][] {
    return this.#json("holes");
  }

  /** All empty cells beside the tiles, by y and x. */
  cells(): OpenCell[] {
    return this.#json<[number, number, number][]>("cells").map(([x, y, fits]) => ({ x, y, fits }));
  }

  /** Each side's probability of winning a battle, given the numbers of dice (1 to 3) of its two to five sides. */
  odds(dice: readonly number[]): number[] {
    return this.#json(`odds ${dice.join(" ")}`);
  }

  /** The built-in sets. */
  sets(): TileSet[] {
    return this.#json("sets");
  }

  /** The SVG definitions that the tiles of a theme use; the page puts them into a `<defs>` of the document once. */
  scene(theme: ThemeName): string {
    return this.#json<{ svg: string }>(`scene ${theme}`).svg;
  }

  /**
   * The picture of a tile of the game, or of a built-in set, with the sky of a cell, or a neutral one. Its vegetation
   * depends on `draw`, the number of tiles laid before it. It uses the definitions of `scene(theme)`; objects on it can
   * extend beyond its upper edge.
   */
  tile(id: string, rotation: number, theme: ThemeName, cell: Cell | null = null, draw = 0): Markup {
    return this.#json(`tile ${id} r${rotation} ${theme} ${cell ? `${cell.x},${cell.y} ` : ""}d${draw}`);
  }

  /** The shapes of a tile's features, in the units of tile(). */
  map(id: string, rotation: number): TileMap {
    return this.#json(`map ${id} r${rotation}`);
  }

  /** The picture of a meeple on a type of feature, or in the supply; it is the same in every theme. */
  meepleShape(piece: PieceName, colour: ColourName, on: RealmType | "" = ""): MeepleMarkup {
    return this.#json(`meeple-shape ${piece} ${colour} ${on}`);
  }

  /** The whole board as an SVG document; the side of a tile has `tileSize` pixels (16 to 1024). */
  picture(theme: ThemeName, tileSize = 80): string {
    return this.#json<{ svg: string }>(`picture ${theme} ${tileSize}`).svg;
  }

  /** Reads a file of records and checks every step. Throws an EngineError with line and reason. The engine's own game
   * does not change. */
  readRecord(file: string): ReadGame[] {
    return this.#ask(file, this.exports.page_read_record).map(readGame);
  }

  /** Checks the chance of a file of finished records: draws, throws and first players (docs/understand/fairness.md). */
  verifyRecord(file: string): Verdict {
    return JSON.parse(this.#ask(file, this.exports.page_verify)[0] ?? "null") as Verdict;
  }

  /** The seal that a seat publishes for its contribution to chance before the contributions are revealed. */
  seal(commitment: string, seat: number, share: string): string {
    return this.#json(`seal ${commitment} ${seat} ${share}`);
  }

  /**
   * Checks every draw and throw of the game so far against the promised chance. `contributions` are by seat, separated
   * by commas, `-` for computers. Throws an EngineError that names the first difference.
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

  /** Sends bytes to the module and returns its reply. A module that crashes meanwhile can never be used again. */
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

/** The data lines of a reply; the empty reply to an empty line has none. */
function dataOf(reply: string): string[] {
  const lines = reply.split("\n").slice(0, -1);
  const [, code, text] = /^error (\S+) (.*)$/.exec(lines[lines.length - 1] ?? "") ?? [];
  if (code !== undefined) throw new EngineError(code, text ?? "");
  return lines.slice(0, -1);
}

/** Parses a game; the module returns an evaluation as the record has it. */
function readGame(line: string): ReadGame {
  type Told = Omit<ReadGame, "turns"> & { turns: (Omit<RecordTurn, "eval"> & { eval: string | null })[] };
  const game = JSON.parse(line) as Told;
  return {
    ...game,
    turns: game.turns.map((turn) => ({ ...turn, eval: turn.eval === null ? null : Number(turn.eval) })),
  };
}
