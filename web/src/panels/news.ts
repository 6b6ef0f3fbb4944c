/** What has come since the person looked: messages of the chat, turns of others in the log. */
import type { Message, Step, TableModel, TableView } from "../game/model";
import { toast } from "../ui/toast";
import { t } from "../words/words";

/** The chat by name, with how many messages are new. */
export function chatWords(unread: number): string {
  return unread > 0 ? t("lobby.chat.unread", { n: unread }) : t("panels.tab.chat");
}

/** A message in words: its text, or what its reaction says. */
export function messageText({ text, reaction }: Pick<Message, "text" | "reaction">): string {
  return reaction ? t(`lobby.reaction.${reaction}`) : text;
}

/** The log by name, with how many turns are new. */
export function logWords(turns: number): string {
  return turns > 0 ? t("panels.log.unseen", { n: turns }) : t("panels.tab.log");
}

/** Whether a tile was laid, not only drawn. */
function isTurn(step: Step): boolean {
  return step.events.some(({ event }) => event === "placed");
}

/** Of messages that come together so many are shown, of each so many characters. */
const MOST_TOLD = 3;
const LONGEST = 100;

/** Talk is seen by who looks at the board, too: it is of this moment. */
function tell(message: Message): void {
  const text = [...messageText(message)];
  const rest = text.splice(LONGEST).length > 0 ? "…" : "";
  toast(`${message.name}: ${text.join("")}${rest}`);
}

export class News {
  #messages: number;
  #steps: number;
  #told: number;

  /** What the view shows at first is told by nobody; messages that were not read at this table are new all the same. */
  constructor(
    view: TableView,
    private readonly table: Pick<TableModel, "read">,
  ) {
    const { read = 0 } = table;
    this.#messages = view.chat.findLastIndex(({ seq }) => seq <= read) + 1;
    this.#steps = view.steps.length;
    this.#told = view.chat.length;
  }

  /** The panel of this name is seen, or none. */
  look(view: TableView, panel: string | null): void {
    if (panel === "chat" && this.#messages !== view.chat.length) {
      this.#messages = view.chat.length;
      this.table.read = view.chat.at(-1)?.seq ?? 0;
    }
    if (panel === "log") this.#steps = view.steps.length;
  }

  /** After a change of the table: messages that are not seen are told; what came before the person's own move is old. */
  follow(view: TableView, panel: string | null): void {
    this.look(view, panel);
    const own = view.steps.findLastIndex((step) => isTurn(step) && view.seats[step.seat - 1]?.mine) + 1;
    this.#steps = Math.min(Math.max(this.#steps, own), view.steps.length);
    const unseen = Math.min(view.chat.length - this.#told, this.messages(view));
    if (unseen > 0) view.chat.slice(-Math.min(unseen, MOST_TOLD)).forEach(tell);
    this.#told = view.chat.length;
  }

  /** Messages that are new. A muted person's go, so there may be fewer than were seen. */
  messages(view: TableView): number {
    return Math.max(0, view.chat.length - this.#messages);
  }

  /** Turns that are new. */
  turns(view: TableView): number {
    return view.steps.slice(this.#steps).filter(isTurn).length;
  }
}
