/** A screen that shows what a server keeps: it opens when that has been read, and closes with its requests. */
import { nothing, render } from "lit-html";
import { Refusal, Server } from "../game/server";
import { DeadEnd, type OpenScreen } from "../ui/screen";
import { toast } from "../ui/toast";
import { t } from "../words/words";

export abstract class ServerScreen implements OpenScreen {
  readonly server = new Server((lost) => lost && toast(t("lobby.trouble"), "trouble"));

  /** What is pressed here is sent, and another button may take its place: a double tap decides once (ui/taps.ts). */
  constructor(readonly host: HTMLElement) {
    host.dataset.buttonsDecide = "";
  }

  abstract get title(): string;

  /** Reads everything, and paints it. */
  abstract load(): Promise<void>;

  abstract refresh(): void;

  /** Opens the screen; throws a `DeadEnd` if the server refuses what the address asks for. */
  async open(): Promise<OpenScreen> {
    try {
      await this.load();
    } catch (error) {
      this.close();
      throw error instanceof Refusal ? new DeadEnd(error.message) : error;
    }
    return this;
  }

  close(): void {
    this.server.close();
    render(nothing, this.host);
  }
}
