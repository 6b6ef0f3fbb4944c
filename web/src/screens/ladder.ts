/** The ladder, `#/ladder/POOL?season=SEASON`: the ratings of the players of a pool in a season. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { GameName } from "../game/model";
import { keptPlayer } from "../game/player";
import {
  inPool,
  type LadderLine,
  linesOf,
  POOL_FORMS,
  POOL_SPEEDS,
  type Pool,
  poolName,
  poolOf,
  ratingText,
  seasonAfter,
} from "../game/rating";
import type { Ladder } from "../game/server";
import { GAMES, rememberedSetup } from "../game/setup";
import { choice } from "../ui/choice";
import { computerFace } from "../ui/faces";
import { figurePicture } from "../ui/figure";
import type { OpenScreen, Route } from "../ui/screen";
import { toastError } from "../ui/toast";
import { computerName, gameName } from "../words/terms";
import { date, loadArea, number, t } from "../words/words";
import { ServerScreen } from "./server-screen";

const dayOf = (time: number) => date(time, { dateStyle: "long", timeZone: "UTC" });

class LadderScreen extends ServerScreen {
  #pool: Pool;
  /** "": the present one. */
  #season: string;
  #ladder: Ladder | null = null;

  constructor(host: HTMLElement, pool: Pool, season: string) {
    super(host);
    this.#pool = pool;
    this.#season = season;
  }

  get title(): string {
    return t("ladder.title");
  }

  /** Reads the chosen ladder, or its next page. */
  async load(after = 0): Promise<void> {
    const asked = poolName(this.#pool);
    const season = this.#season;
    const read = await this.server.ladder(asked, season, after);
    if (asked !== poolName(this.#pool) || season !== this.#season) return;
    const before = after > 0 ? (this.#ladder?.players ?? []) : [];
    this.#ladder = { ...read, players: [...before, ...read.players] };
    this.refresh();
  }

  #show(pool: Pool, season: string): void {
    this.#pool = pool;
    this.#season = season;
    history.replaceState(null, "", `#/ladder/${poolName(pool)}${season ? `?season=${season}` : ""}`);
    this.refresh();
    void this.load().catch(toastError);
  }

  refresh(): void {
    render(
      html`<div class="sheet sheet-narrow">
        <h1>${this.title}</h1>
        <div class="stack">
          <section class="panel stack" aria-label=${t("ladder.game")}>${this.#choices()}</section>
          <section class="panel stack" aria-labelledby="ladder-season"
            >${this.#ladder ? this.#table(this.#ladder) : nothing}</section>
          <p class="soft small">${t("ladder.text")}</p>
        </div>
      </div>`,
      this.host,
    );
  }

  #choices(): TemplateResult {
    const set = (change: Partial<Pool>) => this.#show({ ...this.#pool, ...change }, this.#season);
    const { game, speed, form } = this.#pool;
    return html`${choice<GameName>({
      name: "ladder-game",
      legend: t("ladder.game"),
      value: game,
      options: GAMES.map((value) => ({ value, word: gameName(value) })),
      change: (chosen) => set({ game: chosen }),
    })}
    ${choice({
      name: "ladder-speed",
      legend: t("ladder.speed"),
      value: speed,
      options: POOL_SPEEDS.map((value) => ({ value, word: t(`ladder.speed.${value}`) })),
      change: (chosen) => set({ speed: chosen }),
    })}
    ${choice({
      name: "ladder-form",
      legend: t("ladder.form"),
      value: form,
      options: POOL_FORMS.map((value) => ({ value, word: t(`ladder.form.${value}`) })),
      change: (chosen) => set({ form: chosen }),
    })}`;
  }

  #table(ladder: Ladder): TemplateResult {
    const { season, begins, ends, players, next } = ladder;
    const to = (by: number) => () => this.#show(this.#pool, seasonAfter(season, by));
    const more = () => void this.load(next).catch(toastError);
    return html`<div class="row row-apart">
        <h2 id="ladder-season" aria-live="polite"
          >${t("ladder.season", { from: dayOf(begins), to: dayOf(ends - 1) })}</h2>
        <span class="row"><button class="button" @click=${to(-1)}>${t("ladder.before")}</button>
          ${
            ends <= Date.now()
              ? html`<button class="button" @click=${to(1)}>${t("ladder.after")}</button
            >`
              : nothing
          }</span>
      </div>
      ${players.length === 0 ? html`<p class="soft" role="status">${t("ladder.none")}</p>` : nothing}
      <table class="ladder">
        <thead><tr><th scope="col">${t("ladder.rank")}</th><th scope="col">${t("ladder.name")}</th>
          <th scope="col">${t("ladder.rating")}</th><th scope="col">${t("ladder.games")}</th></tr></thead>
        <tbody>${linesOf(ladder).map(lineRow)}</tbody>
      </table>
      ${next === undefined ? nothing : html`<button class="button" @click=${more}>${t("ladder.more")}</button>`}`;
  }
}

function lineRow(line: LadderLine): TemplateResult {
  if ("level" in line) {
    const name = t("app.computer", { name: computerName(line.level, 2), level: line.level });
    return html`<tr class="soft"><td></td><th scope="row">${computerFace(line.level)} ${name}</th><td
      class="figures">${line.rating}</td><td></td></tr>`;
  }
  const mine = line.player === keptPlayer()?.player;
  return html`<tr aria-current=${mine ? "true" : nothing}>
    <td class="figures">${line.rank}</td>
    <th scope="row">${figurePicture(line.figure, 24)} <span translate="no">${line.name}</span>${
      mine
        ? html` <small
      class="soft">${t("ladder.you")}</small>`
        : nothing
    }</th>
    <td class="figures">${ratingText(line.rating, line.provisional)} <small
      class="soft">± ${2 * line.deviation}</small></td>
    <td class="figures">${number(line.games)}</td>
  </tr>`;
}

/** The screen `#/ladder`. */
export default async function open(host: HTMLElement, { id, query }: Route): Promise<OpenScreen> {
  await Promise.all([loadArea("lobby"), loadArea("ladder")]);
  const usual: Pool = { game: rememberedSetup("server").game, speed: "live", form: "duel" };
  return new LadderScreen(host, inPool(id) ? poolOf(id) : usual, query.get("season") ?? "").open();
}
