import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

type Triple = readonly [number, number, number];

/** How people with each kind of colour blindness see linear red, green and blue (Machado and others, 2009). */
const SIGHTS: Record<string, readonly Triple[]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Matrices from linear colours to the responses of the cones, and from their cube roots to OKLab. */
const CONES: readonly Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const OKLAB: readonly Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

function times(matrix: readonly Triple[], by: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, each, i) => sum + each * by[i], 0));
}

function linear(colour: string): number[] {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
}

/** A colour in OKLab (lightness and two colour axes); black and white are 100 apart. */
function seen(colour: string, sight: string): number[] {
  const light = times(SIGHTS[sight], linear(colour)).map((part) => Math.min(Math.max(part, 0), 1));
  return times(OKLAB, times(CONES, light).map(Math.cbrt)).map((part) => 100 * part);
}

/** The contrast ratio of the accessibility guidelines, at least 1. */
function contrast(a: string, b: string): number {
  const [dark, light] = [a, b]
    .map((colour) => times([[0.2126, 0.7152, 0.0722]], linear(colour))[0])
    .sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Reads a file of src/picture; the path is relative to web/.cache/unit/ui, where this test runs. */
function source(name: string): string {
  return readFileSync(new URL(`../../../../src/picture/${name}`, import.meta.url), "utf8");
}

const rows = source("palette.h").matchAll(/ROW\((\w+), "(#\w+)", "(#\w+)", "(#\w+)"\)/g);
const players = [...rows].map(([, name, figure, outline, marks]) => ({ name, figure, outline, marks }));
const pairs = players.flatMap((a, i) => players.slice(i + 1).map((b) => [a, b] as const));

test("two players' colours are apart for everybody, and never alike in lightness", () => {
  assert.equal(players.length, 7);
  for (const sight of Object.keys(SIGHTS))
    for (const [a, b] of pairs) {
      const [one, other] = [seen(a.figure, sight), seen(b.figure, sight)];
      const apart = Math.hypot(...one.map((part, i) => part - other[i]));
      assert.ok(apart > 11.9, `${a.name} and ${b.name}, ${sight}: ${apart}`);
    }
  for (const [a, b] of pairs) {
    const apart = Math.abs(seen(a.figure, "all")[0] - seen(b.figure, "all")[0]);
    assert.ok(apart > 4, `${a.name} and ${b.name} differ by ${apart} in lightness`);
  }
});

test("marks are read upon every player's colour", () => {
  for (const { name, figure, marks } of players) assert.ok(contrast(figure, marks) > 4.5, name);
});

test("a meeple's light rim or its dark outline keeps it apart from every ground, street and roof", () => {
  const rim = /path d=\\"%s%s%s\\" stroke=\\"(#\w+)\\"/.exec(source("sprite.c"))![1];
  const grounds = [...source("palette.h").matchAll(/GROUND_\w+ "(#\w+)"/g)].map(([, colour]) => colour);
  const lines = source("theme.c").match(/\.(pavement|roofs|haze|rock|lane|crops|water) = [^\n]*/g)!;
  const built = lines.flatMap((line) => line.match(/#\w{6}/g)!);
  assert.ok(grounds.length === 4 && built.length > 20);
  for (const below of [...grounds, ...built])
    for (const { name, outline } of players) {
      const most = Math.max(contrast(rim, below), contrast(outline, below));
      assert.ok(most > 3, `${name} on ${below}: ${most}`);
    }
});
