// Sessions of the page's module, for its tests and its benchmark.
import assert from "node:assert/strict";

/**
 * Starts a compiled module: its exports, `open` for a new session, and `json(ask, line)` for an answer of one line. A
 * session is a function of what it is asked, and of the export that answers when that is not `page_line`; it gives the
 * lines of the answer and fails on a refusal.
 */
export async function load(module) {
  const engine = (await WebAssembly.instantiate(module)).exports;
  engine._initialize();
  function open() {
    const page = engine.page_open();
    return (input, answer = engine.page_line) => {
      const given = new TextEncoder().encode(input);
      const room = engine.page_buffer(page, given.length);
      new Uint8Array(engine.memory.buffer, room).set(given);
      const at = answer(page, given.length);
      const lines = new TextDecoder()
        .decode(new Uint8Array(engine.memory.buffer, at, engine.page_reply_length(page)))
        .split("\n");
      assert.equal(lines.pop(), "");
      assert.equal(lines.pop(), "ok", input);
      return lines;
    };
  }
  return { engine, open, json: (ask, line) => JSON.parse(ask(line)[0]) };
}
