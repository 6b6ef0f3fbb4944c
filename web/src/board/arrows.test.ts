import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { compileEngine, Engine, newGameLine } from "../../../js/src/engine";
import en from "../words/core.en";
import { useCatalogue } from "../words/words";
import { arrowsOf, arrowsWords } from "./arrows";
import { decisionsOf, Turn } from "./turn";

useCatalogue("en", en);

/** A turn in a game with arrows after these words; the last word draws the tile. */
async function turnAfter(words: string): Promise<{ engine: Engine; turn: Turn }> {
  const engine = await Engine.load(await compileEngine(await readFile(process.env.PAGE_WASM ?? "")));
  engine.command(newGameLine({ game: "classic", players: 2, colours: ["red", "yellow"], options: ["arrows"] }));
  engine.position("startpos", words.split(" "));
  const decide = ({ x, y, rotation }: { x: number; y: number; rotation: number }) => {
    engine.command(`place ${x},${y}r${rotation}`);
    const decisions = decisionsOf(engine.legal());
    engine.undo(1);
    return decisions;
  };
  return { engine, turn: new Turn(engine.phase().tile!, engine.legal(), decide) };
}

test("two arrows that point at one another are both found, each with what it does (CL-10.4)", async () => {
  const { engine, turn } = await turnAfter("B@0,1r0=meeple:monastery AT_1@1,0r0=none AR_3");
  assert.deepEqual(arrowsOf(turn, engine), [], "no tile lies yet");
  turn.choose({ x: 1, y: 1 });
  while (turn.placement!.rotation !== 2) turn.rotate(1);
  const before = engine.state().hash;
  assert.deepEqual(arrowsOf(turn, engine), [
    { x: 1, y: 0, did: "extra-turn" },
    { x: 1, y: 1, did: "reinforce" },
  ]);
  assert.equal(engine.state().hash, before);
  assert.equal(arrowsWords(arrowsOf(turn, engine)), "An arrow allows: extra turn / add a meeple.");
});

test("the points for an empty cell are no activation (CL-10.2)", async () => {
  const { engine, turn } = await turnAfter("AT_1");
  turn.choose({ x: 1, y: 0 });
  while (turn.placement!.rotation !== 0) turn.rotate(1);
  assert.deepEqual(arrowsOf(turn, engine), []);
  assert.equal(arrowsWords([]), "");
});
