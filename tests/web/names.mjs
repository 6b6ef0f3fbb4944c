// What a name may have is drawn: each character that the server takes makes another picture of a name in the browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openChromium } from "./harness-page.mjs";
import { program } from "./harness-server.mjs";

/** Of scripts with very many letters of one make one in so many is drawn. */
const STEP = 97;
const LARGE = [
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
  [0x17000, 0x18cff],
  [0x20000, 0x3ffff],
];

/** In the page: those of the characters that, behind a letter, are drawn as the letter alone is. */
function drawnAsNothing(codes) {
  const [wide, high, cell] = [4096, 48, 64];
  const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: high });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.font = "20px system-ui, sans-serif";
  pen.textBaseline = "middle";
  const pictureOf = (data, at) => {
    let hash = 0;
    for (let y = 0; y < high; y++)
      for (let x = at * cell; x < (at + 1) * cell; x++) hash = (hash * 31 + data[4 * (y * wide + x) + 3]) | 0;
    return hash;
  };
  const draw = (texts) => {
    pen.clearRect(0, 0, wide, high);
    texts.forEach((text, at) => {
      pen.save();
      pen.beginPath();
      pen.rect(at * cell, 0, cell, high);
      pen.clip();
      pen.fillText(text, at * cell + cell / 3, high / 2);
      pen.restore();
    });
    const { data } = pen.getImageData(0, 0, wide, high);
    return texts.map((_, at) => pictureOf(data, at));
  };
  const [letter] = draw(["a"]);
  const nothing = [];
  for (let from = 0; from < codes.length; from += wide / cell) {
    const part = codes.slice(from, from + wide / cell);
    const pictures = draw(part.map((code) => `a${String.fromCodePoint(code)}`));
    nothing.push(...part.filter((_, at) => pictures[at] === letter));
  }
  return nothing.map((code) => code.toString(16));
}

test("each character that a name may have is drawn", async () => {
  const printed = execFileSync(join(dirname(program), "tests/table_name_test"), ["taken"], { maxBuffer: 2 ** 24 });
  const taken = printed.toString().trim().split("\n").map(Number);
  const isLarge = (code) => LARGE.some(([from, to]) => code >= from && code <= to);
  const codes = taken.filter((code) => !isLarge(code) || code % STEP === 0);
  assert.ok(codes.length > 30_000);
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    assert.deepEqual(
      await page.evaluate(drawnAsNothing, [0x200b, 0xfffc]),
      ["200b", "fffc"],
      "what is drawn as nothing is found",
    );
    assert.deepEqual(await page.evaluate(drawnAsNothing, codes), []);
  } finally {
    await browser.close();
  }
});
