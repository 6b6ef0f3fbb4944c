import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FIGURES, type Figure } from "./figures";
import { gameOf, OUTLINE } from "./outline";

const root = join(process.cwd(), process.cwd().endsWith("web") ? ".." : ".");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);

const rules = ["star-wars", "classic"].flatMap((page) =>
  all(read(`docs/lookup/rules/${page}.md`), /^- ((?:SW|CL)-\d+\.\d+) /gm),
);
const examples = all(read("docs/lookup/rules/examples.md"), /\*\*([XY]\d+) /g);
const entries = Object.values(OUTLINE).flatMap((sections) => sections.flatMap((section) => section.entries));

test("every rule and example of docs/lookup/rules is on the page once", () => {
  assert.ok(rules.length > 50 && examples.length === 14);
  const numbered = entries.filter((id) => /^(SW-|CL-|[XY]\d)/.test(id));
  assert.deepEqual([...numbered].sort(), [...rules, ...examples].sort());
  assert.equal(new Set(entries).size, entries.length);
});

for (const language of ["en", "de", "it"])
  test(`every rule, example and picture has its words once in ${language}`, () => {
    const keys = all(read(`web/messages/rules.${language}.json`), /^ {2}"rules\.([^"]+)":/gm);
    const count = (key: string) => keys.filter((one) => one === key).length;
    for (const id of [...rules, ...examples, ...entries]) {
      assert.equal(count(id), 1, `${id} in ${language}`);
      assert.equal(count(`${id}.head`), 1, `${id}.head in ${language}`);
    }
  });

test("rules stand in their own section, in the order of their numbers", () => {
  for (const { id, entries } of Object.values(OUTLINE).flat()) {
    const numbers = entries.filter((entry) => rules.includes(entry));
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => `${id}.${index + 1}`),
    );
  }
});

test("an address belongs to a game", () => {
  assert.deepEqual(["classic", "CL-4.1", "Y3", "CL-points"].map(gameOf), Array(4).fill("classic"));
  assert.deepEqual(["star-wars", "SW-8", "X1"].map(gameOf), Array(3).fill("star-wars"));
  assert.equal(gameOf(""), null);
});

type Kind = { id: string; edges: string };
const kinds = new Map(
  ["star-wars", "classic", "river", "river-20", "arrows-20"]
    .flatMap((set) => (JSON.parse(read(`data/tiles/${set}.json`)) as { tiles: Kind[] }).tiles)
    .map((kind) => [kind.id, kind.edges]),
);

/** The letter at an edge of a cell, 0 to 3 for N E S W; undefined without a tile. */
function edgeAt(tiles: Figure["tiles"], x: number, y: number, edge: number): string | undefined {
  const tile = tiles.find((one) => one.x === x && one.y === y);
  return tile && kinds.get(tile.tile)?.[(edge - tile.rotation + 4) % 4];
}

/** The pairs of adjacent edges that differ. */
function clashes(tiles: Figure["tiles"]): string[] {
  return tiles.flatMap(({ x, y }) => {
    const [east, west] = [edgeAt(tiles, x, y, 1), edgeAt(tiles, x + 1, y, 3)];
    const [south, north] = [edgeAt(tiles, x, y, 2), edgeAt(tiles, x, y + 1, 0)];
    const found: string[] = [];
    if (west && east !== west) found.push(`${x},${y} E`);
    if (north && south !== north) found.push(`${x},${y} S`);
    return found;
  });
}

for (const [id, figure] of Object.entries(FIGURES))
  test(`tiles of ${id} lie as the rules want it`, () => {
    assert.ok(figure && entries.some((entry) => entry === id));
    for (const { tile } of [...figure.tiles, ...figure.misfits]) assert.ok(kinds.has(tile), `${tile} is in a set`);
    assert.deepEqual(clashes(figure.tiles), []);
    for (const misfit of figure.misfits) assert.notDeepEqual(clashes([...figure.tiles, misfit]), []);
  });
