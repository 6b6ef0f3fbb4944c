/** The actions at a table other than moves. */
import { html, nothing, type TemplateResult } from "lit-html";
import { fromTable, reviewRoute, verifyRoute } from "../game/link";
import type { Seat, TableModel, TableView } from "../game/model";
import { keptPlayer } from "../game/player";
import { forfeits, LEVELS } from "../game/setup";
import { dropdown } from "../ui/choice";
import { ask } from "../ui/dialog";
import { closeMenu } from "../ui/fold";
import { go } from "../ui/screen";
import { toastError } from "../ui/toast";
import { t } from "../words/words";
import type { BoardPicture } from "./share";

/** Loads the code for exports on demand. */
const share = () => import("./share");

/** Milliseconds for which a button stays disabled while its action is unanswered. */
const BUSY_MS = 10_000;

/** Runs an action for a button, which is disabled until the action ends, and shows the reason of a refusal. */
function wish(run: () => Promise<unknown>): (event: Event) => void {
  return ({ currentTarget }) => {
    const button = currentTarget as HTMLButtonElement;
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    const done = () => button.removeAttribute("aria-busy");
    const late = setTimeout(done, BUSY_MS);
    const ended = () => {
      clearTimeout(late);
      done();
    };
    void run().catch(toastError).finally(ended);
  };
}

async function leave(table: TableModel): Promise<void> {
  const sure = await ask({
    title: t("lobby.leave"),
    body: forfeits(table.view.setup) ? t("lobby.leave.loses") : t("lobby.leave.sure"),
    yes: t("lobby.leave"),
    grave: true,
  });
  if (sure) await table.leave();
}

async function openReview(table: TableModel): Promise<void> {
  go(fromTable(await reviewRoute(await table.record()), location.hash));
}

/** The menu of what can be saved and shared. */
export function takeAway(table: TableModel, picture: BoardPicture): TemplateResult {
  return html`<details class="take-away" @focusout=${closeMenu}>
    <summary class="button button-plain">${t("panels.more")}</summary>
    <div class="stack stack-tight" tabindex="-1">
      <button class="button"
        @click=${wish(async () => (await share()).saveRecord(table))}>${t("panels.save.record")}</button>
      <button class="button"
        @click=${wish(async () => (await share()).saveSvg(table, picture))}>${t("panels.save.svg")}</button>
      <button class="button"
        @click=${wish(async () => (await share()).savePng(table, picture))}>${t("panels.save.png")}</button>
      <button class="button"
        @click=${wish(async () => (await share()).copyLink(table))}>${t("panels.save.link")}</button>
    </div>
  </details>`;
}

function seatChoice(seat: Seat, table: TableModel): TemplateResult {
  const id = `seat-${seat.number}`;
  const levels = LEVELS.map((level) => ({ value: level, word: t("panels.seats.computer", { level }) }));
  return html`<div class="field">
    <label for=${id}>${seat.name}</label>
    ${dropdown({
      id,
      value: seat.kind === "computer" ? (seat.level ?? 0) : 0,
      options: [{ value: 0, word: t("panels.seats.person") }, ...levels],
      change: (level) => void table.replace(seat.number, level).catch(toastError),
    })}
  </div>`;
}

/** The menu that sets who plays each seat: a computer replaces a person who must leave, and a person who returns takes
 * over again. */
function seatChoices(view: TableView, table: TableModel): TemplateResult {
  return html`<details class="take-away" @focusout=${closeMenu}>
    <summary class="button button-plain">${t("panels.seats")}</summary>
    <div class="stack stack-tight" tabindex="-1">${view.seats.map((seat) => seatChoice(seat, table))}</div>
  </details>`;
}

export interface ActionOptions {
  table: TableModel;
  picture: BoardPicture;
  /** Requests hints; absent in a game without hints. */
  hint?: { ask: () => void; offered: boolean };
  /** Called when the person takes a turn back, or asks the others to agree to it. */
  takenBack(): void;
  /** The game is over, and no other part of the page shows the buttons for its end. */
  ended: boolean;
}

/** The button that checks the chance; only games on a server have it. */
function verifyButton(table: TableModel): TemplateResult {
  const open = async () => go(await verifyRoute(await table.record()));
  return html`<button class="button" @click=${wish(open)}>${t("lobby.verify")}</button>`;
}

/** The label of the share button; on a device without a share dialog the button saves the picture. */
function shareWords(): string {
  return "canShare" in navigator ? t("panels.share") : t("panels.share.picture");
}

/** The buttons for the end of a game. */
export function endButtons(view: TableView, { table, picture }: ActionOptions): TemplateResult {
  return html`${
    view.may.rematch
      ? html`<button class="button button-main"
        @click=${wish(async () => go(await table.rematch()))}>${t("panels.rematch")}</button>`
      : nothing
  }
  <button class="button" @click=${wish(() => openReview(table))}>${t("panels.review")}</button>
  <button class="button" @click=${wish(async () => (await share()).shareGame(table, picture))}>${shareWords()}</button>
  ${table.kind === "remote" ? verifyButton(table) : nothing}
  ${table.kind === "remote" && !keptPlayer() ? html`<a class="button" href="#/me">${t("app.me")}</a>` : nothing}`;
}

/** The take-back button. Its label says whether the others must agree; a disabled button has the more common label. */
function takeBackButton(view: TableView, { table, takenBack }: ActionOptions): TemplateResult {
  const how = view.may.takeBack === "no" && table.kind === "remote" ? "ask" : view.may.takeBack;
  const back = wish(() => table.takeBack().then(takenBack));
  return html`<button
    class="button"
    aria-keyshortcuts="T"
    ?disabled=${view.may.takeBack === "no"}
    @click=${back}
  >
    ${how === "ask" ? t("panels.takeBack.ask") : t("panels.takeBack")}
  </button>`;
}

/** The buttons of a table. During a game each button keeps its position, so that a double tap never hits another
 * one. */
export function actions(view: TableView, options: ActionOptions): TemplateResult {
  const { table, hint } = options;
  const person = view.seats.some((seat) => seat.mine);
  const plays = person && view.stage === "playing";
  return html`<div class="row actions">
      ${options.ended ? endButtons(view, options) : nothing}
      ${
        plays && hint
          ? html`<button class="button" aria-keyshortcuts="H" ?disabled=${!hint.offered} @click=${hint.ask}>
              ${t("panels.hint")}
            </button>`
          : nothing
      }
      ${(plays && view.setup.takebacks) || view.may.takeBack !== "no" ? takeBackButton(view, options) : nothing}
      ${
        table.kind === "remote" && person && view.stage !== "over"
          ? html`<button class="button button-plain" @click=${wish(() => leave(table))}>${t("lobby.leave")}</button>`
          : nothing
      }
      ${table.kind === "local" && view.state.phase !== "over" ? seatChoices(view, table) : nothing}
      ${takeAway(table, options.picture)}
    </div>`;
}
