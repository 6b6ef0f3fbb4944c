/* The bot of docs/learn/first-bot.md in JavaScript: it prefers the moves that place a meeple. */
import { createInterface } from "node:readline";

const WORTH = { planet: 6, asteroids: 4, route: 2, city: 4, monastery: 6, road: 2, large: -1 };

function worth(move) {
  const meeple = move.split("=")[1];
  return Object.entries(WORTH).reduce((sum, [word, points]) => sum + (meeple.includes(word) ? points : 0), 0);
}

function choose(moves) {
  return moves.reduce((best, move) => (worth(move) > worth(best) ? move : best));
}

let legal = [];

function answer(word, rest) {
  switch (word) {
    case "tep":
      return ["id name mybot.mjs", "id version 1", "protocol 1", "needs legal", "ok"];
    case "isready":
      return ["readyok", "ok"];
    case "newgame":
    case "position":
      legal = [];
      return ["ok"];
    case "legal":
      legal.push(...rest);
      return ["ok"];
    case "go":
      if (legal.length === 0) return ["error bad-phase there is no tile to lay"];
      return ["ok", "bestmove " + choose(legal)];
    case "stop":
    case "quit":
      return ["ok"];
    default:
      return ["error unknown-command there is no such command"];
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...rest] = line.trim().split(/\s+/);
  if (word === "" || word.startsWith("#")) continue;
  process.stdout.write(answer(word, rest).join("\n") + "\n");
  if (word === "quit") process.exit();
}
