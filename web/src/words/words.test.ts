import assert from "node:assert/strict";
import { test } from "node:test";
import de from "./core.de";
import en from "./core.en";
import { date, language, languageOf, list, number, t, useCatalogue } from "./words";

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
  assert.equal(number(-5), "\u22125");
  assert.equal(list(["Rot", "Blau", "Grün"]), "Rot, Blau und Grün");
});

test("a date is that of the language in the person's country", () => {
  const options = { dateStyle: "medium", timeZone: "UTC" } as const;
  const shown = (tongue: "en" | "de", languages: string[]) => {
    Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
    useCatalogue(tongue, {});
    return date(Date.UTC(2026, 10, 8), options);
  };
  assert.equal(shown("en", ["de-AT", "en-GB", "en"]), "8 Nov 2026");
  assert.equal(shown("en", ["de-AT", "en-US", "en"]), "Nov 8, 2026");
  assert.equal(shown("en", ["en-US@posix"]), "Nov 8, 2026");
  assert.equal(shown("de", ["en-GB"]), "08.11.2026");
});

test("a key without a message is an error that names it", () => {
  useCatalogue("en", {});
  assert.throws(() => t("app.home"), /app\.home in en/);
});
