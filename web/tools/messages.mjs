/**
 * Checks the catalogues: every key in every language, with the same values; every key used in the source, every key
 * used there known. A key in a template literal with `${` counts for all keys that begin so.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));
const LANGUAGES = ["en", "de", "it"];
const faults = [];

const areas = [...new Set(readdirSync(join(web, "messages")).map((name) => name.split(".")[0]))];
const read = (area, language) => JSON.parse(readFileSync(join(web, `messages/${area}.${language}.json`), "utf8"));
const texts = (message) => (typeof message === "string" ? [message] : Object.values(message));
const placeholders = (message) =>
  [...new Set(texts(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort().join(" ");

function checkMessage(area, language, key, message, english) {
  const where = `${area}.${language}.json: ${key}`;
  if (!key.startsWith(`${area}.`)) faults.push(`${where}: the key must begin with "${area}."`);
  if (english === undefined) return faults.push(`${where}: not in ${area}.en.json`);
  if (texts(message).some((text) => text.trim() === "")) faults.push(`${where}: empty`);
  if (typeof message !== typeof english) faults.push(`${where}: has plural forms in one language only`);
  if (typeof message !== "string" && Object.keys(message).join() !== "one,other")
    faults.push(`${where}: plural forms are "one" and "other"`);
  if (placeholders(message) !== placeholders(english))
    faults.push(`${where}: values ${placeholders(message) || "none"}, in English ${placeholders(english) || "none"}`);
}

function checkArea(area) {
  const english = read(area, "en");
  for (const language of LANGUAGES) {
    const messages = read(area, language);
    for (const [key, message] of Object.entries(messages)) checkMessage(area, language, key, message, english[key]);
    for (const key of Object.keys(english))
      if (!(key in messages)) faults.push(`${area}.${language}.json: ${key} is missing`);
  }
  return english;
}

function sources(folder) {
  return readdirSync(join(web, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sources(`${folder}/${entry.name}`);
    return /(?<!\.test)\.ts$/.test(entry.name) ? [`${folder}/${entry.name}`] : [];
  });
}

const catalogue = Object.assign({}, ...areas.map(checkArea));
const used = new Set();
const anyArea = areas.join("|");
const literal = new RegExp(`["'\`]((?:${anyArea})\\.[\\w.-]+)["'\`]`, "g");
const prefix = new RegExp(`\`((?:${anyArea})\\.[\\w.-]*)\\$\\{`, "g");
const bare = new RegExp(`\\bt\\("((?:${anyArea})\\.[\\w.-]+)"\\)`, "g");

for (const path of sources("src")) {
  const text = readFileSync(join(web, path), "utf8");
  for (const [, key] of text.matchAll(literal)) {
    used.add(key);
    if (!(key in catalogue)) faults.push(`${path}: no message "${key}"`);
  }
  for (const [, key] of text.matchAll(bare))
    if (key in catalogue && placeholders(catalogue[key]))
      faults.push(`${path}: "${key}" needs ${placeholders(catalogue[key])}`);
  for (const [, start] of text.matchAll(prefix)) {
    const keys = Object.keys(catalogue).filter((key) => key.startsWith(start));
    if (keys.length === 0) faults.push(`${path}: no message begins with "${start}"`);
    for (const key of keys) used.add(key);
  }
}
for (const key of Object.keys(catalogue)) if (!used.has(key)) faults.push(`${key}: used nowhere`);

for (const fault of faults) console.error(fault);
console.log(`${Object.keys(catalogue).length} messages in ${LANGUAGES.length} languages, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
