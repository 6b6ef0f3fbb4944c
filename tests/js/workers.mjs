// The module is compiled once and shared by workers: each finishes the same saved game at the same time, and all come to the
// same record. Run in a folder where the package is installed.
import assert from "node:assert/strict";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Engine, packagedModule } from "tessera-engine";

function playOn(engine, steps) {
  for (let i = 0; i < steps && engine.phase().phase !== "over"; i++) {
    const { phase } = engine.phase();
    if (phase === "draw") engine.draw();
    else if (phase === "throw") engine.throwDice();
    else engine.move(engine.advise("level-5", 20, i).candidates[0].move);
  }
  return engine;
}

async function record({ module, saved }) {
  const engine = await Engine.load(module);
  engine.loadGame(saved);
  return playOn(engine, Infinity).record();
}

function inWorker(game) {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: game });
    worker.once("message", done);
    worker.once("error", failed);
  });
}

if (isMainThread) {
  const module = await packagedModule();
  const engine = await Engine.load(module);
  engine.newGame({ game: "star-wars", players: 3, seed: 11 });
  const game = { module, saved: playOn(engine, 60).save() };
  const records = await Promise.all([inWorker(game), inWorker(game), inWorker(game), record(game)]);
  assert.match(records[0], /\[Result "\d+-\d+-\d+"\]/);
  for (const other of records) assert.equal(other, records[0]);
} else parentPort.postMessage(await record(workerData));
