/** The header of every screen: the link home, language, light or dark theme, settings. */
import { html, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { mark, moon, sliders, sun } from "../ui/icons";
import { changeSettings } from "../ui/settings";
import { isDark } from "../ui/theme";
import { LANGUAGES, type Language, language, t } from "../words/words";

/** The name of each language in that language. */
const LANGUAGE_NAMES: Record<Language, string> = { en: "English", de: "Deutsch", it: "Italiano" };

/** The header; it calls `choose` with the chosen language. */
export function header(choose: (language: Language) => void): TemplateResult {
  return html`<header class="header">
    <a class="button skip" href="#screen" @click=${skip}>${t("app.skip")}</a>
    <div class="header-row">
      <a class="header-home" href="#/"
        aria-label=${`${t("app.name")}: ${t("app.home")}`}>${mark}<span>${t("app.name")}</span></a>
      <span class="header-space"></span>
      ${languageSelect(choose)} ${themeButton()}
      <a class="button button-plain button-icon" href="#/settings" aria-label=${t("app.settings")}
        title=${t("app.settings")}
        >${sliders}</a
      >
    </div>
    <div class="neatline"></div>
  </header>`;
}

/** Moves the focus to the content. The link cannot use a hash for that, because the hash is the route. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("screen")?.focus();
}

function languageSelect(choose: (language: Language) => void): TemplateResult {
  const changed = (event: Event) => choose((event.target as HTMLSelectElement).value as Language);
  return html`<select aria-label=${t("app.language")} .value=${live(language())} @change=${changed}>
    ${LANGUAGES.map(
      (code) =>
        html`<option value=${code} lang=${code} ?selected=${code === language()}>${LANGUAGE_NAMES[code]}</option>`,
    )}
  </select>`;
}

function themeButton(): TemplateResult {
  const dark = isDark();
  const word = dark ? t("app.light") : t("app.dark");
  const turn = () => changeSettings({ theme: dark ? "light" : "dark" });
  return html`<button class="button button-plain button-icon" aria-label=${word} title=${word} @click=${turn}>
    ${dark ? sun : moon}
  </button>`;
}
