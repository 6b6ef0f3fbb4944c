/** Counts what the person has not seen yet: chat messages, and turns of others in the log. */
import type { Message, Step, TableModel, TableView } from "../game/model";
import { toast } from "../ui/toast";
import { t } from "../words/words";

/** The label of the chat, with the number of new messages. */
export function chatWords(unread: number): string {
  return unread > 0 ? t("lobby.chat.unread", { n: unread }) : t("panels.tab.chat");
}

/** The text of a message or of its reaction. */
export function messageText({ text, reaction }: Pick<Message, "text" | "reaction">): string {
  return reaction ? t(`lobby.reaction.${reaction}`) : text;
}

/** The label of the log, with the number of new turns. */
export function logWords(turns: number): string {
  return turns > 0 ? t("panels.log.unseen", { n: turns }) : t("panels.tab.log");
}

/** Whether a tile was laid, not only drawn. */
function isTurn(step: Step): boolean {
  return step.events.some(({ event }) => event === "placed");
}

/** Maximum number of simultaneous messages that are shown as notices, and of characters of each. */
const MOST_TOLD = 3;
const LONGEST = 100;

/** Shows a message as a notice, because a person who looks at the board should see it at once. */
function tell(message: Message): void {
  const text = [...messageText(message)];
  const rest = text.splice(LONGEST).length > 0 ? "…" : "";
  toast(`${message.name}: ${text.join("")}${rest}`);
}

export class News {
  #messages: number;
  #steps: number;
  #told: number;

  /** Nothing in the first view is shown as a notice, but its unread messages count as new. */
  constructor(
    view: TableView,
    private readonly table: Pick<TableModel, "read">,
  ) {
    const { read = 0 } = table;
    this.#messages = view.chat.findLastIndex(({ seq }) => seq <= read) + 1;
    this.#steps = view.steps.length;
    this.#told = view.chat.length;
  }

  /** Sets which panel the person sees; null: none. */
  look(view: TableView, panel: string | null): void {
    if (panel === "chat" && this.#messages !== view.chat.length) {
      this.#messages = view.chat.length;
      this.table.read = view.chat.at(-1)?.seq ?? 0;
    }
    if (panel === "log") this.#steps = view.steps.length;
  }

  /** Call this after a change of the table: it shows notices for messages that the person does not see. Turns before
   * the person's own move count as seen. */
  follow(view: TableView, panel: string | null): void {
    this.look(view, panel);
    const own = view.steps.findLastIndex((step) => isTurn(step) && view.seats[step.seat - 1]?.mine) + 1;
    this.#steps = Math.min(Math.max(this.#steps, own), view.steps.length);
    const unseen = Math.min(view.chat.length - this.#told, this.messages(view));
    if (unseen > 0) view.chat.slice(-Math.min(unseen, MOST_TOLD)).forEach(tell);
    this.#told = view.chat.length;
  }

  /** The number of new messages. Messages of a muted person disappear, so there may be fewer messages than were
   * seen. */
  messages(view: TableView): number {
    return Math.max(0, view.chat.length - this.#messages);
  }

  /** The number of new turns. */
  turns(view: TableView): number {
    return view.steps.slice(this.#steps).filter(isTurn).length;
  }
}
