/** The screen of the settings of this device. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { keptPlayer } from "../game/player";
import { choice, switchFor } from "../ui/choice";
import { back } from "../ui/icons";
import type { OpenScreen, Route } from "../ui/screen";
import { changeSettings, type Settings, settings, soundWanted } from "../ui/settings";
import { sample } from "../ui/sound";
import { toastError } from "../ui/toast";
import { loadArea, t } from "../words/words";

type Switch = "sound" | "ambience" | "autoDraw" | "confirm" | "owners" | "worth" | "holes" | "fits" | "ratings";

function themeChoice(now: Settings): TemplateResult {
  return choice({
    name: "theme",
    legend: t("app.settings.theme"),
    value: now.theme,
    options: (["system", "light", "dark"] as const).map((value) => ({ value, word: t(`app.settings.theme.${value}`) })),
    change: (theme) => changeSettings({ theme }),
  });
}

function tilesChoice(now: Settings): TemplateResult {
  return choice({
    name: "tiles",
    legend: t("app.settings.tiles"),
    value: now.tiles,
    options: (["painted", "chart"] as const).map((value) => ({ value, word: t(`app.settings.tiles.${value}`) })),
    change: (tiles) => changeSettings({ tiles }),
  });
}

function motionChoice(now: Settings): TemplateResult {
  return choice({
    name: "motion",
    legend: t("app.settings.motion"),
    value: now.motion,
    options: (["system", "full", "reduced"] as const).map((value) => ({
      value,
      word: t(`app.settings.motion.${value}`),
    })),
    change: (motion) => changeSettings({ motion }),
  });
}

function paceChoice(now: Settings): TemplateResult {
  return choice({
    name: "pace",
    legend: t("app.settings.pace"),
    value: now.pace,
    options: (["slow", "normal", "fast", "once"] as const).map((value) => ({
      value,
      word: t(`app.settings.pace.${value}`),
    })),
    change: (pace) => changeSettings({ pace }),
  });
}

const SOUNDS = ["synth", "wood", "quiet"] as const;

/** Volume and set of the sounds, with a sample of each set. */
function soundChoices(now: Settings): TemplateResult {
  const louder = (event: Event) => changeSettings({ volume: Number((event.target as HTMLInputElement).value) });
  const sets = SOUNDS.map((value) => ({ value, word: t(`app.settings.sounds.${value}`) }));
  const listen = (sounds: Settings["sounds"]) => () => void sample(sounds).catch(toastError);
  return html`<div class="field">
      <label for="volume">${t("app.settings.volume")}</label>
      <input id="volume" type="range" min="0" max="1" step="0.05" .value=${String(now.volume)} @change=${louder} />
    </div>
    ${choice({
      name: "sounds",
      legend: t("app.settings.sounds"),
      value: now.sounds,
      options: sets,
      change: (sounds) => changeSettings({ sounds }),
    })}
    <div class="row">
      ${sets.map(
        ({ value, word }) =>
          html`<button type="button" class="button" @click=${listen(value)}>
            ${t("app.settings.sounds.listen", { name: word })}
          </button>`,
      )}
    </div>`;
}

function settingSwitch(now: Settings, name: Switch): TemplateResult {
  const change = (on: boolean) => changeSettings({ [name]: on });
  const on = name === "sound" ? soundWanted() : now[name];
  return switchFor(t(`app.settings.${name}`), t(`app.settings.${name}.text`), on, change);
}

/** The way to the player of this browser, whom only a server knows. */
function keepSection(): TemplateResult {
  const player = keptPlayer();
  return html`<section class="panel stack" aria-labelledby="keep">
    <h2 id="keep">${t(player ? "player.own" : "app.me")}</h2>
    ${player ? nothing : html`<p class="soft small">${t("app.me.text")}</p>`}
    <p><a class="button" href="#/me">${player?.name ?? t("app.me.way")}</a></p>
  </section>`;
}

/** The page; `way` is the route from which the person came. */
function page(way: string): TemplateResult {
  const now = settings();
  return html`<div class="sheet sheet-narrow">
    <div class="row row-apart settings-head">
      <h1>${t("app.settings")}</h1><a class="button" href=${way}>${back}${t("app.settings.back")}</a>
    </div>
    <div class="stack">
      <section class="panel stack" aria-labelledby="look">
        <h2 id="look">${t("app.settings.look")}</h2>
        ${themeChoice(now)} ${tilesChoice(now)} ${motionChoice(now)}
      </section>
      <section class="panel stack" aria-labelledby="sound">
        <h2 id="sound">${t("app.settings.sound")}</h2>
        ${settingSwitch(now, "sound")} ${soundChoices(now)} ${settingSwitch(now, "ambience")}
      </section>
      <section class="panel" aria-labelledby="turn">
        <h2 id="turn">${t("app.settings.turn")}</h2>
        ${settingSwitch(now, "autoDraw")} ${settingSwitch(now, "confirm")} ${paceChoice(now)}
      </section>
      <section class="panel" aria-labelledby="aids">
        <h2 id="aids">${t("app.settings.aids")}</h2>
        <p class="soft small">${t("app.settings.aids.text")}</p>
        ${settingSwitch(now, "owners")} ${settingSwitch(now, "worth")} ${settingSwitch(now, "holes")}
        ${settingSwitch(now, "fits")} ${settingSwitch(now, "ratings")}
      </section>
      ${PAGE_PLACE === "server" ? keepSection() : nothing}
      <p class="small"><a href=${PAGE_LICENCES}>${t("app.settings.licences")}</a></p>
    </div>
  </div>`;
}

/** The screen `#/settings`. */
export default async function open(host: HTMLElement, { before }: Route): Promise<OpenScreen> {
  if (keptPlayer()) await loadArea("player");
  const paint = () => render(page(before || "#/"), host);
  paint();
  return {
    get title() {
      return t("app.settings");
    },
    refresh: paint,
    close: () => {},
  };
}
