import assert from "node:assert/strict";
import { test } from "node:test";
import type { MapFeature } from "../../../js/src/types";
import de from "../words/core.de";
import en from "../words/core.en";
import it from "../words/core.it";
import { decisionWords, partsOf, turnedWords } from "../words/decisions";
import { useCatalogue } from "../words/words";
import { bringsWords, tileWords } from "./phrases";

const features = ["city.N", "road.E", "road.S", "field.NL"].map((realm) => ({
  realm,
  type: realm.split(".")[0],
})) as MapFeature[];
const here = { x: 2, y: -1 };

test("decisions are taken apart", () => {
  assert.deepEqual(partsOf("large:planet@2,-2"), { piece: "large", realm: "planet", cell: "2,-2" });
  assert.deepEqual(partsOf("small:route.E"), { piece: "small", realm: "route.E", cell: null });
  assert.equal(partsOf("none").piece, undefined);
});

test("tiles and decisions in English", () => {
  useCatalogue("en", en);
  assert.equal(tileWords({ features }), "city and 2 × road");
  assert.equal(turnedWords({ features }), "city at the top, road at the right, road at the bottom");
  assert.equal(decisionWords("none", here), "no meeple");
  assert.equal(decisionWords("meeple:field.NL", here), "meeple: field at the top left");
  assert.equal(decisionWords("large:planet@3,-2", here), "large meeple: planet (1 right, 1 up)");
  assert.equal(tileWords({ features: [] }), "nothing but open land");
  assert.equal(tileWords({ features: [] }, true), "river");
  assert.equal(tileWords({ features: features.slice(0, 1) }, true), "river and city");
  const arrow = { edge: "E", action: "extra-turn" } as const;
  assert.equal(tileWords({ features: features.slice(0, 1), arrow }), "city and arrow: extra turn");
  assert.equal(
    turnedWords({ features: features.slice(1, 2), arrow }),
    "road at the right, arrow at the right: extra turn",
  );
  assert.equal(decisionWords("meeple:road.S@3,-2", here), "meeple: road at the bottom (1 right, 1 up)");
});

test("tiles and decisions in German and Italian", () => {
  useCatalogue("de", de);
  assert.equal(tileWords({ features }), "Stadt und 2 × Straße");
  assert.equal(decisionWords("small:planet@1,-1", here), "kleiner Meeple: Planet (1 links)");
  assert.equal(decisionWords("return", here), "Abt heimrufen", "not the words of a turn that is taken back");
  useCatalogue("it", it);
  assert.equal(tileWords({ features }), "città e 2 × strada");
  assert.equal(decisionWords("return", here), "richiama l’abate");
});

test("a turn that scores nothing says so, or that no meeple is left to set", () => {
  useCatalogue("en", en);
  assert.equal(bringsWords("5 points for Anna.", { small: 0, large: 0 }, false), "5 points for Anna.");
  assert.equal(bringsWords("", { small: 0, large: 1 }, false), "Nothing is scored yet.");
  assert.equal(bringsWords("", { small: 0, large: 0 }, true), "You have no meeple left.");
  assert.equal(bringsWords("", { meeple: 0, abbot: 1 }, false), "Nothing is scored yet.", "the abbot can be set");
  assert.equal(
    bringsWords("", { meeple: 0, abbot: 1 }, true),
    "You have only the abbot left: there is no place for it here.",
  );
  assert.equal(bringsWords("", { meeple: 7 }, true), "No meeple can stand here.");
});
