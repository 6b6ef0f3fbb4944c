/** The form that opens a record: from a file, from pasted text, or of a finished game on this device. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import type { Engine } from "../../../js/src/engine";
import type { ReadGame } from "../../../js/src/types";
import { reviewRoute } from "../game/link";
import { recordText } from "../game/record";
import { type SavedGame, savedGames } from "../game/saved";
import { seatsOf } from "../game/seats";
import { setupLine } from "../game/setup";
import { go } from "../ui/screen";
import { toastError } from "../ui/toast";
import { gameName } from "../words/terms";
import { date, list, number, t } from "../words/words";
import { foreignGame } from "./foreign";
import { recordField } from "./record-field";
import { refusalText } from "./refusal";

const MOST_LISTED = 8;

/** The present input of the form. */
interface Given {
  text: string;
  games: ReadGame[];
  trouble: string;
}

/** Fills the host with the form; calls `opened` with the chosen game and its record. */
export function openRecord(host: HTMLElement, engine: Engine, opened: (game: ReadGame, text: string) => void): void {
  const given: Given = { text: "", games: [], trouble: "" };
  const paint = () => render(form(given, engine, { take, choose }), host);
  const choose = (game: ReadGame) => {
    render(nothing, host);
    opened(game, foreignGame(given.text) === null ? given.text : recordOf(engine, game));
  };
  const take = (text: string) => {
    Object.assign(given, read(engine, text));
    if (given.games.length === 1) choose(given.games[0]);
    else paint();
  };
  paint();
}

/** Reads the games of a text, or the reason why it has none. */
function read(engine: Engine, text: string): Given {
  try {
    const games = engine.readRecord(foreignGame(text) ?? text);
    return { text, games, trouble: games.length === 0 ? t("review.open.empty") : "" };
  } catch (error) {
    return { text, games: [], trouble: `${t("review.open.wrong")} ${refusalText(error)}` };
  }
}

/** The record of a game that another program has kept. */
function recordOf(engine: Engine, game: ReadGame): string {
  engine.command(game.newgame);
  engine.position("startpos", game.words);
  const names = engine.state().colours.map((_, at) => ({ number: at + 1, name: game.tags[`Player${at + 1}`] ?? "" }));
  return recordText(
    engine,
    names.filter(({ name }) => name !== ""),
    null,
  );
}

interface Wishes {
  take(text: string): void;
  choose(game: ReadGame): void;
}

function playersOf(game: ReadGame): string {
  const names = [1, 2, 3, 4, 5].map((seat) => game.tags[`Player${seat}`]).filter((name) => name);
  return [list(names), game.result].filter((part) => part).join(", ");
}

function gameChoice(given: Given, wishes: Wishes): TemplateResult | typeof nothing {
  if (given.games.length < 2) return nothing;
  return html`<section class="panel"><h2>${t("review.games.which")}</h2>
    <ul class="list">${given.games.map(
      (game, index) => html`<li><button class="list-item list-button" @click=${() => wishes.choose(game)}>
        <span>${t("review.games.number", { n: index + 1, names: playersOf(game) })}</span></button></li>`,
    )}</ul></section>`;
}

async function openSaved(engine: Engine, game: SavedGame): Promise<void> {
  engine.command(setupLine(game.setup, game.first));
  engine.position("startpos", game.words);
  go(await reviewRoute(recordText(engine, seatsOf(game.setup), game.at)));
}

function savedItem(engine: Engine, game: SavedGame): TemplateResult {
  const day = date(game.at, { dateStyle: "medium", timeStyle: "short" });
  const players = list(seatsOf(game.setup).map((seat) => seat.name));
  const scores = (game.scores ?? []).map((score) => number(score)).join(" : ");
  const words = t("app.home.game.over", { game: gameName(game.setup.game), players, scores });
  const open = () => void openSaved(engine, game).catch(toastError);
  return html`<li><button class="list-item list-button" @click=${open}>
    <span>${words}</span><span class="soft small">${day}</span></button></li>`;
}

function saved(engine: Engine): TemplateResult | typeof nothing {
  const games = savedGames()
    .filter((game) => game.scores)
    .slice(0, MOST_LISTED);
  if (games.length === 0) return nothing;
  return html`<section class="panel"><h2>${t("review.games.kept")}</h2>
    <ul class="list">${games.map((game) => savedItem(engine, game))}</ul></section>`;
}

function form(given: Given, engine: Engine, wishes: Wishes): TemplateResult {
  return html`<div class="sheet sheet-narrow">
    <h1>${t("review.open.title")}</h1>
    <div class="stack">
      <p>${t("review.open.text")}</p>
      ${saved(engine)}
      ${recordField({ ...given, button: t("review.open.button"), take: wishes.take })}
      ${gameChoice(given, wishes)}
    </div>
  </div>`;
}
