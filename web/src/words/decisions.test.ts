import assert from "node:assert/strict";
import { test } from "node:test";
import board from "../../messages/board.en.json";
import en from "./core.en";
import { realmSideWord, turnedWords } from "./decisions";
import { useCatalogue } from "./words";

test("a realm is named by its first edge, a field that reaches none by its number", () => {
  useCatalogue("en", { ...en, ...board });
  assert.equal(realmSideWord("road.S"), "road at the bottom");
  assert.equal(realmSideWord("field.NL"), "field at the top left");
  assert.equal(realmSideWord("field.2"), "field inside, 2");
  assert.equal(realmSideWord("monastery"), "monastery");
  const features = ["city.N", "field.1"].map((realm) => ({ realm, type: realm.split(".")[0], path: "", spot: [0, 0] }));
  assert.equal(turnedWords({ features } as unknown as Parameters<typeof turnedWords>[0]), "city at the top");
});
