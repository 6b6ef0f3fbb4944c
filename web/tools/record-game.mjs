/** The records of docs/pictures, and their games in the page. */
import { readFileSync } from "node:fs";
import { visit } from "../../tests/web/harness-page.mjs";

/** The record of docs/pictures of this name. */
export function recordOf(name) {
  return readFileSync(new URL(`../../docs/pictures/${name}.txt`, import.meta.url), "utf8");
}

/** The value of a tag of a record. */
export function tagOf(text, name) {
  return new RegExp(`\\[${name} "([^"]*)"\\]`).exec(text)[1];
}

/** The words of a record's first `turns` turns, each draw told apart, and the tile that is drawn next. */
export function wordsOf(text, turns) {
  const moves = text.split("\n").filter((line) => /^\d+\./.test(line));
  const words = moves.slice(0, turns + 1).flatMap((line) =>
    line
      .replace(/^\d+\. /, "")
      .replace(/\[[^\]]*\]/g, (dice) => dice.replaceAll(" ", ";"))
      .split(" "),
  );
  const split = words.flatMap((word) => (/^\w+@/.test(word) ? [word.split("@")[0], word] : [word]));
  return split.slice(
    0,
    split.findLastIndex((word) => /^\w+@/.test(word)),
  );
}

/** Opens the game of a record at this device, after so many turns, in the hands of people. */
export async function openGame(page, game, turns) {
  const text = recordOf(game);
  const tag = (name) => tagOf(text, name);
  const seats = tag("Colours")
    .split(",")
    .map((colour, index) => ({ kind: "person", colour, name: ["Anna", "Ben", "Cara"][index] }));
  const options = tag("Options") === "-" ? [] : tag("Options").split(",");
  const rules = { game, set: tag("Set").split(":")[0], options, first: 1, clock: { kind: "none" }, grace: 0 };
  const setup = { ...rules, seats, public: true, aids: true, hints: true, takebacks: true };
  const kept = {
    id: "picture",
    setup,
    first: 1,
    words: wordsOf(text, turns),
    draws: [],
    throws: [],
    at: 1,
    scores: null,
  };
  await page.evaluate((saved) => localStorage.setItem("tessera.game.picture", JSON.stringify(saved)), kept);
  await visit(page, "#/local/picture", ".board-dock");
  await page.waitForTimeout(1200);
}
