/**
 * All texts for people: messages by key in the chosen language, and numbers in its format. The catalogues are
 * `web/messages/AREA.LANGUAGE.json`; `npm run check` fails if a message is missing, unused, or inconsistent between
 * languages.
 */
import type app from "../../messages/app.en.json";
import type board from "../../messages/board.en.json";
import type end from "../../messages/end.en.json";
import type hints from "../../messages/hints.en.json";
import type host from "../../messages/host.en.json";
import type ladder from "../../messages/ladder.en.json";
import type learn from "../../messages/learn.en.json";
import type lobby from "../../messages/lobby.en.json";
import type panels from "../../messages/panels.en.json";
import type people from "../../messages/people.en.json";
import type player from "../../messages/player.en.json";
import type puzzles from "../../messages/puzzles.en.json";
import type real from "../../messages/real.en.json";
import type review from "../../messages/review.en.json";
import type rules from "../../messages/rules.en.json";
import type setup from "../../messages/setup.en.json";
import type tournament from "../../messages/tournament.en.json";
import { keepText, recallText } from "../ui/store";

/** The areas of the first load are in `core.LANGUAGE.ts`; loadArea() loads the others. */
type Core = typeof app & typeof setup & typeof board & typeof panels;
export type LazyArea =
  | "end"
  | "hints"
  | "host"
  | "ladder"
  | "learn"
  | "lobby"
  | "people"
  | "player"
  | "puzzles"
  | "real"
  | "review"
  | "rules"
  | "tournament";

export type Language = "en" | "de" | "it";
export const LANGUAGES: readonly Language[] = ["en", "de", "it"];

/** The key of a message, `area.name`. */
export type Key =
  | keyof Core
  | keyof typeof end
  | keyof typeof hints
  | keyof typeof host
  | keyof typeof ladder
  | keyof typeof learn
  | keyof typeof lobby
  | keyof typeof people
  | keyof typeof player
  | keyof typeof puzzles
  | keyof typeof real
  | keyof typeof review
  | keyof typeof rules
  | keyof typeof tournament;

/** A message, or its forms by plural category, chosen by the value `n`. */
type Message = string | { one: string; other: string };
type Catalogue = Record<string, Message>;

export type Values = Record<string, string | number>;

const STORE = "language";

const core: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import("./core.en"),
  de: () => import("./core.de"),
  it: () => import("./core.it"),
};

const lazy: Record<LazyArea, Record<Language, () => Promise<{ default: object }>>> = {
  end: {
    en: () => import("../../messages/end.en.json"),
    de: () => import("../../messages/end.de.json"),
    it: () => import("../../messages/end.it.json"),
  },
  hints: {
    en: () => import("../../messages/hints.en.json"),
    de: () => import("../../messages/hints.de.json"),
    it: () => import("../../messages/hints.it.json"),
  },
  host: {
    en: () => import("../../messages/host.en.json"),
    de: () => import("../../messages/host.de.json"),
    it: () => import("../../messages/host.it.json"),
  },
  ladder: {
    en: () => import("../../messages/ladder.en.json"),
    de: () => import("../../messages/ladder.de.json"),
    it: () => import("../../messages/ladder.it.json"),
  },
  learn: {
    en: () => import("../../messages/learn.en.json"),
    de: () => import("../../messages/learn.de.json"),
    it: () => import("../../messages/learn.it.json"),
  },
  lobby: {
    en: () => import("../../messages/lobby.en.json"),
    de: () => import("../../messages/lobby.de.json"),
    it: () => import("../../messages/lobby.it.json"),
  },
  people: {
    en: () => import("../../messages/people.en.json"),
    de: () => import("../../messages/people.de.json"),
    it: () => import("../../messages/people.it.json"),
  },
  player: {
    en: () => import("../../messages/player.en.json"),
    de: () => import("../../messages/player.de.json"),
    it: () => import("../../messages/player.it.json"),
  },
  puzzles: {
    en: () => import("../../messages/puzzles.en.json"),
    de: () => import("../../messages/puzzles.de.json"),
    it: () => import("../../messages/puzzles.it.json"),
  },
  real: {
    en: () => import("../../messages/real.en.json"),
    de: () => import("../../messages/real.de.json"),
    it: () => import("../../messages/real.it.json"),
  },
  review: {
    en: () => import("../../messages/review.en.json"),
    de: () => import("../../messages/review.de.json"),
    it: () => import("../../messages/review.it.json"),
  },
  rules: {
    en: () => import("../../messages/rules.en.json"),
    de: () => import("../../messages/rules.de.json"),
    it: () => import("../../messages/rules.it.json"),
  },
  tournament: {
    en: () => import("../../messages/tournament.en.json"),
    de: () => import("../../messages/tournament.de.json"),
    it: () => import("../../messages/tournament.it.json"),
  },
};

interface Spoken {
  language: Language;
  catalogue: Catalogue;
  /** The loaded areas, which are loaded again when the language changes. */
  areas: Set<LazyArea>;
  plurals: Intl.PluralRules;
  numbers: Intl.NumberFormat;
}

/** The page's present language with its messages. */
const spoken: Spoken = {
  language: "en",
  catalogue: {},
  areas: new Set(),
  plurals: new Intl.PluralRules("en"),
  numbers: new Intl.NumberFormat("en"),
};

/** The present language. */
export function language(): Language {
  return spoken.language;
}

/** The first supported language of these language tags; otherwise English. */
export function languageOf(tags: readonly string[]): Language {
  const codes = tags.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGUAGES.find((known) => known === codes.find((code) => LANGUAGES.includes(code as Language))) ?? "en";
}

/** The language that the person chose before; otherwise the browser's. */
export function preferredLanguage(): Language {
  const kept = recallText(STORE);
  return languageOf(kept ? [kept] : navigator.languages);
}

/** Loads a language and switches to it; the caller repaints the screen. */
export async function speak(next: Language): Promise<void> {
  const areas = [...spoken.areas].map((area) => lazy[area][next]());
  const catalogues = await Promise.all([core[next](), ...areas]);
  useCatalogue(next, Object.assign({}, ...catalogues.map((part) => part.default)) as Catalogue);
}

/** Switches to the language that the person chose, and stores the choice. */
export async function chooseLanguage(next: Language): Promise<void> {
  keepText(STORE, next);
  await speak(next);
}

/** Switches to a loaded catalogue; used by speak() and by unit tests. */
export function useCatalogue(next: Language, catalogue: Catalogue): void {
  spoken.language = next;
  spoken.catalogue = { ...catalogue };
  spoken.plurals = new Intl.PluralRules(next);
  spoken.numbers = new Intl.NumberFormat(next);
  if (typeof document !== "undefined") document.documentElement.lang = next;
}

/** Loads the messages of an area that is not in the first load; a screen must await this before it paints. */
export async function loadArea(area: LazyArea): Promise<void> {
  const { default: messages } = await lazy[area][spoken.language]();
  spoken.areas.add(area);
  Object.assign(spoken.catalogue, messages);
}

/** Formats a number in the language, with a minus sign where browsers write a hyphen. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  const numbers = options ? new Intl.NumberFormat(spoken.language, options) : spoken.numbers;
  return numbers.format(value).replace("-", "\u2212");
}

/** Formats a time in the language, as the country has it with which the browser names this language. */
export function date(time: number, options: Intl.DateTimeFormatOptions): string {
  const ofCountry = new RegExp(`^${spoken.language}-[A-Z]{2}$`);
  const tag = navigator.languages.find((each) => ofCountry.test(each)) ?? spoken.language;
  return new Intl.DateTimeFormat(tag, options).format(time);
}

/** Formats a probability as a percentage. */
export function percent(probability: number): string {
  return number(probability, { style: "percent", maximumFractionDigits: 0 });
}

/** Joins words: "a, b and c". */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(spoken.language, { type: "conjunction" }).format(words);
}

/** Joins alternatives: "a, b or c". */
export function anyOf(words: readonly string[]): string {
  return new Intl.ListFormat(spoken.language, { type: "disjunction" }).format(words);
}

/** The message of a key; values replace `{name}`, and `n` selects the plural form. */
export function t(key: Key, values: Values = {}): string {
  const message = spoken.catalogue[key];
  if (message === undefined) throw new Error(`no message ${key} in ${spoken.language}`);
  const text = typeof message === "string" ? message : message[pluralForm(Number(values.n))];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? `{${name}}`));
}

function pluralForm(n: number): "one" | "other" {
  return spoken.plurals.select(n) === "one" ? "one" : "other";
}

function shown(value: string | number): string {
  return typeof value === "number" ? number(value) : value;
}
