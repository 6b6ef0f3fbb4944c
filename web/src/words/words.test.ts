import assert from "node:assert/strict";
import { test } from "node:test";
import de from "./core.de";
import en from "./core.en";
import { language, languageOf, list, number, t, useCatalogue } from "./words";

test("the first language wanted that we speak, else English", () => {
  assert.equal(languageOf(["fr-CH", "it-CH", "de"]), "it");
  assert.equal(languageOf(["DE-at"]), "de");
  assert.equal(languageOf(["fr", "es"]), "en");
  assert.equal(languageOf([]), "en");
});

test("values are put in, and n chooses the plural form", () => {
  useCatalogue("en", en);
  const players = "Anna";
  const line = (n: number) => t("app.home.game.going", { game: "Classic", players, n });
  assert.equal(line(1), "Classic: Anna; 1 tile laid");
  assert.equal(line(2), "Classic: Anna; 2 tiles laid");
});

test("numbers and lists are those of the language", () => {
  useCatalogue("de", de);
  assert.equal(language(), "de");
  assert.equal(number(1234.5), "1.234,5");
  assert.equal(list(["Rot", "Blau", "Grün"]), "Rot, Blau und Grün");
});

test("a key without a message is an error that names it", () => {
  useCatalogue("en", {});
  assert.throws(() => t("app.home"), /app\.home in en/);
});
