/** The chat panel. */
import { html, nothing, type TemplateResult } from "lit-html";
import { type Message, REACTIONS, type Reaction, type TableModel, type TableView } from "../game/model";
import { seatMark } from "../ui/seat-mark";
import { toastError } from "../ui/toast";
import { t } from "../words/words";
import { askName } from "./ask-name";
import { messageText } from "./news";

const LONGEST = 500;

function message(each: Message, view: TableView): TemplateResult {
  const seat = view.seats[each.seat - 1];
  const name = seat ? each.name : t("lobby.chat.watching", { name: each.name });
  return html`<li
    class=${each.before ? "chat-message soft" : "chat-message"}>${seat ? seatMark(seat.colour) : nothing}<p><b
      >${name}</b> ${each.reaction ? html`<em>${messageText(each)}</em>` : each.text}</p></li>`;
}

/** Asks a watcher without a name for one, because chat needs a name. Returns whether the person can send messages. */
async function named({ view }: TableModel): Promise<boolean> {
  return view.seats.some(({ mine }) => mine) || (await askName()) !== "";
}

async function send(event: SubmitEvent, table: TableModel): Promise<void> {
  event.preventDefault();
  const input = (event.target as HTMLFormElement).elements.namedItem("text") as HTMLInputElement;
  const text = input.value.trim();
  if (text === "" || !(await named(table))) return;
  try {
    await table.say(text);
    input.value = "";
  } catch (error) {
    toastError(error);
  }
}

async function react(reaction: Reaction, table: TableModel): Promise<void> {
  if (await named(table)) await table.react(reaction);
}

/** The messages, scrolled to the newest unless the person reads older ones, and a field for a new message. */
export function chat(view: TableView, table: TableModel): TemplateResult {
  const before = view.chat.filter((each) => each.before);
  const now = view.chat.slice(before.length);
  return html`<div class="stack chat">
    ${view.chat.length === 0 ? html`<p class="soft">${t("lobby.chat.empty")}</p>` : nothing}
    <div class="chat-talk" role="group" aria-label=${t("panels.tab.chat")} tabindex="0">
      ${
        before.length > 0
          ? html`<p class="soft small">${t("lobby.chat.before")}</p><ol
        class="chat-list">${before.map((each) => message(each, view))}</ol><hr />`
          : nothing
      }
      <ol class="chat-list">${now.map((each) => message(each, view))}</ol>
    </div>
    ${view.may.talk ? line(table) : html`<p class="soft">${t("lobby.chat.silent")}</p>`}
  </div>`;
}

/** The buttons for reactions. */
function reactions(table: TableModel): TemplateResult {
  const tap = (reaction: Reaction) => () => void react(reaction, table).catch(toastError);
  return html`<div class="row chat-reactions" role="group" aria-label=${t("lobby.reactions")}>
    ${REACTIONS.map(
      (reaction) => html`<button type="button" class="button"
      @click=${tap(reaction)}>${messageText({ text: "", reaction })}</button>`,
    )}
  </div>`;
}

function line(table: TableModel): TemplateResult {
  return html`${reactions(table)}<form class="row chat-form" @submit=${(event: SubmitEvent) => send(event, table)}>
      <label class="unseen" for="chat-text">${t("lobby.chat.write")}</label>
      <input class="input" id="chat-text" name="text" maxlength=${LONGEST} autocomplete="off"
        placeholder=${t("lobby.chat.write")} />
      <button class="button">${t("lobby.chat.send")}</button>
    </form>`;
}
