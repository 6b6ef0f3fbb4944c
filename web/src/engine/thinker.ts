/** A worker with its own engine: it answers lines of the protocol in order. */
import { Engine, type EngineSource } from "../../../js/src/engine";

/** A question to the worker: lines for an engine of this module. */
export interface Asked {
  id: number;
  module: EngineSource;
  lines: readonly string[];
}

/** The data lines in reply to one line; `error` is empty unless the engine refused the line. */
export interface Reply {
  data: string[];
  error: string;
}

/** The replies to all lines of a question; only `error` if the engine could not be loaded. */
export type Answer = { id: number; replies: Reply[] } | { id: number; error: string };

const loaded: { engine: Promise<Engine> | null } = { engine: null };

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function reply(engine: Engine, line: string): Reply {
  try {
    return { data: engine.command(line), error: "" };
  } catch (error) {
    return { data: [], error: textOf(error) };
  }
}

async function answer({ id, module, lines }: Asked): Promise<Answer> {
  try {
    loaded.engine ??= Engine.load(module);
    const engine = await loaded.engine;
    return { id, replies: lines.map((line) => reply(engine, line)) };
  } catch (error) {
    return { id, error: textOf(error) };
  }
}

self.addEventListener("message", async (event: MessageEvent<Asked>) => self.postMessage(await answer(event.data)));
